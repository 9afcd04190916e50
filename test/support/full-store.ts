import { type Actor, GUEST, type SignedIn } from "../../server/services/actor.ts";
import { access } from "./addresses.ts";
import { CALL_NAMES, CALLS, CATEGORY, type CallName, callApi, complete, openAll } from "./fillings.ts";
import type { Filling } from "./form.ts";
import { ADMIN, type TestPortal } from "./portal.ts";
import { organiser, release } from "./released-schedule.ts";
import { REVIEWED } from "./reviews.ts";
import { addPerson, appoint, bearerOf, cookiesOf, makeMember } from "./sessions.ts";

/** A store that one stranger, one speaker, one reviewer and one organiser have filled as far as the limits let them. */

export const SPEAKER = "speaker@example.org";
export const OTHER = "other@example.org";
export const REVIEWER = "reviewer@example.org";
/** Has reviewed the same entries, which are of a track that is theirs no more. */
export const FORMER = "former@example.org";
export const ORGANISER = "organiser@example.org";

const HOUR = 60 * 60_000;
export const DAY = 24 * HOUR;
/** `ENTRIES_PER_PERSON` for each call. */
const OF_PERSON = 50;
/** What one address may send: 120 forms an hour. */
const FORMS_A_DAY = 24 * 120;
const TRACKS = 200;
const NETWORK = "203.0.113.0/24";

/** How much of it there is. The kinds of rows, and the lengths of their texts, are always the same. */
export interface Amounts {
	days: number;
	/** Entries of the stranger, and how many of them have the longest texts: the newest, which pages show first. */
	entries: number;
	longest: number;
	/** Edits of one talk. */
	edits: number;
	/** Rows of each kind that only the pace of an organiser limits. */
	rows: number;
}

/** A week. All 20,160 entries with the longest texts would take 2 GB. */
export const WEEK: Amounts = { days: 7, entries: 7 * FORMS_A_DAY, longest: 1_200, edits: 7 * FORMS_A_DAY, rows: 5_000 };
/** Enough for a row too many to be seen. */
export const MORE_THAN_SHOWN: Amounts = { days: 1, entries: 480, longest: 120, edits: 300, rows: 420 };

/** The entries that addresses name: one of each kind, with the longest texts. */
export interface Filled {
	/** Of the speaker: the talk that was edited, and others of the same kinds as those of the stranger. */
	own: Record<CallName, number>;
	guests: Record<CallName, number>;
	entries: number;
	/** Bytes of the answers before each edit, of the talk that was edited. */
	editBytes: number;
	/** Mails that mentions in comments caused. */
	mentions: number;
}

/**
 * Fills a portal, from its present time on. Services and calls make the first rows of each kind; their copies have the
 * same content.
 */
export async function fillStore(portal: TestPortal, amounts: Amounts): Promise<Filled> {
	const { sqlite, clock } = portal;
	sqlite.pragma("synchronous = off");
	const end = clock.now + amounts.days * DAY;
	await openAll(portal);
	sqlite.exec("update programmes set state = 'open' where state <> 'external'");
	for (const email of [SPEAKER, OTHER, REVIEWER, FORMER, ORGANISER]) await addPerson(portal, email, "Li Lei");
	for (const email of [REVIEWER, FORMER]) makeMember(portal, email, "reviewer");
	makeMember(portal, ORGANISER, "organiser");
	await appoint(portal);
	sqlite.exec(REVIEWED);

	const guests = await fillByStranger(portal, amounts);
	const own = await fillBySpeaker(portal, amounts);
	await fillByOrganiser(portal, own.hangzhou, amounts);
	await fillByReviewers(portal, own.hangzhou);
	clock.now = end;
	const number = (query: string, ...given: unknown[]) =>
		Number(
			sqlite
				.prepare(query)
				.pluck()
				.get(...given) ?? 0,
		);
	sqlite.exec("analyze");
	sqlite.pragma("wal_checkpoint(TRUNCATE)");
	return {
		own,
		guests,
		entries: number("select count(*) from entries"),
		editBytes: number("select sum(length(before)) from edited_answers where entry_id = ?", own.hangzhou),
		mentions: number("select count(*) from outbox where kind = 'mentioned'"),
	};
}

/** A text of so many characters: quotation marks, which HTML writes with six, Chinese without a repeat, or words. */
function textOf(length: number, sort: number, seed = 0): string {
	if (sort % 3 === 0) return '"'.repeat(length);
	if (sort % 3 === 2) return "word ".repeat(length / 5);
	const letter = (_: unknown, at: number) => String.fromCodePoint(0x4e00 + (((at + seed) * 7_919) % 20_000));
	return Array.from({ length }, letter).join("");
}

