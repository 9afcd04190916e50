import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import {
	askers,
	everyAddress,
	FORMER,
	fillStore,
	IS_WHOLE,
	MORE_THAN_SHOWN,
	ORGANISER,
	REVIEWER,
	SPEAKER,
} from "./support/full-store.ts";
import { sharePortal, type TestPortal } from "./support/portal.ts";
import { bearerOf, cookiesOf } from "./support/sessions.ts";

const MOST_BYTES = 1_000_000;
/** Rows that an answer may read of one table at once: more than it shows, fewer than others stored. */
const MOST_ROWS = 400;
/** Characters that a page of the console with a list of texts may read: more than it shows, fewer than the list has. */
const MOST_CHARACTERS = 60_000;
/** Characters of several rows that are read at once of what is sent whole. */
const MOST_AT_ONCE = 500_000;
/** What is read of reviews: two of each of the fifty entries of a page. */
const OF_REVIEWS =
	/^\/((admin|api)\/programmes\/[^/]+\/(assignments|conflicts)|admin\/reviews|review|api\/reviews)(\?.*)?$/;
const MOST_ROWS_OF_REVIEWS = 100;
/** Rows of one of the reads by which a whole list is sent: 25 lines of a log, of which each changed three answers. */
const MOST_IN_BATCH = 75;

const filled = sharePortal(async (portal) => ({ portal, store: await fillStore(portal, MORE_THAN_SHOWN) }));

interface Statements {
	all(...given: unknown[]): unknown[];
	get(...given: unknown[]): unknown;
}

/**
 * Counts what statements return: the rows of the largest answer, the characters of all, and of the longest with several
 * rows. Remembers the statements that count.
 */
function countRows({ sqlite }: TestPortal) {
	const statements = Object.getPrototypeOf(sqlite.prepare("select 1")) as Statements;
	const { all, get } = statements;
	const seen = { most: 0, characters: 0, atOnce: 0, counting: new Map<string, unknown[]>() };
	const note = ({ source }: { source: string }, given: unknown[]) => {
		if (source.includes("count(*)")) seen.counting.set(source, given);
	};
	statements.all = function counted(this: { source: string }, ...given) {
		const rows = all.apply(this, given);
		note(this, given);
		// Lists of numbers are short however long they are.
		const isOfNumbers = rows.every((row) => typeof row === "number" || Object.keys(row as object).length === 1);
		if (!isOfNumbers) seen.most = Math.max(seen.most, rows.length);
		const texts = rows.flatMap((row) => Object.values(row as object)).filter((value) => typeof value === "string");
		const characters = texts.reduce((sum, text) => sum + text.length, 0);
		seen.characters += characters;
		if (rows.length > 1) seen.atOnce = Math.max(seen.atOnce, characters);
		return rows;
	};
	statements.get = function counted(this: { source: string }, ...given) {
		note(this, given);
		return get.apply(this, given);
	};
	return {
		characters: () => {
			const { characters } = seen;
			seen.characters = 0;
			return characters;
		},
		charactersAtOnce: () => {
			const { atOnce } = seen;
			seen.atOnce = 0;
			return atOnce;
		},
		taken: () => {
			const { most, counting } = seen;
			seen.most = 0;
			seen.counting = new Map();
			return { most, counting };
		},
		end: () => {
			Object.assign(statements, { all, get });
		},
	};
}

/** How statements read the rows of entries and reviews, with all their texts, in order to count them. */
function readToCount({ sqlite }: TestPortal, counting: ReadonlyMap<string, unknown[]>): string[] {
	const plans = [...counting].flatMap(([source, given]) =>
		sqlite.prepare(`explain query plan ${source}`).all(...given),
	);
	const steps = new Set(plans.map((step) => (step as { detail: string }).detail));
	return [...steps].filter((step) => /^(SCAN|SEARCH) (entries|reviews)( USING INDEX .*)?$/.test(step));
}

