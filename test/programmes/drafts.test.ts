import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { MARKER } from "../../server/uploads-marker.ts";
import { linkIn, register, signIn } from "../support/accounts.ts";
import { kept, MINUTE, member, notice, offered, open, SAVE, save } from "../support/drafts.ts";
import { CALL_NAMES, CALLS, complete, expectShown, openAll, TALK } from "../support/fillings.ts";
import { errorsOf, type Filling, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal, temporaryDirectory } from "../support/portal.ts";
import { portrait } from "../support/talks.ts";

const DAY = 24 * 60 * MINUTE;

const stored = (portal: TestPortal) => portal.sqlite.prepare("select count(*) from entries").pluck().get();

describe.each(CALL_NAMES)("a draft of %s", (name) => {
	const { path } = CALLS[name];

	it.each(["a visitor", "somebody signed in"])("is kept for %s with all typed values, unchecked", async (who) => {
		const portal = await openPortal();
		await openAll(portal);
		const agent = who === "a visitor" ? portal.agent() : await member(portal);
		const filling = await complete(name);
		const saved = (await save(agent, path, filling)).text;
		expect(textOfPage(saved)).toContain("Draft saved on 1 Jul 2025 10:00 (UTC+8). We keep it for 30 days");
		expect(errorsOf(saved).list).toEqual([]);
		expectShown(saved, filling);
		portal.clock.now += DAY;
		const opened = await open(agent, path);
		expect(textOfPage(opened)).toContain("We restored what you typed on 1 Jul 2025 10:00 (UTC+8).");
		expectShown(opened, filling);
		expectShown(await open(portal.agent(), path), { ...empty(filling), ...tracksOf(name) });
		expect([kept(portal), stored(portal)]).toEqual([1, 0]);
		await submitForm(agent, opened, {}).expect(303);
		expect([kept(portal), stored(portal)]).toEqual([0, 1]);
		expect(textOfPage(await open(agent, path))).not.toContain("We restored");
	});

	it("outlives a restart of the portal", async () => {
		const directory = temporaryDirectory();
		const volume = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
		const before = await openPortal(volume);
		await openAll(before);
		const agent = before.agent();
		const filling = await complete(name);
		await save(agent, path, filling);
		await before.release();
		const after = await openPortal(volume, { port: Number(new URL(before.origin).port) });
		const opened = await open(agent, path);
		expectShown(opened, filling);
		await submitForm(agent, opened, {}).expect(303);
		expect(stored(after)).toBe(1);
	});
});

/** What an untouched form shows in the same places. */
function empty(filling: Filling): Filling {
	const nothing = Object.entries(filling).map(([name, value]): [string, Filling[string]] => {
		if (typeof value === "boolean") return [name, false];
		return [name, Array.isArray(value) ? [] : ""];
	});
	return Object.fromEntries(nothing.filter(([name]) => name !== "file"));
}

const tracksOf = (name: string): Filling =>
	name === "hangzhou" || name === "paris" ? { tracks: "assign-me", language: "English" } : {};