/** A form whose texts are as long as they may be. */
async function longest({ services }: TestPortal, name: CallName, seed = 0): Promise<Filling> {
	const asked = new Map(
		services
			.registry()
			.find(CATEGORY[name])
			?.fields.map((field) => [field.name, field]),
	);
	const filling = await complete(name);
	const long = Object.entries(filling).map(([key, given], at) => {
		const field = asked.get(key);
		if (typeof given !== "string" || !field || !("max" in field) || field.kind === "email") return [key, given];
		if (field.kind === "url") return [key, `https://example.org/${"x".repeat(field.max - 20)}`];
		return [key, textOf(field.max, field.kind === "textarea" ? at : 0, seed)];
	});
	return Object.fromEntries(long);
}

/** Sends a form to its call, as a guest or with a token. @returns the number of the entry */
async function send(portal: TestPortal, name: CallName, filling: Filling, token?: string, more = {}): Promise<number> {
	const agent = portal.agent();
	if (token) agent.set("Authorization", `Bearer ${token}`);
	agent.set("Idempotency-Key", `${Math.random()}`);
	const { status, body } = await callApi(agent, name, filling, more).ok(() => true);
	if (status !== 201 && status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body).slice(0, 500)}`);
	return body.id;
}

/** Copies rows, each as often as asked, with some columns made of `i`, the number of the copy. */
function copy(
	{ sqlite }: TestPortal,
	table: string,
	{ times, where, changes }: { times: number; where: string; changes: Record<string, string> },
): void {
	const columns = (sqlite.pragma(`table_info(${table})`) as { name: string }[])
		.map(({ name }) => name)
		.filter((name) => name !== "id");
	const values = columns.map((name) => changes[name] ?? `one."${name}"`);
	sqlite.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${times})
		insert into ${table} ("${columns.join('","')}") select ${values.join()} from n, ${table} one where ${where} and ${times} > 0`);
}

/** The stranger's: an entry under another address each time, with its log and its receipt; and drafts of a browser each. */
async function fillByStranger(portal: TestPortal, { entries, longest: most }: Amounts) {
	const { sqlite, services } = portal;
	const usual: number[] = [];
	for (const name of CALL_NAMES) usual.push(await send(portal, name, await complete(name)));
	const changes = { submission_key: "null", email: "i || one.email", email_folded: "i || one.email_folded" };
	const copies = (number: number) => Math.floor(number / CALL_NAMES.length) - 1;
	copy(portal, "entries", { times: copies(entries - most), where: `one.id in (${usual})`, changes });
	const made = {} as Record<CallName, number>;
	for (const name of CALL_NAMES) made[name] = await send(portal, name, await longest(portal, name));
	const long = Object.values(made);
	copy(portal, "entries", { times: copies(most), where: `one.id in (${long})`, changes });
	sqlite.exec(`
		insert into entry_log (entry_id, at, type, state) select id, created_at, 'Created', 'New' from entries e
			where not exists (select 1 from entry_log l where l.entry_id = e.id);
		insert into outbox (kind, dedupe_key, entry_id, to_address, subject, body, message_id, state, next_at, created_at)
			select 'receipt', 'received:' || e.id || ':1', e.id, e.email, one.subject, one.body, 'copy-' || e.id, 'pending', one.next_at, one.created_at
			from entries e, (select * from outbox where kind = 'receipt' limit 1) one
			where not exists (select 1 from outbox o where o.entry_id = e.id);
	`);
	const programme = services.registry().programmeOf("hangzhou");
	const about = { programme, place: { variant: undefined, editor: false }, id: 0 };
	for (let n = 0; n < 300; n += 1) {
		const visitor: Actor = { ...GUEST, visitor: `visitor ${n}`, network: NETWORK };
		await services.drafts.save(visitor, about, { title: `Draft ${n}`, abstract: textOf(30_000, 2) }, undefined);
	}
	sqlite
		.prepare(
			"with recursive n(i) as (select 1 union all select i + 1 from n where i < 49000) insert into attempts select 'form:' || i, 'hangzhou', 'title', 1, ? from n",
		)
		.run(portal.clock.now);
	return made;
}

