import { describe, expect, it } from "vitest";
import { blankInstallation, openBlank } from "../support/blank.ts";
import { press, questionOf, said } from "../support/calls.ts";
import { sendProject, sendTalk } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { accept } from "../support/schedule.ts";
import { check, exported, FORM, SETUP } from "../support/setup.ts";

const [talks] = SETUP.calls;
if (!talks) throw new Error("no call");
const OTHER = { ...talks.definition, category: "ideas", path: "/ideas" };

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;
// biome-ignore lint/suspicious/noExplicitAny: documents are broken on purpose
type Loose = any;

/** Checks a document and applies it. */
async function take(admin: Agent, text: string) {
	const checked = await check(admin, text);
	expect([checked.status, said(checked)]).toEqual([200, expect.stringMatching(/not been applied yet/)]);
	return submitForm(admin, checked.text, {}, { ...FORM, button: "do.import" });
}

/** The shipped event with something of everything that the console can change. */
async function changed(): Promise<{ portal: TestPortal; admin: Agent }> {
	const portal = await openPortal();
	await portal.db.write(() =>
		portal.sqlite.exec(`
			update events set front = 'Two days.' || char(10) || char(10) || '"Bring" <b>questions</b>', front_zh = '两天。';
			update tracks set active = 0 where id = 'ws-dora';
			update tracks set position = 100 where id = 'ai-next';
			update programmes set archived = 1 where category = 'rust';
			update programmes set state = 'external', link = 'https://elsewhere.example' where category = 'aiparis';
			update programmes set position = 50 where category = 'hangzhou';
			update day_tracks set room = 'Hall 王' where track_id = 'ai-next';
			update slots set minutes = 20 where track_id = 'ai-next' and time = '09:30';
			update special_events set track_id = 'ai-next' where title = 'Closing';
			insert into mail_texts (event_id, kind, locale, subject, body, revision, at)
				values (1, 'accept', 'zh', '录用：{{title}}', '恭喜' || char(10) || char(10) || '《{{title}}》', 1, 1);`),
	);
	return { portal, admin: await portal.admin() };
}