it("no answer reads or weighs more than its page, whatever others stored", async () => {
	const { portal, store } = filled();
	const count = countRows(portal);
	const costly: unknown[] = [];
	try {
		for (const { who, headers, onlyCalls } of await askers(portal)) {
			for (const path of everyAddress(store)) {
				if (onlyCalls && !path.startsWith("/api/")) continue;
				count.taken();
				const answer = await fetch(portal.origin + path, { headers, redirect: "manual" });
				const bytes = (await answer.arrayBuffer()).byteLength;
				const { most: rows, counting } = count.taken();
				if (answer.status >= 500) costly.push([who, path, answer.status]);
				if (rows > MOST_ROWS) costly.push([who, path, `${rows} rows at once`]);
				if (bytes > MOST_BYTES && !IS_WHOLE.test(path)) costly.push([who, path, `${bytes} bytes`]);
				if (!OF_REVIEWS.test(path)) continue;
				if (rows > MOST_ROWS_OF_REVIEWS) costly.push([who, path, `${rows} rows at once`]);
				// Nominations have addresses among their answers, which no index has.
				const steps = path.includes("sl-hz") ? [] : readToCount(portal, counting);
				for (const step of steps) costly.push([who, path, step]);
			}
		}
	} finally {
		count.end();
	}
	expect(costly).toEqual([]);
});

it("pages with lists of texts read the texts that they show", async () => {
	const { portal } = filled();
	const cookies = Object.entries(await cookiesOf(portal, ORGANISER)).map((pair) => pair.join("="));
	const headers = { cookie: cookies.join("; ") };
	const count = countRows(portal);
	const read: unknown[] = [];
	try {
		for (const path of [
			"/admin/mail/broadcasts?of=talk",
			"/admin/schedule/release",
			"/admin/messages?all&page=9999",
			"/admin/decisions",
		]) {
			// What every page shows is remembered from the first time.
			await fetch(portal.origin + path, { headers });
			count.characters();
			expect((await fetch(portal.origin + path, { headers })).status).toBe(200);
			const characters = count.characters();
			if (characters > MOST_CHARACTERS) read.push([path, characters]);
		}
	} finally {
		count.end();
	}
	expect(read).toEqual([]);
});

it("what the contract promises whole is whole, and read a few rows at a time", async () => {
	const { portal, store } = filled();
	const cookieOf = async (email: string) => {
		const cookies = await cookiesOf(portal, email);
		return Object.entries(cookies)
			.map((pair) => pair.join("="))
			.join("; ");
	};
	const cookie = await cookieOf(SPEAKER);
	const reviewers = [await cookieOf(REVIEWER), await cookieOf(FORMER)];
	const number = (query: string) => Number(portal.sqlite.prepare(query).pluck().get());
	const mine = number(`select count(*) from entries join users u on u.id = user_id where u.email = '${SPEAKER}'`);
	const count = countRows(portal);
	try {
		const own = await fetch(`${portal.origin}/api/spotlights/user`, { headers: { cookie } });
		expect(((await own.json()) as unknown[]).length).toBe(mine);
		count.charactersAtOnce();
		const copy = await fetch(`${portal.origin}/account/copy`, { headers: { cookie } });
		const { entries, drafts } = (await copy.json()) as {
			entries: { id: string; history: unknown[] }[];
			drafts: { values: object; previous: object }[];
		};
		expect(count.charactersAtOnce()).toBeLessThanOrEqual(MOST_AT_ONCE);
		const edited = entries.find(({ id }) => id === `talk-${store.own.hangzhou}`);
		expect([entries.length, drafts.length]).toEqual([mine, 51]);
		expect(edited?.history.length).toBeGreaterThan(MORE_THAN_SHOWN.edits);
		for (const reviewer of reviewers) {
			const theirs = await fetch(`${portal.origin}/account/copy`, { headers: { cookie: reviewer } });
			const { account } = (await theirs.json()) as { account: { reviews: { committeeNote: string }[] } };
			expect(account.reviews).toHaveLength(number("select count(*) from entries where category = 'hangzhou'"));
			expect(account.reviews[0]?.committeeNote).toHaveLength(5_000);
		}
		expect(count.taken().most).toBeLessThanOrEqual(MOST_IN_BATCH);
		const dashboard = await fetch(`${portal.origin}/dashboard`, { headers: { cookie } });
		expect(parse(await dashboard.text()).querySelectorAll(".cards h3 a[href^='/entry/']")).toHaveLength(12);
	} finally {
		count.end();
	}
});

