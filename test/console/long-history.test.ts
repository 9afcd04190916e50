import { randomBytes } from "node:crypto";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { bearerOf } from "../support/sessions.ts";
import { portrait, talkFields } from "../support/talks.ts";

const ANN = "ann@example.org";
/** As many characters as an abstract may have, which no compression makes small. */
const noise = () => randomBytes(3_000).toString("base64url").slice(0, 3_900);

/** A portal with a talk of somebody who is signed in, and what changes it. */
async function withTalk(abstract = "At first.") {
	const portal = await openPortal();
	await register(portal, ANN);
	const token = await bearerOf(portal, ANN);
	const send = async (fields: Record<string, string>, photo?: Buffer) => {
		const request = portal.agent().post("/api/submit").set("Authorization", `Bearer ${token}`);
		for (const [name, value] of Object.entries(fields)) request.field(name, value);
		if (photo) request.attach("file", photo, { filename: "a.jpg" });
		const { status, body } = await request;
		if (status > 201) throw new Error(JSON.stringify(body));
	};
	await send(talkFields({ abstract }), (await portrait()).bytes);
	return { portal, token, change: (fields: Record<string, string>) => send({ id: "1", ...fields }) };
}

const keptBytes = (portal: TestPortal) =>
	portal.sqlite.prepare("select coalesce(sum(length(before)), 0) from edited_answers").pluck().get() as number;

/** The lines of a history, each with what it changed. */
const linesOf = (html: string) =>
	(parse(html).querySelector("ul.history")?.childNodes ?? []).map(({ textContent }) =>
		textContent.replace(/\s+/g, " ").trim(),
	);

const linkTo = (html: string, text: string) =>
	parse(html)
		.querySelectorAll("a")
		.find((link) => link.text === text)
		?.getAttribute("href");

describe("the history of an entry", () => {
	it("shows its newest part, and the rest page by page, for organisers", async () => {
		const { portal, change } = await withTalk();
		for (let n = 1; n <= 70; n += 1) await change({ title: `Title ${n}` });
		const admin = await portal.admin();
		const details = (await admin.get("/admin/proposals?modal=details&id=1").expect(200)).text;
		expect(linesOf(details)).toHaveLength(30);
		expect(linesOf(details).at(-1)).toContain("Title 69 → Title 70");
		const older = linkTo(details, "Earlier history") ?? "";
		const second = (await admin.get(older).expect(200)).text;
		expect(linesOf(second)).toHaveLength(30);
		expect(linesOf(second).at(-1)).toContain("Title 39 → Title 40");
		expect(linkTo(second, "Newest history")).toBe("/admin/history/talk-1");
		const first = (await admin.get(linkTo(second, "Earlier history") ?? "").expect(200)).text;
		expect(linesOf(first)).toHaveLength(11);
		expect(linesOf(first)[0]).toContain("Submitted");
		expect(linkTo(first, "Earlier history")).toBeUndefined();
		expect(linesOf((await admin.get("/admin/history/talk-1").expect(200)).text)).toHaveLength(30);
		for (const spot of ["talk-9", "forum-1", "x"]) await admin.get(`/admin/history/${spot}`).expect(404);
		await (await signIn(portal, ANN)).get("/admin/history/talk-1").expect(302);
	});

	it("shows of a long answer what changed, however long the rest is", async () => {
		const start = "word ".repeat(500);
		const { portal, change } = await withTalk(`${start}one${" more".repeat(200)}`);
		await change({ abstract: `${start}two${" more".repeat(200)}` });
		const { text } = await (await portal.admin()).get("/admin/proposals?modal=details&id=1").expect(200);
		const line = linesOf(text).at(-1) ?? "";
		expect(line).toMatch(/word one more/);
		expect(line).toMatch(/word two more/);
		expect(line.length).toBeLessThan(500);
	});
});

describe("an entry that is changed again and again", () => {
	it("keeps a line for each change for ever, and no more texts than it may", async () => {
		const original = noise();
		const { portal, change } = await withTalk(original);
		const texts: string[] = [];
		for (let n = 1; n <= 120; n += 1) {
			texts.push(noise());
			await change({ abstract: texts.at(-1) ?? "" });
		}
		expect(keptBytes(portal)).toBeLessThanOrEqual(256 * 1024);
		const copy = JSON.parse((await (await signIn(portal, ANN)).get("/api/me/export").expect(200)).text);
		const edits = copy.entries[0].history.filter(({ type }: { type: string }) => type === "Edited");
		expect(edits).toHaveLength(120);
		// As it was submitted, and what was written last.
		expect(edits[0].changes.abstract.from).toBe(original);
		expect(edits[119].changes.abstract).toEqual({ from: texts[118], to: texts[119] });
		// Between them texts were given up, the oldest first; the line still says what was changed.
		expect(edits[1].changes).toEqual({ abstract: {} });
		const older = (await (await portal.admin()).get("/admin/history/talk-1?before=20").expect(200)).text;
		expect(linesOf(older)[5]).toContain("Abstract");
	});

	it("stays readable as it was when it was accepted, and when a reviewer last read it", async () => {
		const { portal, change } = await withTalk(noise());
		const states: string[] = [];
		const edit = async (times: number) => {
			for (let n = 1; n <= times; n += 1) {
				states.push(noise());
				await change({ abstract: states.at(-1) ?? "" });
			}
		};
		await edit(5);
		await (await portal.admin())
			.patch("/api/entries/1")
			.set("Sec-Fetch-Site", "same-origin")
			.send({ status: "Accept" })
			.expect(200);
		const accepted = states.at(-1);
		await edit(5);
		const version = portal.sqlite.prepare("select max(id) from entry_log").pluck().get();
		portal.sqlite.exec(
			`insert into reviews (entry_id, state, marks, rules_version, entry_version, revision, at) values (1, 'done', '{}', 1, ${version}, 1, 1)`,
		);
		const read = states.at(-1);
		await edit(120);
		const kept = portal.sqlite
			.prepare("select log_id from edited_answers where before is not null order by log_id limit 3")
			.pluck()
			.all();
		expect(kept).toHaveLength(3);
		const copy = JSON.parse((await (await signIn(portal, ANN)).get("/api/me/export").expect(200)).text);
		const found = copy.entries[0].history.map(
			({ changes }: { changes?: { abstract?: { from?: string } } }) => changes?.abstract?.from,
		);
		expect(found).toContain(accepted);
		expect(found).toContain(read);
		expect(keptBytes(portal)).toBeLessThanOrEqual(256 * 1024);
	});

	it("leaves nothing of earlier texts when its person is erased", async () => {
		const { portal, change } = await withTalk("The secret abstract.");
		await change({ abstract: "Another abstract." });
		await portal.services.erasing.erase({ address: ANN });
		expect(portal.sqlite.prepare("select count(*) from edited_answers").pluck().get()).toBe(0);
	});
});
