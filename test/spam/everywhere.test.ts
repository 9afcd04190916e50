import { describe, expect, it } from "vitest";
import { PASSWORD, register } from "../support/accounts.ts";
import { access } from "../support/addresses.ts";
import { addresses, crawl } from "../support/crawling.ts";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { CALL_NAMES, CATEGORY } from "../support/fillings.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { addReviewer, REVIEWED } from "../support/reviews.ts";
import { from, removeAsSpam, SPAM, sortOut, UNCHECKED } from "../support/spam.ts";
import { adminBearer } from "../support/talks-sent.ts";

/** A word that nothing else on any page has. */
const CANARY = "Zebrafish";
const LISTS = {
	talk: "/admin/proposals",
	nomination: "/admin/nominations",
	aigc: "/admin/aigc",
	forum: "/admin/forum",
};

/** One entry of each kind, in the order of `LISTS`. */
async function sendAll(portal: TestPortal, word: string): Promise<number[]> {
	return [
		await sendTalk(portal, { title: `Talk ${word}`, name: word, org: word, tracks: "ai-next" }),
		await sendProject(portal, { projectname: `Project ${word}`, nominatorname: word, ownername: word }),
		await sendWork(portal, { title: `Work ${word}`, name: word, org: word }),
		await sendRegistration(portal, { name: word, companySchool: word }),
	];
}

/** What organisers open besides lists: what was removed, its details and mails stay readable for them. */
const OF_ONE = /^\/admin\/(spam|mail\b|messages\/|history\/|editor)|modal=/;

/** Every address for visitors and programs that has the word. */
async function publicPlaces(portal: TestPortal, ids: readonly number[]): Promise<string[]> {
	const { body } = await portal
		.agent()
		.post("/api/auth/login")
		.send({ username: "other@example.org", password: PASSWORD })
		.expect(200);
	const everybody = await crawl(portal, addresses(ids), { accept: "text/html" });
	const calls = addresses(ids).filter((path) => path.startsWith("/api/"));
	const program = await crawl(portal, calls, { authorization: `Bearer ${body.token}` });
	return placesIn([...everybody, ...program]);
}

/** Every address for organisers that has the word, pages and calls. */
async function organisersPlaces(portal: TestPortal): Promise<string[]> {
	const admin = await portal.admin();
	const bearer = await adminBearer(portal);
	const rows = access.filter(({ method, path }) => method === "GET" && !/:(?!call|kind)/.test(path));
	const paths = rows
		.filter(({ path, who }) => path !== "*" && who !== "everyone" && path !== "/confirm")
		.flatMap(({ path }) => {
			if (path.includes(":kind")) return Object.keys(LISTS).map((kind) => path.replace(":kind", kind));
			if (path.includes(":call")) return [path.replace(":call", "hangzhou")];
			return [path];
		})
		.filter((path) => !OF_ONE.test(path));
	const lists = Object.values(LISTS).flatMap((list) => [
		`${list}?rows=100`,
		...[...Array(4)].map((_, id) => `${list}?q=${CANARY}+%23${id + 5}`),
	]);
	const calls = [...new Set(CALL_NAMES.map((name) => `/api/nominations?category=${CATEGORY[name]}`))];
	const found: { address: string; text: string }[] = [];
	for (const address of [...paths, ...lists, ...calls, "/api/entries", "/api/forum/entries"]) {
		const isCall = address.startsWith("/api/");
		const asked = isCall ? portal.agent().get(address).set("Authorization", bearer) : admin.get(address);
		const { status, text = "", body } = await asked;
		expect([address, status < 500]).toEqual([address, true]);
		// What was searched for stands in the form again.
		const said = (text || String(body)).replaceAll(`${CANARY} #`, "").replaceAll(`${CANARY}+%23`, "");
		found.push({ address, text: said });
	}
	return placesIn(found);
}

async function reviewersPlaces(reviewer: ReturnType<TestPortal["agent"]>): Promise<string[]> {
	const found: { address: string; text: string }[] = [];
	for (const address of ["/review", "/review?call=hangzhou", "/review/talk-5"])
		found.push({ address, text: (await reviewer.get(address)).text });
	return placesIn(found);
}

const placesIn = (found: readonly { address: string; text: string }[]) =>
	[...new Set(found.filter(({ text }) => text.includes(CANARY)).map(({ address }) => address))].sort();

async function open() {
	const portal = await openPortal({ TRUST_PROXY: "1" });
	await portal.db.write(() =>
		portal.sqlite.exec(`update programmes set state = 'open'; ${REVIEWED} update review_rules set blind = 0`),
	);
	await register(portal, "other@example.org");
	const reviewer = await addReviewer(portal);
	const admin = await portal.admin();
	return { portal, admin, reviewer };
}

describe("an entry", () => {
	it("that is removed as spam is on no address but those of its organisers; undone, it is where it was", async () => {
		const { portal, admin, reviewer } = await open();
		await sendAll(portal, "Kept");
		const ids = await sendAll(portal, CANARY);
		const places = async () => ({
			everybody: await publicPlaces(portal, [...ids, 1]),
			organisers: await organisersPlaces(portal),
			reviewers: await reviewersPlaces(reviewer),
		});
		const before = await places();
		// The word would be found: the rest of this test says something.
		expect(before.everybody).toEqual(expect.arrayContaining(["/proposals", "/api/entries", "/nominations-aigc"]));
		expect(before.organisers).toEqual(
			expect.arrayContaining([...Object.values(LISTS), "/admin/export/talk", "/api/entries", "/api/forum/entries"]),
		);
		expect(before.reviewers).toContain("/review");

		for (const [index, list] of Object.values(LISTS).entries()) await removeAsSpam(admin, list, ids[index] ?? 0);
		expect(await places()).toEqual({ everybody: [], organisers: [], reviewers: [] });
		expect((await admin.get(SPAM).expect(200)).text).toContain(CANARY);

		await sortOut(admin, SPAM, "do.let-in", ...ids);
		expect(await places()).toEqual(before);
	});

	it("that waits for a check is on no address but those of its organisers until it is let in", async () => {
		const { portal, admin, reviewer } = await open();
		await sendAll(portal, "Kept");
		const guests = from(portal, "203.0.113.7");
		const spam = await sendTalk(guests, { title: "Buy now" });
		await removeAsSpam(admin, LISTS.talk, spam);
		const ids = await sendAll(guests, CANARY);
		expect(await publicPlaces(portal, [...ids, 1])).toEqual([]);
		expect(await organisersPlaces(portal)).toEqual([]);
		expect(await reviewersPlaces(reviewer)).toEqual([]);
		await sortOut(admin, UNCHECKED, "do.let-in", ...ids);
		expect(await publicPlaces(portal, [...ids, 1])).toEqual(expect.arrayContaining(["/proposals", "/api/entries"]));
		expect(await organisersPlaces(portal)).toEqual(expect.arrayContaining([...Object.values(LISTS), "/api/entries"]));
	});
});
