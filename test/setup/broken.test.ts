import { describe, expect, it } from "vitest";
import { FIRST_RULES } from "../../app/reviews/criteria.ts";
import { said } from "../support/calls.ts";
import { shownValue } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { check, exported, PAGE } from "../support/setup.ts";

// biome-ignore lint/suspicious/noExplicitAny: documents are broken on purpose
type Loose = any;

const questionIn = ({ definition }: Loose, name: string): Loose =>
	definition.sections.flatMap(({ fields }: Loose) => fields).find((one: Loose) => one.name === name);

const setDates = (call: Loose, opensAt: string, closesAt: string) =>
	Object.assign(call, { state: "dates", opensAt, closesAt });

const REVIEW = { ...FIRST_RULES, opensAt: null, closesAt: null };

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
	"a call of a name that every object has": [
		(d) => (d.calls[1].definition.category = "constructor"),
		"/calls/1/definition",
	],
	"a section of a name that every object has": [
		(d) => (d.calls[1].definition.sections[0].key = "constructor"),
		"/calls/1/definition",
	],
	"a track of a name that every object has": [(d) => (d.tracks[2].id = "constructor"), "/tracks/2/id"],
	"a criterion of a name that every object has": [
		(d) => (d.calls[0].review = { ...REVIEW, criteria: [{ ...FIRST_RULES.criteria[0], id: "constructor" }] }),
		"/calls/0/review/criteria/0/id",
	],
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

	it("that gives names twice, also in other letters, is refused with every place", async () => {
		const admin = await (await openPortal()).admin();
		const before = await exported(admin);
		const text = before
			.replace('"version"', '"version": 1, "vers\\u0069on"')
			.replace('"minutes"', '"minutes": 5, "minutes"');
		const refused = await check(admin, text);
		expect(refused.status).toBe(422);
		for (const place of ["/version", "/grid/days/0/tracks/0/slots/0/minutes"])
			expect(said(refused)).toContain(`${place}: This name is given twice.`);
		expect(await exported(admin)).toBe(before);
	});

	it.each([
		["no JSON", "{", "This is not JSON"],
		["a list that ends in a comma", '{"version":\n\t[1,\n]}', "line 3, column 1"],
		["a text that is never ended", '{"event": "a', "line 1"],
		["arrays that are never ended", "[".repeat(20), "This is not JSON: line 1, column 1."],
		["deep arrays that are never ended", "[".repeat(50_000), "nested more than 20 levels"],
		["nothing", "  ", "Choose a file or paste its text."],
		["an array", "[]", "The document: "],
		["deep arrays", `${"[".repeat(50_000)}${"]".repeat(50_000)}`, "nested more than 20 levels"],
		[
			"deep arrays that a later value hides",
			`{"event": ${"[".repeat(50_000)}${"]".repeat(50_000)}, "event": 1}`,
			"nested more than 20 levels",
		],
		["a long list", `[${"0,".repeat(400_000)}0]`, "The document: There are more than 50000 values."],
		["a text with many brackets and commas", JSON.stringify({ event: "[,{".repeat(60_000) }), "/event: "],
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

describe("a large document", () => {
	/** As many values as a document may have, in a place where none is known. */
	const large = (document: Loose, values: number) => {
		const own = JSON.stringify(document);
		const there = own.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/[[{,]/g)?.length ?? 0;
		return `${own.slice(0, -1)},"more":[${Array(values - there - 1)
			.fill(0)
			.join()}]}`;
	};

	it("is read while others are served, also if several are sent at once", async () => {
		const portal = await openPortal();
		const text = large(JSON.parse(portal.services.setup.exported("operator")), 50_000);
		let turns = 0;
		let done = false;
		const turn = () => {
			turns += 1;
			if (!done) setImmediate(turn);
		};
		setImmediate(turn);
		const checks = Array.from({ length: 4 }, () => portal.services.setup.inspect("operator", text, "en"));
		for (const { faults } of await Promise.all(checks))
			expect(faults).toEqual([{ pointer: "/more", message: expect.any(String) }]);
		done = true;
		// Reading it in the server itself would leave others a turn or two.
		expect(turns).toBeGreaterThan(50);
	});

	it("is refused for its number of values before it is parsed, wherever they are", async () => {
		const portal = await openPortal();
		const faultsOf = async (text: string) => (await portal.services.setup.inspect("operator", text, "en")).faults;
		const tooMany = [{ pointer: "", message: "There are more than 50000 values." }];
		const document = JSON.parse(portal.services.setup.exported("operator"));
		expect(await faultsOf(large(document, 50_001))).toEqual(tooMany);
		const block = `[${"1,".repeat(500)}1]`;
		// Not even JSON, which a parser would find out at the end only.
		expect(await faultsOf(`[${`${block},`.repeat(1_000)}`)).toEqual(tooMany);
	});

	it("may have any number of brackets and commas in its texts", async () => {
		const portal = await openPortal();
		const document = JSON.parse(portal.services.setup.exported("operator"));
		document.tracks[1].description = '[{,"\\'.repeat(400);
		expect(await portal.services.setup.inspect("operator", JSON.stringify(document), "en")).toMatchObject({
			faults: [],
		});
	});
});