/** The speaker's: as many entries as calls take, one edited again and again, drafts of all, messages. */
async function fillBySpeaker(portal: TestPortal, { days, edits }: Amounts) {
	const { sqlite, services, clock } = portal;
	const token = await bearerOf(portal, SPEAKER);
	const userId = idOf(portal, SPEAKER);
	const made = {} as Record<CallName, number>;
	for (const name of CALL_NAMES) {
		made[name] = await send(portal, name, await longest(portal, name), token);
		const already = name === "artistic" ? OF_PERSON / 2 : 0;
		const times = (name === "applied" ? OF_PERSON / 2 : OF_PERSON) - already - 1;
		copy(portal, "entries", { times, where: `one.id = ${made[name]}`, changes: { submission_key: "null" } });
	}
	const talk = made.hangzhou;

	// The first fill what is kept of a talk's texts; the copies are lines whose texts were given up.
	const edit = async (n: number) => {
		const changed = { abstract: textOf(10_000, 1, n), bio: textOf(10_000, 1, 2 * n), details: textOf(10_000, n) };
		await send(portal, "hangzhou", changed, token, { id: String(talk) });
	};
	const byHand = Math.min(40, edits / 2);
	for (let n = 1; n <= byHand; n += 1) await edit(n);
	const newest = `(select max(id) from entry_log where entry_id = ${talk} and type = 'Edited')`;
	copy(portal, "entry_log", { times: edits - 2 * byHand, where: `one.id = ${newest}`, changes: { at: "one.at + i" } });
	sqlite.exec(`insert into edited_answers (log_id, field, entry_id)
		select l.id, field, ${talk} from entry_log l, (select distinct field from edited_answers where entry_id = ${talk})
		where l.entry_id = ${talk} and l.type = 'Edited' and not exists (select 1 from edited_answers a where a.log_id = l.id)`);
	for (let n = 1; n <= byHand; n += 1) await edit(byHand + n);

	// Withdrawn and submitted again until that is refused, each day.
	const actor = actorOf(portal, SPEAKER);
	for (let day = 0; day < days; day += 1) {
		for (let n = 0; n < 25; n += 1) {
			for (const withdrawn of [true, false])
				await services.entries.setWithdrawn(actor, `talk-${talk}`, "", withdrawn).catch(() => undefined);
		}
		sqlite.prepare("update entries set presence = 'active' where id = ?").run(talk);
		for (let n = 0; ; n += 1) {
			const written = await services.messages.writeAsAuthor(actor, `talk-${talk}`, "", `${n} ${textOf(4_990, n)}`);
			if (written !== "written") break;
		}
		clock.now += DAY;
	}
	sqlite.exec(`insert into messages (entry_id, thread, from_team, actor_id, body, at)
		select e.id, one.thread, 0, one.actor_id, iif(e.id < ${talk + 5}, one.body, 'Please answer'), one.at
		from messages one, entries e where one.entry_id = ${talk} and e.user_id = ${userId} and e.id <> ${talk}`);

	// As large as a draft may be, in two versions: of the form, and of each talk.
	const programme = services.registry().programmeOf("hangzhou");
	const own = sqlite.prepare("select id from entries where user_id = ? and category = 'hangzhou'").pluck().all(userId);
	for (const id of [0, ...(own as number[])]) {
		const about = { programme, place: { variant: undefined, editor: false }, id };
		for (const title of ["One", "Two"])
			await services.drafts.save(actor, about, { title, abstract: textOf(250_000, 0) }, undefined);
	}
	return made;
}