it("what somebody does again and again is stored up to its limit", async () => {
	const { portal, store } = filled();
	const ofTalk = (query: string) => portal.sqlite.prepare(query).pluck().get(store.own.hangzhou);
	expect(store.editBytes).toBeLessThanOrEqual(256 * 1024);
	// One mail to each who was meant: none has left yet.
	expect(store.mentions).toBeLessThanOrEqual(3);
	expect(ofTalk("select count(*) from entry_log where type = 'Restored' and entry_id = ?")).toBe(20);
	expect(ofTalk("select count(*) from messages where thread = 'people' and entry_id = ?")).toBe(20);
	expect(ofTalk("select count(*) from review_comments where entry_id = ?")).toBe(200);
});

it("what does not fit on a page is on the pages before it", async () => {
	const { portal, store } = filled();
	const path = `/review/talk-${store.own.hangzhou}/discussion`;
	const headers = async (email: string) => ({ Authorization: `Bearer ${await bearerOf(portal, email)}` });
	const reader = await headers(REVIEWER);
	const ids: number[] = [];
	for (let before: number | undefined = 0; before !== undefined; ) {
		const call = `/api/reviews/talk-${store.own.hangzhou}/discussion?before=${before}`;
		const answer = await portal.agent().get(call).set(reader).expect(200);
		const page: { comments: { id: number }[]; before?: number } = answer.body;
		ids.unshift(...page.comments.map(({ id }) => id));
		before = page.before;
	}
	expect(ids).toEqual(portal.sqlite.prepare("select id from review_comments order by id").pluck().all());

	const cookies = Object.entries(await cookiesOf(portal, REVIEWER)).map((pair) => pair.join("="));
	let [shown, pages] = [0, 0];
	for (let next: string | undefined = path; next; pages += 1) {
		const page = parse((await portal.agent().get(next).set("Cookie", cookies.join("; ")).expect(200)).text);
		shown += page.querySelectorAll("main dl > div").length;
		next = page
			.querySelectorAll("main a")
			.find(({ text }) => text === "Earlier comments")
			?.getAttribute("href");
	}
	expect([shown, pages]).toEqual([200, 4]);

	const former = await headers(FORMER);
	const { body } = await portal.agent().get("/api/reviews").set(former).expect(200);
	const spots = new Set<string>();
	for (let page = 1; page <= body.formerPages; page += 1) {
		const answer = await portal.agent().get(`/api/reviews?page=${page}`).set(former).expect(200);
		for (const { spot } of answer.body.former) spots.add(spot);
	}
	expect(body.former).toHaveLength(20);
	expect(spots.size).toBe(
		portal.sqlite.prepare("select count(*) from entries where category = 'hangzhou'").pluck().get(),
	);
});

it.each([
	{ path: "/admin/mail/broadcasts?of=talk", part: "#earlier ~ ul a", older: "Earlier emails", table: "broadcasts" },
	{ path: "/admin/schedule/release", part: "#versions ~ h3", older: "Earlier versions", table: "releases" },
	{ path: "/admin/decisions", part: "#earlier ~ ul a", older: "Earlier emails", table: "decision_releases" },
])("all that was sent or released is found from $path, the newest first", async ({ path, part, older, table }) => {
	const { portal } = filled();
	const number = (query: string) => Number(portal.sqlite.prepare(query).pluck().get());
	const cookies = Object.entries(await cookiesOf(portal, ORGANISER)).map((pair) => pair.join("="));
	const shown: number[] = [];
	const pages: number[] = [];
	for (let next: string | undefined = path; next; ) {
		const { text } = await portal.agent().get(next).set("Cookie", cookies.join("; ")).expect(200);
		const page = parse(text);
		const rows = page.querySelectorAll(`main ${part}`);
		shown.push(...rows.map((row) => Number(/\d+$/.exec(row.getAttribute("href") ?? row.text)?.[0])));
		pages.push(rows.length);
		const links = page.querySelectorAll("main .page-links a");
		const addressOf = (named: string) => links.find((link) => link.text === named)?.getAttribute("href");
		// Back to the newest from every page but theirs.
		expect(addressOf(older.replace("Earlier", "Newest")) === undefined).toBe(pages.length === 1);
		next = addressOf(older);
	}
	expect(shown).toHaveLength(
		number(`select count(*) from ${table} where ${table === "broadcasts" ? "seen is not null" : "true"}`),
	);
	expect(shown).toEqual([...new Set(shown)].sort((one, other) => other - one));
	expect(Math.max(...pages)).toBeLessThanOrEqual(20);
});