describe("a draft", () => {
	it("of a form that nothing was typed into is not called restored", async () => {
		const portal = await openPortal();
		for (const agent of [portal.agent(), await member(portal)]) {
			await submitForm(agent, await open(agent, "/hangzhou"), {}).expect(422);
			expect(kept(portal)).toBeGreaterThan(0);
			expect(notice(await open(agent, "/hangzhou"))).toBe("");
			await submitForm(agent, await open(agent, "/hangzhou"), { title: "Half" }).expect(422);
			expect(notice(await open(agent, "/hangzhou"))).toContain("We restored what you typed");
		}
	});

	it("is offered, not forced: the form opens without it, and the draft stays available", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		await save(agent, "/hangzhou", { title: "Half a talk" });
		const opened = await open(agent, "/hangzhou");
		expect(offered(opened)).toEqual(["/hangzhou?draft=none"]);
		const without = await open(agent, "/hangzhou?draft=none");
		expect(shownValue(without, "title")).toBe("");
		const [back = ""] = offered(without);
		expect(shownValue(await open(agent, back), "title")).toBe("Half a talk");
	});

	it("longer than a field allows comes back cut, with a note", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const details = "long ".repeat(20_000);
		await submitForm(agent, await open(agent, "/hangzhou"), { details }, SAVE).expect(303);
		const opened = await open(agent, "/hangzhou");
		expect(errorsOf(opened).list).toEqual(["Talk Details must have at most 10000 characters. The rest was cut off"]);
		// One character beyond the limit is stored, to report the excess.
		const stored = portal.sqlite.prepare(`select length("values" ->> '$.details') from drafts`).pluck().get();
		expect([shownValue(opened, "details"), stored, kept(portal)]).toEqual([details.slice(0, 10_000), 10_001, 1]);
	});

	it("of a visitor is there after signing in", async () => {
		const portal = await openPortal();
		await register(portal, "lei@example.org");
		const agent = portal.agent();
		const filling = await complete("hangzhou", { title: "Typed before signing in" });
		await save(agent, "/hangzhou", filling);
		const login = { email: "lei@example.org", password: "Plum-tree 77", remember: "1" };
		await agent.post("/login").type("form").send(login).expect(303);
		const opened = await open(agent, "/hangzhou");
		expectShown(opened, filling);
		await submitForm(agent, opened, {}).expect(303);
		expect(kept(portal)).toBe(0);
	});

	it("outlives a call that closes and opens again", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const state = (to: string) =>
			portal.db.write(() => void portal.sqlite.exec(`update programmes set state = '${to}' where category = 'forum'`));
		await save(agent, "/forum", await complete("forum"));
		await state("closed");
		expect(textOfPage(await open(agent, "/forum"))).toContain("Submission Closed");
		await state("open");
		expectShown(await open(agent, "/forum"), await complete("forum"));
	});

	it("is stored for every refused post, the latest one", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const first = await submitForm(agent, await open(agent, "/hangzhou"), { title: "First try" }).expect(422);
		portal.clock.now += MINUTE;
		await submitForm(agent, first.text, { title: "Second try", email: "no address" }).expect(422);
		const opened = await open(agent, "/hangzhou");
		expect([shownValue(opened, "title"), shownValue(opened, "email")]).toEqual(["Second try", "no address"]);
		expect(offered(opened)).toEqual(["/hangzhou?draft=none"]);
	});

	it("of one track, shown again with the questions of another, says so", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const other = { spotlightTrack: "AIGC-Driven Artistic Works Track" };
		const form = await open(agent, "/spotlight-aigc");
		const switched = await submitForm(agent, form, other, { press: "do.switch" }).redirects(1).expect(200);
		expect(notice(switched.text)).toContain("The questions for this track are shown below.");
		const sent = await submitForm(agent, form, other).redirects(1).expect(200);
		expect(notice(sent.text)).toContain("Nothing was submitted, because you changed the track.");
	});

	it("says that it was not submitted only where that is certain", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const form = await open(agent, "/hangzhou");
		const { file = "", ...filling } = await complete("hangzhou");
		await submitForm(agent, form, { ...filling, file }).expect(303);
		// The Back button shows the form once more, and then the photo is missing.
		await submitForm(agent, form, filling).expect(422);
		const said = notice(await open(agent, "/hangzhou"));
		expect(said).toContain("Submit it if you have not done so yet.");
		expect(said).not.toContain("not been submitted");
	});

	it("is deleted when its author says so", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		await save(agent, "/hangzhou", { title: "Not worth it" });
		const opened = await open(agent, "/hangzhou");
		const asked = await submitForm(agent, opened, { title: "Changed" }, { press: "do.ask-discard" }).expect(200);
		expect([shownValue(asked.text, "title"), kept(portal)]).toEqual(["Changed", 1]);
		expect(textOfPage(asked.text)).toContain("Delete what you typed in this form? It cannot be restored.");
		const deleted = await submitForm(agent, asked.text, {}, { press: "do.discard-draft" }).redirects(1).expect(200);
		expect(notice(deleted.text)).toBe("The draft was deleted.");
		expect(shownValue(deleted.text, "title")).toBe("");
		expect([notice(await open(agent, "/hangzhou")), kept(portal)]).toEqual(["", 0]);
	});

	it("is kept of a form whose session ended meanwhile, and is back after signing in", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		const page = await open(agent, "/hangzhou");
		portal.clock.now += 8 * DAY;
		const filling = await complete("hangzhou", { title: "Written for eight days" });
		const sent = await submitForm(agent, page, filling).expect(303);
		expect(sent.headers.location).toBe(`${portal.origin}/login?ended=1&kept=1&return=%2Fhangzhou#`);
		expect(stored(portal)).toBe(0);
		expectShown(await open(await signIn(portal, "lei@example.org"), "/hangzhou"), filling);
	});

	it("keeps its photo for its 30 days", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		await save(agent, "/hangzhou", { file: await portrait() });
		const name = String(portal.sqlite.prepare("select name from photos").pluck().get());
		const file = join(portal.config.uploadsDir, `${name}.jpg`);
		portal.clock.now += 30 * DAY;
		for (let hour = 0; hour < 2; hour += 1) await portal.services.sweep();
		expect([kept(portal), existsSync(file)]).toEqual([1, true]);
		expect(await open(agent, "/hangzhou")).toContain(`/uploads/${name}-small.jpg`);
		await agent.get(`/uploads/${name}-small.jpg`).expect(200);
		portal.clock.now += 1;
		for (let hour = 0; hour < 2; hour += 1) await portal.services.sweep();
		expect([kept(portal), readdirSync(portal.config.uploadsDir)]).toEqual([0, [MARKER]]);
	});

	it("is on its author's dashboard, with a link to continue", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		await save(agent, "/spotlight-hz", { projectname: "Half a project" });
		await save(agent, "/hangzhou?event=pytorch", { title: "Half a talk" });
		const cards = parse(await open(agent, "/dashboard")).querySelectorAll("main ul.cards li");
		const drafts = cards.filter((card) => card.textContent.includes("saved on"));
		expect(
			drafts.map((card) => [card.querySelector("h3")?.textContent, card.querySelector("a")?.getAttribute("href")]),
		).toEqual([
			["Half a talk", "/hangzhou?event=pytorch"],
			["Half a project", "/spotlight-hz"],
		]);
	});

	it("contains only fields of the programme and hashes of what was edited, no key, token or password", async () => {
		const portal = await openPortal();
		const guest = portal.agent();
		await submitForm(guest, await open(guest, "/hangzhou"), await complete("hangzhou")).expect(303);
		const key = linkIn(portal, "receipt").split("key=")[1] ?? "";
		const form = await open(guest, `/hangzhou?spot=talk-1&key=${key}`);
		const refused = await submitForm(guest, form, { title: "" }).expect(422);
		const owner = await member(portal);
		const own = await submitForm(owner, await open(owner, "/forum"), { name: "Li Lei" }).expect(422);
		await owner.post("/forum").type("form").send({ name: "Li Lei", password: "hunter2", key, attempts: "a.b" });
		const secrets = [key, "hunter2", "a.b", shownValue(own.text, "formToken"), shownValue(refused.text, "attempts")];
		const rows = portal.sqlite.prepare('select form, "values", older from drafts order by form').all();
		expect(rows.map((row) => (row as { form: string }).form)).toEqual(["forum", "talk-1"]);
		for (const secret of secrets) {
			expect(secret).toMatch(/\S{3}/);
			expect(JSON.stringify(rows)).not.toContain(secret);
		}
		const names = rows.flatMap((row) => Object.keys(JSON.parse((row as { values: string }).values)));
		const asked = [...Object.keys(TALK), ...Object.keys(CALLS.forum.filling), "photo", "seen"];
		expect(names.filter((name) => !asked.includes(name))).toEqual([]);
	});
});