/** The organiser's: decisions, an own track of everything, and as many rows as the console takes. */
async function fillByOrganiser(portal: TestPortal, talk: number, { rows }: Amounts): Promise<void> {
	const { sqlite, services } = portal;
	const actor = await organiser(portal);
	const { id: by } = actor.user as SignedIn;
	for (const [at, status] of ["Hold", "Reject", "Accept"].entries()) {
		const some = `(select id from entries where category = 'hangzhou' and id < ${talk} order by id desc limit ${rows / 10} offset ${at * 500})`;
		sqlite.exec(`insert into entry_log (entry_id, at, actor_id, type, state, changes)
			select id, ${portal.clock.now}, ${by}, 'Status', '${status}', json_object('status', json_object('from', 'New', 'to', '${status}')) from ${some};
			update entries set status = '${status}' where id in ${some};`);
	}
	for (let n = 0; n < 10; n += 1)
		await services.messages.write(actor, `talk-${talk}`, "organisers", `${n} ${textOf(4_990, n)}`);
	const notes = `one.entry_id = ${talk} and one.thread = 'organisers'`;
	copy(portal, "messages", { times: rows / 10, where: notes, changes: {} });
	for (const kind of ["talk", "nomination", "aigc", "forum"] as const) {
		for (let n = 0; ; n += 1) {
			const view = { kind, name: `${n} ${textOf(50, 0)}`, search: `q=${"x".repeat(3_900)}` };
			if ((await services.savedViews.save(actor, view)) !== undefined) break;
		}
	}
	const { latest: lastDay } = services.lateLinks.days();
	const link = { category: "hangzhou", note: textOf(200, 0), allowed: 20, lastDay };
	while ((await services.lateLinks.make(actor, link)) !== "tooMany");
	const changes = { secret_hash: "randomblob(32)", ended_at: `${portal.clock.now}` };
	copy(portal, "late_links", { times: Math.ceil(rows / 200), where: "true", changes });
	const tracks = Number(sqlite.prepare("select count(*) from tracks").pluck().get());
	for (let n = tracks; n < TRACKS; n += 1) {
		const texts = { label: `${n} ${textOf(190, 2)}`, description: textOf(2_000, 2) };
		await services.tracks.create(actor, texts, `track-${n}`);
	}
	for (let n = 0; n < 101; n += 1) {
		const invited = { email: `invited-${n}@example.org`, role: "reviewer", locale: "en" } as const;
		await services.invitations.send(actor, invited);
	}
	await services.broadcasts.keep(actor, {
		en: { subject: textOf(300, 0), body: textOf(20_000, 0) },
		zh: { subject: textOf(300, 1), body: textOf(20_000, 1) },
		replyTo: "",
	});
	copy(portal, "broadcasts", { times: rows / 10, where: "one.seen is null", changes: { seen: "'seen ' || i" } });
	await release(portal, textOf(500, 0));
	const first = "one.version = (select min(version) from releases)";
	sqlite.exec(`insert into decision_releases (event_id, category, statuses, tracks, seen, unmailed, at, actor_id)
		select event_id, category, '["Accept"]', '[]', 'seen', 1, ${portal.clock.now}, ${by} from programmes where category = 'hangzhou'`);
	copy(portal, "decision_releases", { times: rows / 10, where: "true", changes: { seen: "'seen ' || i" } });
	copy(portal, "releases", { times: rows / 10, where: first, changes: { version: "null", number: "1 + i" } });
}

/** The reviewers': a review of every talk there is, none of them in conflict, and a full discussion of one. */
async function fillByReviewers(portal: TestPortal, talk: number): Promise<void> {
	const { sqlite, services } = portal;
	const ids = [REVIEWER, FORMER].map((email) => idOf(portal, email));
	for (const id of ids)
		sqlite.exec(`insert into reviews (entry_id, reviewer_id, state, marks, recommendation, committee_note, author_note, rules_version, entry_version, revision, at)
			select id, ${id}, 'done', '{}', 'yes', '${textOf(5_000, 0)}', '${textOf(5_000, 0)}', 1, 0, 1, ${portal.clock.now}
			from entries where category = 'hangzhou'`);
	// Organisers decided on every pair: of none of them there is a conflict of interest.
	for (const id of ids)
		sqlite.exec(`insert into conflicts (entry_id, reviewer_id, state, at)
			select id, ${id}, 'dismissed', ${portal.clock.now} from entries where category = 'hangzhou'`);
	sqlite.prepare("update memberships set tracks = '[\"ws-dora\"]' where user_id = ?").run(ids[1]);
	const actor = actorOf(portal, REVIEWER, "reviewer");
	for (let n = 0; ; n += 1) {
		const said = { text: `${n} ${textOf(1_990, n)}`, tell: ids, tellOrganisers: true, locale: "en" as const };
		if ((await services.discussions.say(actor, `talk-${talk}`, said)) !== undefined) break;
		portal.clock.now += 60_000;
	}
}

const idOf = ({ sqlite }: TestPortal, email: string) =>
	Number(sqlite.prepare("select id from users where email = ?").pluck().get(email));

function actorOf(portal: TestPortal, email: string, role?: "reviewer"): Actor {
	const user = { id: idOf(portal, email), email, name: "", role, isVerified: true, sessionHash: "" };
	return {
		user: { ...user, expiresAt: Number.POSITIVE_INFINITY, isFresh: true },
		visitor: undefined,
		network: NETWORK,
	};
}

