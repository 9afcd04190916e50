import { describe, expect, it } from "vitest";
import { blankInstallation, openBlank } from "../support/blank.ts";
import { press, questionOf, said } from "../support/calls.ts";
import { sendProject, sendTalk } from "../support/entries.ts";
import { shownValue, submitForm } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { accept } from "../support/schedule.ts";
import { SETUP } from "../support/setup.ts";

const PAGE = "/admin/event/setup";
const FORM = { selector: "form[aria-labelledby=h-import]" };

const [talks] = SETUP.calls;
if (!talks) throw new Error("no call");
const OTHER = { ...talks.definition, category: "ideas", path: "/ideas" };

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;
// biome-ignore lint/suspicious/noExplicitAny: documents are broken on purpose
type Loose = any;

const exported = async (admin: Agent) => (await admin.get(`${PAGE}.json`).expect(200)).text;

async function check(admin: Agent, text: string) {
	return submitForm(admin, (await admin.get(PAGE).expect(200)).text, { text }, { ...FORM, button: "do.check" });
}

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
		setDates(document.calls[2], "2027-05-02T01:00:00+14:00", "2027-05-01T23:00:00-05:00");
		expect(said(await take(admin, JSON.stringify(document)))).toContain("1 change was applied");
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

const questionIn = ({ definition }: Loose, name: string): Loose =>
	definition.sections.flatMap(({ fields }: Loose) => fields).find((one: Loose) => one.name === name);

const setDates = (call: Loose, opensAt: string, closesAt: string) =>
	Object.assign(call, { state: "dates", opensAt, closesAt });

