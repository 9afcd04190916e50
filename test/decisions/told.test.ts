import { describe, expect, it } from "vitest";
import { linkIn } from "../support/accounts.ts";
import { addresses, crawl } from "../support/crawling.ts";
import { holdBack } from "../support/decisions.ts";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { owner } from "../support/messages.ts";
import { personalCopy } from "../support/personal-copy.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";
import { organiser, place, release } from "../support/released-schedule.ts";
import { addReviewer, REVIEWED, REVIEWER } from "../support/reviews.ts";
import { addPerson, bearerOf, cookiesOf } from "../support/sessions.ts";
import { openMailbox } from "../support/smtp.ts";
import { keptApart, removeAsSpam, SPAM, sortOut, UNCHECKED } from "../support/spam.ts";
import { adminBearer } from "../support/talks-sent.ts";

const AUTHOR = "author@example.org";

async function author(portal: TestPortal): Promise<string> {
	await addPerson(portal, AUTHOR, "Han Meimei");
	return cookieOf(portal, AUTHOR);
}

async function cookieOf(portal: TestPortal, email: string): Promise<string> {
	const cookies = await cookiesOf(portal, email);
	return Object.entries(cookies)
		.map(([name, value]) => `${name}=${value}`)
		.join("; ");
}

async function setStatus(portal: TestPortal, id: number, status: string) {
	const bearer = await adminBearer(portal);
	await portal.agent().patch(`/api/entries/${id}`).set("Authorization", bearer).send({ status }).expect(200);
}

const known = ({ sqlite }: TestPortal, id: number) =>
	sqlite.prepare("select coalesce(told_status, status) from entries where id = ?").pluck().get(id);