/** Whom the addresses are asked by: their cookies, and the token of those who use calls. */
export interface Asking {
	who: string;
	headers: Record<string, string>;
	/** Whether calls are asked only. */
	onlyCalls: boolean;
}

/** Every kind of caller, signed in at the portal's present time: with a cookie, some with a token as well. */
export async function askers(portal: TestPortal): Promise<Asking[]> {
	const asking: Asking[] = [{ who: "anonymous", headers: {}, onlyCalls: false }];
	for (const email of [SPEAKER, OTHER, REVIEWER, FORMER, ORGANISER, ADMIN.email]) {
		const cookies = Object.entries(await cookiesOf(portal, email)).map((pair) => pair.join("="));
		const who = email.split("@")[0] ?? "";
		asking.push({ who, headers: { cookie: cookies.join("; ") }, onlyCalls: false });
		if (![SPEAKER, FORMER, ADMIN.email].includes(email)) continue;
		const token = await bearerOf(portal, email);
		asking.push({ who: `${who} by token`, headers: { authorization: `Bearer ${token}` }, onlyCalls: true });
	}
	return asking;
}

/** What stands in an address for each of its variables. Of several, an address for each. */
function valuesOf(own: Filled["own"], guests: Filled["guests"]): Record<string, readonly string[]> {
	const spots = [own, guests].flatMap(({ hangzhou, "sl-hz": nomination, artistic, forum }) => [
		`talk-${hangzhou}`,
		`nomination-${nomination}`,
		`aigc-${artistic}`,
		`forum-${forum}`,
	]);
	return {
		":spotId": spots,
		":spot": spots,
		":entry": spots,
		":call": ["hangzhou", "sl-hz"],
		":kind": ["talk", "nomination", "aigc", "forum", "accept", "broadcast"],
		":release": ["1"],
		":broadcast": ["2"],
		":slug": ["hangzhou-2025"],
		":id": [String(own.hangzhou), String(guests.hangzhou)],
		"questions/:name": ["questions/abstract"],
		"cards/:name": [`cards/talk-${own.hangzhou}-en.png`, "cards/conference-zh.png"],
		":name": ["1"],
	};
}

/** Lists and pages as their links show them: the longest, the last, one of a search. */
const LISTS = ["/admin/proposals", "/admin/nominations", "/admin/aigc", "/admin/forum"];
const NARROWED = ["rows=100", "rows=100&page=2", "page=9999", "q=word", "q=%22%22%22", "sort=title", "need=unread"];
const PAGED = [
	"/dashboard",
	"/proposals",
	"/nominations-aigc",
	"/review",
	"/api/reviews",
	"/admin/messages",
	"/admin/mail",
];

/** Every address of the access table that is read, with what there is in place of its variables. */
export function everyAddress({ own, guests }: Filled): string[] {
	const values = valuesOf(own, guests);
	const named = (path: string): string[] => {
		const variable = Object.keys(values).find((name) => path.includes(name));
		if (variable === undefined) return [path];
		return (values[variable] ?? []).flatMap((value) => named(path.replace(variable, value)));
	};
	const paths = access
		.filter(({ method, path }) => method === "GET" && !path.endsWith("*"))
		.flatMap(({ path }) => named(path));
	const ids = [own, guests].flatMap((one) => [one.hangzhou, one.artistic]);
	return [
		...paths,
		...LISTS.flatMap((path) => NARROWED.map((query) => `${path}?${query}`)),
		...LISTS.flatMap((path) => ids.map((id) => `${path}?modal=details&id=${id}`)),
		...PAGED.flatMap((path) => [`${path}?page=2`, `${path}?page=9999`]),
		...["/proposals", "/nominations-aigc"].flatMap((path) => ids.map((id) => `${path}?modal=details&id=${id}`)),
		...CALL_NAMES.flatMap((name) => `${CALLS[name].path}?spot=${values[":spot"]?.[0]}`),
		...["hangzhou", "sl-hz", "sl-aigc", "forum"].map((category) => `/api/nominations?category=${category}`),
		"/admin/mail/broadcasts?of=talk",
		`/admin/history/talk-${own.hangzhou}?before=100000`,
	];
}

/** What the contract promises whole, and files: they are written in pieces, whatever their size. */
export const IS_WHOLE =
	/^\/(api\/(entries|nominations|forum\/entries|spotlights\/user|me\/export)|account\/copy|works|admin\/(export|event\/setup\.json))|\.csv|-aigc\/export/;