/** What is broken in the document, and where it is said. */
const BROKEN: Record<string, [change: (document: Loose) => unknown, pointer: string]> = {
	"another version": [(d) => (d.version = 2), "/version"],
	"an unknown property": [(d) => (d.event.city = "x"), "/event/city"],
	"a zone that is none": [(d) => (d.event.zone = "Mars/Olympus"), "/event/zone"],
	"a faint colour": [(d) => (d.event.accent = "#ffffff"), "/event/accent"],
	"a number for a text": [(d) => (d.tracks[2].label = 7), "/tracks/2/label"],
	"two tracks of one id": [(d) => (d.tracks[3].id = d.tracks[2].id), "/tracks/3/id"],
	"no track for none": [(d) => d.tracks.shift(), "/tracks/0/kind"],
	"two calls of one category": [(d) => d.calls.push(structuredClone(d.calls[0])), "/calls/7/definition/category"],
	"an address that is taken": [(d) => (d.calls[1].definition.path = "/hangzhou"), "/calls/1/definition/path"],
	"an address of the portal": [(d) => (d.calls[1].definition.path = "/schedule"), "/calls/1/definition/path"],
	"two questions of one name": [
		(d) => d.calls[1].definition.sections[0].fields.push(structuredClone(d.calls[1].definition.sections[0].fields[0])),
		"/calls/1/definition/sections/0/fields/9/name",
	],
	"conditions in a circle": [
		(d) => {
			const [one, two] = d.calls[1].definition.sections[0].fields;
			one.when = { field: two.name, is: "a" };
			two.when = { field: one.name, is: "a" };
		},
		"/calls/1/definition/sections/0/fields/0/when",
	],
	"a variant of nothing": [(d) => (d.calls[0].definition.variants[0].fixed = { nothing: "x" }), "/calls/0/definition"],
	"a variant of no track": [
		(d) => (d.calls[0].definition.variants[0].fixed.tracks = "none"),
		"/calls/0/definition/variants/0/fixed/tracks",
	],
	"a mail that lacks what it must say": [
		(d) => d.mails.push({ kind: "accept", locale: "en", subject: "In", body: "Come." }),
		"/mails/0/body",
	],
	"two texts of one mail": [
		(d) => {
			const mail = { kind: "reject", locale: "zh", subject: "{{title}}", body: "{{title}}" };
			d.mails.push(mail, mail);
		},
		"/mails/1",
	],
	"a variant of an option that is none": [
		(d) => (d.calls[0].definition.variants[0].fixed = { language: "French" }),
		"/calls/0/definition",
	],
	"an option that no answer can be": [
		(d) => (questionIn(d.calls[0], "language").options[0].value = " English"),
		"/calls/0/definition/sections/2/fields/1/options",
	],
	"a list of options for an email address": [
		(d) => {
			const { name, label, audience, column } = questionIn(d.calls[0], "email");
			const options = [{ value: "a", label }];
			const email = d.calls[0].definition.sections[1].fields.findIndex((one: Loose) => one.name === name);
			d.calls[0].definition.sections[1].fields[email] = { kind: "choices", name, label, audience, column, options };
		},
		"/calls/0/definition/sections/1/fields/1/name",
	],
	"two titles": [
		(d) => d.calls[0].definition.sections[2].fields.push({ ...questionIn(d.calls[0], "title"), name: "subtitle" }),
		"/calls/0/definition/sections/2/fields/7/name",
	],
	"the name of the page of all calls": [(d) => (d.calls[1].definition.category = "all"), "/calls/1/definition"],
	"a call that closes in the morning before it opens": [
		(d) => setDates(d.calls[2], "2027-05-01T18:00:00+08:00", "2027-05-01T09:00:00+08:00"),
		"/calls/2/closesAt",
	],
	"a call that closes before it opens, in another zone": [
		(d) => setDates(d.calls[2], "2027-05-01T23:00:00-12:00", "2027-05-02T00:00:00+14:00"),
		"/calls/2/closesAt",
	],
	"an address without a scheme": [(d) => (d.calls[2].link = "elsewhere"), "/calls/2/link"],
	"a day that is none": [(d) => (d.grid.days[0].date = "2025-02-30"), "/grid/days/0/date"],
	"two days of one date": [(d) => (d.grid.days[1].date = d.grid.days[0].date), "/grid/days/1/date"],
	"slots that overlap": [(d) => (d.grid.days[0].tracks[0].slots[1].minutes = 60), "/grid/days/0/tracks/0/slots/2"],
	"a slot after midnight": [
		(d) => d.grid.days[0].tracks[0].slots.push({ time: "23:50", minutes: 30 }),
		"/grid/days/0/tracks/0/slots/14/minutes",
	],
	"a column of no track": [(d) => (d.grid.days[0].tracks[0].id = "nowhere"), "/grid/days/0/tracks/0/id"],
};

describe("a broken document", () => {
	it.each(Object.entries(BROKEN))(
		"with %s is refused with the place, and changes nothing",
		async (_, [breakIt, at]) => {
			const admin = await (await openPortal()).admin();
			const before = await exported(admin);
			const document = JSON.parse(before);
			breakIt(document);
			const text = JSON.stringify(document);
			const refused = await check(admin, text);
			expect([refused.status, said(refused)]).toEqual([422, expect.stringContaining(`${at}: `)]);
			expect(shownValue(refused.text, "text")).toBe(text);
			expect(await exported(admin)).toBe(before);
		},
	);

	it.each([
		["no JSON", "{", "This is not JSON"],
		["nothing", "  ", "Choose a file or paste its text."],
		["an array", "[]", "The document: "],
		["deep arrays", `${"[".repeat(50_000)}${"]".repeat(50_000)}`, "nested more than 20 levels"],
		["a prototype", '{"__proto__": {"version": 1}}', "/__proto__: "],
		["null", "null", "The document: "],
	])("of %s is refused in words", async (_, text, words) => {
		const admin = await (await openPortal()).admin();
		const refused = await check(admin, text);
		expect([refused.status, said(refused)]).toEqual([422, expect.stringContaining(words)]);
		const chinese = await admin.get(PAGE).set("Accept-Language", "zh");
		expect(said(chinese)).toContain("设置文档");
	});
});