/** What an answer says, without what is drawn anew for each. */
const said = (text: string) =>
	text
		.replace(/nonce[-=]\\?"?[\w+/=-]+/g, "nonce")
		.replace(/"(date|etag|set-cookie|x-request-id|last-modified|content-length|age)","[^"]*"/gi, '"$1"')
		.replace(/(name="token" value=)"[^"]*"/g, "$1");

describe("a call that tells when released", () => {
	it("shows no byte of a status that was not told, by page, feed, file or call", async () => {
		const portal = await openPortal();
		await holdBack(portal);
		const talks = [await sendTalk(portal, { title: "One" }), await sendTalk(portal, { title: "Two" })];
		talks.push(await sendTalk(portal, { title: "Three" }));
		const others = [await sendWork(portal), await sendProject(portal), await sendRegistration(portal)];
		const key = linkIn(portal, "receipt");
		const cookie = await author(portal);
		portal.sqlite.exec(`update entries set consent = 1;
			update entries set user_id = (select id from users where email = '${AUTHOR}') where id in (${talks[0]}, ${others.join()})`);
		for (const [at, id] of talks.entries())
			await place(portal, id, ["day1", "ai-next", ["10:00", "10:30", "11:00"][at] ?? ""]);
		const ids = [...talks, ...others];
		const more = ["status=Accept", "status=New", "sort=status", "sort=-status"].map((query) => `/proposals?${query}`);
		const asked = [...addresses(ids), ...more, "/schedule?q=One", "/account/copy"];
		const bearer = `Bearer ${await bearerOf(portal, AUTHOR)}`;
		portal.sqlite.exec(REVIEWED);
		await addReviewer(portal);
		const reviewer = await cookieOf(portal, REVIEWER);
		const theirs = [...asked, "/review", ...talks.map((id) => `/review/talk-${id}`)];
		const whole = async () => [
			...(await crawl(portal, [...asked, key], { accept: "text/html" })),
			...(await crawl(portal, asked, { accept: "text/html", cookie })),
			...(await crawl(portal, theirs, { accept: "text/html", cookie: reviewer })),
			...(await crawl(
				portal,
				asked.filter((path) => path.startsWith("/api/")),
				{ authorization: bearer },
			)),
		];
		const answers = async () => (await whole()).map(({ address, text }) => [address, said(text)]);
		const [one = 0, two = 0, three = 0] = talks;
		await setStatus(portal, one, "Accept");
		await release(portal, "With a talk whose author does not know that it is accepted");
		const before = await answers();
		expect(before.length).toBeGreaterThan(200);
		expect(await answers()).toEqual(before);

		for (const [id, status] of [
			[one, "New"],
			[one, "Accept"],
			[two, "Reject"],
			[three, "Hold"],
		] as const)
			await setStatus(portal, id, status);
		for (const id of others) await setStatus(portal, id, "Accept");
		const after = await answers();
		expect(after.filter(([address, text], at) => before[at]?.[0] !== address || before[at]?.[1] !== text)).toEqual([]);
		for (const id of ids) expect(known(portal, id)).toBe("New");
		expect((await portal.agent().get("/schedule")).text).not.toContain("One");
		await portal.db.write(() => void portal.sqlite.exec("update entries set told_status = null"));
		expect((await portal.agent().get("/schedule")).text).toContain("One");
	});
});

const HANGZHOU = "Hangzhou Talk Proposal";

describe("what is told", () => {
	const ofAuthor = async (portal: TestPortal) => {
		const cookie = await author(portal);
		const id = await sendTalk(portal, { title: "One", email: AUTHOR });
		portal.sqlite.exec(`update entries set user_id = (select id from users where email = '${AUTHOR}')`);
		const dashboard = async () =>
			textOfPage((await portal.agent().get("/dashboard").set("Cookie", cookie).expect(200)).text);
		await setStatus(portal, id, "Accept");
		const bearer = await adminBearer(portal);
		const letter = () => portal.agent().post("/api/mailer/status").set("Authorization", bearer);
		return { id, dashboard, send: () => letter().send({ id, email: AUTHOR, status: "Accept" }) };
	};

	it("is not told by the schedule: who knows of a place keeps it, and hears of none", async () => {
		const portal = await openPortal();
		await holdBack(portal);
		const id = await sendTalk(portal, { title: "One", email: AUTHOR });
		const other = await sendTalk(portal, { title: "Two" });
		await portal.db.write(
			() => void portal.sqlite.exec("update entries set consent = 1, status = 'Accept', told_status = null"),
		);
		const actor = await organiser(portal);
		const announce = () => {
			const { draft } = portal.services.releases.pending(actor);
			return portal.services.releases.release(actor, { draft, note: "", withLetters: true });
		};
		const shown = async () => (await portal.agent().get("/schedule")).text.includes("One");
		await place(portal, id, ["day1", "ai-next", "10:00"]);
		await announce();
		portal.sqlite.exec("update outbox set state = 'sent'");
		await setStatus(portal, id, "Reject");
		await place(portal, other, ["day1", "ai-next", "11:00"]);
		expect([await announce(), await shown()]).toEqual([{ version: 2, letters: 1 }, true]);
		await portal.db.write(() => void portal.sqlite.exec("update entries set told_status = null"));
		expect([await announce(), await shown()]).toEqual([{ version: 3, letters: 1 }, false]);
		const removals = portal.sqlite.prepare("select entry_id, version from outbox where kind = 'removal'").all();
		expect(removals).toEqual([{ entry_id: id, version: 3 }]);
	});

	it("is told by the mail that announces it, and not told otherwise since", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		await holdBack(portal);
		const { id, dashboard, send } = await ofAuthor(portal);
		expect(await dashboard()).not.toContain("Accept");
		await send().expect(200);
		expect([known(portal, id), await dashboard()]).toEqual(["Accept", expect.stringContaining("Accept")]);
		await setStatus(portal, id, "Reject");
		const copy = personalCopy(portal, AUTHOR, { notes: false });
		expect(copy?.entries[0]?.status).toBe("Accept");
		expect(copy?.entries[0]?.history.map(({ type, state }: Record<string, string>) => [type, state])).toEqual([
			["Created", "New"],
			["Email", "Accept"],
		]);
		expect(JSON.stringify(copy)).not.toContain("Reject");
	});

	it("is not told by a mail that waits", async () => {
		const portal = await openPortal();
		await holdBack(portal);
		const { id, dashboard, send } = await ofAuthor(portal);
		await send().expect(202);
		expect([known(portal, id), await dashboard()]).toEqual(["New", expect.not.stringContaining("Accept")]);
	});

	it("is nothing where a status is set back to the one that is known", async () => {
		const portal = await openPortal();
		await holdBack(portal);
		const id = await sendTalk(portal);
		const held = () => portal.sqlite.prepare("select told_status from entries").pluck().get();
		await setStatus(portal, id, "Reject");
		expect(held()).toBe("New");
		await setStatus(portal, id, "New");
		expect(held()).toBe(null);
	});

	it("is marked in the console, listed by its to-do and linked on the overview, only where a call holds back", async () => {
		const portal = await openPortal();
		const id = await sendTalk(portal, { title: "One" });
		await sendTalk(portal, { title: "Two" });
		const admin = await portal.admin();
		const list = async (query = "") => textOfPage((await admin.get(`/admin/proposals${query}`).expect(200)).text);
		await setStatus(portal, id, "Hold");
		expect(await list()).not.toMatch(/not told/i);
		await setStatus(portal, id, "New");
		await holdBack(portal);
		expect(await list()).toContain("Status not told");
		await setStatus(portal, id, "Hold");
		const untold = await list("?need=untold");
		expect(untold).toMatch(/One.*Not told yet/);
		expect(untold).not.toContain("Two");
		expect(textOfPage((await admin.get("/admin").expect(200)).text)).toContain(
			"1 talk with a status that its author was not told",
		);
		expect(textOfPage((await admin.get(`/admin/proposals?modal=details&id=${id}`).expect(200)).text)).toContain(
			"Not told yet",
		);
	});

	it("tells the author of an entry nothing while it is kept apart, and what is due when it is let in", async () => {
		const portal = await openPortal();
		const [spam, unchecked] = [
			await sendTalk(portal, { title: "Spam" }),
			await sendTalk(portal, { title: "Unchecked" }),
		];
		const admin = await portal.admin();
		const agent = await owner(portal, spam, AUTHOR);
		await owner(portal, unchecked, AUTHOR);
		await set(admin, "hangzhou", { tells: "when released" });
		for (const id of [spam, unchecked]) await setStatus(portal, id, "Reject");
		await removeAsSpam(admin, "/admin/proposals", spam);
		await portal.db.write(() => portal.sqlite.exec(keptApart("unchecked", unchecked)));
		const pages = async () => {
			const shown = [`/entry/talk-${spam}`, `/entry/talk-${unchecked}`, "/dashboard", "/api/spotlights/user"];
			const texts = [];
			for (const path of shown) texts.push((await agent.get(path).expect(200)).text);
			texts.push(JSON.stringify({ ...(await agent.get("/api/me/export").expect(200)).body, madeAt: 0, account: 0 }));
			return texts.map(said);
		};
		const before = await pages();
		expect(before.join()).not.toContain("Reject");
		// They hold up no change of the call, which tells the other authors from now on.
		expect((await set(admin, "hangzhou", { tells: "at once" })).status).toBe(200);
		expect(await pages()).toEqual(before);
		await sortOut(admin, SPAM, "do.let-in", spam);
		await sortOut(admin, UNCHECKED, "do.let-in", unchecked);
		expect([known(portal, spam), known(portal, unchecked)]).toEqual(["Reject", "Reject"]);
		for (const id of [spam, unchecked])
			expect(textOfPage((await agent.get(`/entry/talk-${id}`).expect(200)).text)).toContain("Reject");
		const copy = (await agent.get("/api/me/export").expect(200)).body;
		expect(copy.entries.map(({ history }: { history: unknown[] }) => history.at(-1))).toEqual(
			Array(2).fill(expect.objectContaining({ type: "Told", state: "Reject" })),
		);
		// A call that goes on holding back tells nothing by that.
		await set(admin, "hangzhou", { tells: "when released" });
		await setStatus(portal, spam, "Hold");
		await removeAsSpam(admin, "/admin/proposals", spam);
		await sortOut(admin, SPAM, "do.let-in", spam);
		expect(known(portal, spam)).toBe("Reject");
	});

	it("is not told by mistake: a call cannot tell at once again while it holds something back", async () => {
		const portal = await openPortal();
		const id = await sendTalk(portal);
		const admin = await portal.admin();
		const tells = () => portal.sqlite.prepare("select tells from programmes where category = 'hangzhou'").pluck().get();
		const saved = await set(admin, "hangzhou", { tells: "when released" });
		expect([saved.status, tells()]).toEqual([200, "when released"]);
		await setStatus(portal, id, "Reject");
		const refused = await set(admin, "hangzhou", { tells: "at once" });
		expect([refused.status, tells(), known(portal, id)]).toEqual([409, "when released", "New"]);
		expect(textOfPage(refused.text)).toContain(
			`${HANGZHOU} was not saved: there are statuses that their authors were not told. Release them first.`,
		);
		const file = (await admin.get("/admin/event/setup.json").expect(200)).text;
		const document = JSON.parse(file);
		const ours = document.calls.find(
			(one: { definition: { category: string } }) => one.definition.category === "hangzhou",
		);
		expect(ours.tells).toBe("when released");
		ours.tells = "at once";
		const page = (await admin.get("/admin/event/setup").expect(200)).text;
		const imported = await submitForm(
			admin,
			page,
			{ text: JSON.stringify(document) },
			{
				press: "do.check",
				selector: "main form[enctype]",
			},
		);
		expect(textOfPage(imported.text)).toContain(`Call “${HANGZHOU}” cannot tell at once`);
		// Who withdrew waits for nothing.
		await portal.db.write(() => void portal.sqlite.exec("update entries set presence = 'withdrawn'"));
		await set(admin, "hangzhou", { tells: "at once" });
		expect([tells(), known(portal, id)]).toEqual(["at once", "Reject"]);
	});
});