describe("a set-up document", () => {
	it("is the same to the byte after it was imported into a blank installation", async () => {
		const { admin } = await changed();
		const text = await exported(admin);
		const other = await openBlank();
		const there = await other.admin();
		expect(said(await take(there, text))).toMatch(/\d+ changes were applied/);
		expect(await exported(there)).toBe(text);
		expect(text.endsWith("}\n")).toBe(true);
		expect(said(await check(there, text))).toContain("Everything is as the document says.");
		expect((await other.agent().get("/hangzhou").expect(200)).text).toContain("Hangzhou Talk Proposal");
		await other.agent().get("/talks").expect(404);
	});

	it("removes no call with changes that are not published", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const before: Loose = JSON.parse(await exported(admin));
		await press(admin, questionOf("rust", "overview"), "do.save", { label: "What it is" });
		const calls = before.calls.filter(({ definition }: Loose) => definition.category !== "rust");
		const refused = await check(admin, JSON.stringify({ ...before, calls }));
		expect([refused.status, said(refused)]).toEqual([
			422,
			expect.stringContaining("rust has changes here that are not published"),
		]);
	});

	it("has the last word: a start brings back nothing that it removed", async () => {
		const place = await blankInstallation();
		const portal = await openPortal(place);
		const document = { ...SETUP, calls: SETUP.calls.map((call) => ({ ...call, definition: OTHER })) };
		await take(await portal.admin(), JSON.stringify(document));
		const before = await exported(await portal.admin());
		await portal.release();
		const again = await openPortal(place);
		expect(await exported(await again.admin())).toBe(before);
		await again.agent().get("/talks").expect(404);
	});

	it("lists every difference and changes nothing until it is applied", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const before = await exported(admin);
		const document: Loose = JSON.parse(before);
		document.event.name = "Suzhou 2026";
		document.tracks.push({ ...document.tracks[1], id: "lakes", label: "Lakes" });
		document.calls[0].definition.title.en = "Talks";
		document.calls[0].state = "closed";
		document.calls.pop();
		document.grid.days[1].tracks[0].room = "Hall 1";
		document.grid.days[1].tracks[0].slots.pop();
		document.grid.days.push({ date: "2026-05-01", tracks: [], specials: [] });
		document.mails.push({ kind: "accept", locale: "en", subject: "In: {{title}}", body: "Come with {{title}}." });
		const checked = await check(admin, JSON.stringify(document));
		for (const line of [
			"Name: “Hangzhou 2025” becomes “Suzhou 2026”",
			"New track “Lakes”",
			"Call “Talks”: ",
			"Call “Talks”, settings: state",
			"Call “AI Paris Talk Proposal” is removed",
			"2025-09-14, AI Models & Infra: the room becomes “Hall 1”",
			"2025-09-14, AI Models & Infra: slots 17:00–17:30 are removed",
			"New day 2026-05-01",
			"Acceptance email, English: the text changes",
		])
			expect(said(checked)).toContain(line);
		expect(await exported(admin)).toBe(before);
	});

	it("removes no call that has submissions, no question that has answers, and no slot that has a talk", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const talk = await sendTalk(portal, { tracks: "ai-next" });
		await sendProject(portal);
		accept(portal, [talk]);
		await place(portal, talk, ["day2", "ai-next", "09:00"]);
		const before = await exported(admin);
		const without: Loose = JSON.parse(before);
		const [talks] = without.calls;
		talks.definition.sections[1].fields.pop();
		without.grid.days.pop();
		const refused = await check(admin, JSON.stringify(without));
		expect(refused.status).toBe(422);
		for (const line of [
			"/calls/0/definition: ",
			"The question phone was public and has submissions: retire it instead of leaving it out.",
			"/grid/days: 1 talk on 2025-09-14 would lose its slot. Move it first.",
		])
			expect(said(refused)).toContain(line);
		const fewer: Loose = JSON.parse(before);
		fewer.calls = fewer.calls.filter(({ definition }: Loose) => definition.category !== "sl-hz");
		expect(said(await check(admin, JSON.stringify(fewer)))).toContain("is archived: there are submissions");
		await take(admin, JSON.stringify(fewer));
		expect((await portal.agent().get("/spotlight-hz")).text).toContain("Submission Closed");
		expect(said(await admin.get("/admin/nominations"))).toContain("nomination-2");
	});

	it("takes dates of a call in different zones", async () => {
		const admin = await (await openPortal()).admin();
		const document: Loose = JSON.parse(await exported(admin));
		const dates = { opensAt: "2027-05-02T01:00:00+14:00", closesAt: "2027-05-01T23:00:00-05:00" };
		Object.assign(document.calls[2], { state: "dates", ...dates });
		expect(said(await take(admin, JSON.stringify(document)))).toContain("1 change was applied");
	});

	it("says what becomes of each new call, which may be public at once", async () => {
		const admin = await (await openBlank()).admin();
		const call = (category: string, title: string, settings: object) => ({
			...talks,
			definition: { ...talks.definition, category, path: `/${category}`, title: { en: title, zh: title } },
			...settings,
		});
		const closesAt = "2020-06-01T23:59:59+08:00";
		const calls = [
			...SETUP.calls,
			call("extended", "Extended", { closesAt }),
			call("over", "Over", { state: "dates", closesAt }),
			call("running", "Running", { state: "dates", closesAt: "2099-08-01T23:59:59+08:00" }),
			call("later", "Later", { state: "dates", opensAt: "2099-08-01T00:00:00+08:00" }),
			call("elsewhere", "Elsewhere", { state: "external", link: "https://elsewhere.example" }),
			call("old", "Old", { archived: true }),
		];
		const checked = said(await check(admin, JSON.stringify({ ...SETUP, calls })));
		for (const line of [
			"New call “Extended”: open from now on",
			"New call “Over”: closed",
			"New call “Running”: open from now on until 1 Aug 2099 15:59 (UTC)",
			"New call “Later”: opens 31 Jul 2099 16:00 (UTC)",
			"New call “Elsewhere”: on another site",
			"New call “Old”: archived",
		])
			expect(checked).toContain(line);
	});

	it("is not applied to a set-up that has changed since the check", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const document: Loose = JSON.parse(await exported(admin));
		document.event.place = "Suzhou";
		const checked = await check(admin, JSON.stringify(document));
		await portal.db.write(() => portal.sqlite.exec("update tracks set label = 'Renamed' where id = 'ai-next'"));
		const late = await submitForm(admin, checked.text, {}, { ...FORM, button: "do.import" });
		expect([late.status, said(late)]).toEqual([409, expect.stringContaining("the set-up has changed since the check")]);
		expect(said(late)).toContain("Track “AI Next” changes");
		expect(JSON.parse(await exported(admin)).event.place).toBe("Hangzhou");
		await submitForm(admin, late.text, {}, { ...FORM, button: "do.import" });
		expect(JSON.parse(await exported(admin)).event.place).toBe("Suzhou");
	});
});
