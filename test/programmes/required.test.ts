import { describe, expect, it } from "vitest";
import { CALLS, type CallName, callApi, complete, openAll, TALK } from "../support/fillings.ts";
import { errorsOf, type Filling, submitForm } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { portrait } from "../support/talks.ts";

/**
 * Required fields in the specification's order: control, label, empty value, and the "other" text that would stand
 * for an option.
 */
type Required = readonly (readonly [
	control: string,
	label: string,
	nothing: Filling[string] | undefined,
	words?: string,
])[];

const TALK_FIELDS: Required = [
	["consent", "Consent", false],
	["name", "Name", " \t "],
	["email", "Email", ""],
	["bio", "Bio", "\n \n"],
	["org", "Organization", "\u3164"],
	["role", "Role", "\u200b"],
	["title", "Talk Title", "   "],
	["abstract", "Talk Abstract", ""],
	["file", "Profile Photo", undefined],
];

const AIGC_START: Required = [
	["consent", "Consent", false],
	["name", "Name", ""],
	["email", "Email", ""],
	["org", "Affiliation", " "],
	["country", "Country", ""],
	["phone", "Phone", ""],
];

const AIGC_END: Required = [
	["attendanceConfirm", "Attendance", ""],
	["uploadMethodConfirm", "Upload confirmation", ""],
	["originalityConsent", "Originality consent", false],
];

const FIELDS: Record<CallName, Required> = {
	hangzhou: TALK_FIELDS,
	paris: TALK_FIELDS,
	"sl-hz": [
		["projectname", "Project Name", " "],
		["projectrepo", "Repository URL", ""],
		["maintainers", "Number of Maintainers", ""],
		["overview", "Overview", "\n"],
		["projectage", "Project Age", ""],
		["why", "Why", ""],
		["nominatorname", "Nominator Name", ""],
		["nominatoremail", "Nominator Email", ""],
		["ownername", "Owner Name", ""],
		["owneremail", "Owner Email", ""],
	],
	applied: [
		...AIGC_START,
		["title", "Title", ""],
		["applicationFields", "Application fields", [], "applicationFieldOther"],
		["description", "Description", "  "],
		["presentFormats", "Presentation formats", [], "presentFormatOther"],
		["submissionFormats", "Submission formats", [], "submissionFormatOther"],
		["deviceRequirements", "Device requirements", [], "deviceRequirementOther"],
		["exhibitedBefore", "Exhibited before", "", "exhibitedBeforeDetails"],
		...AIGC_END,
	],
	artistic: [
		...AIGC_START,
		["artworkTitle", "Artwork title", ""],
		["artworkDescription", "Artwork description", ""],
		["artworkCategories", "Artwork categories", [], "artworkCategoryOther"],
		["artworkInteractionFormats", "Interaction formats", [], "artworkInteractionOther"],
		["artworkSubmissionFormats", "Artwork submission formats", [], "artworkSubmissionOther"],
		["artworkDeviceRequirements", "Artwork devices", [], "artworkDeviceOther"],
		["artworkEnvironmentRequirements", "Environment requirements", [], "artworkEnvironmentOther"],
		["artworkExhibitedBefore", "Exhibited before", "", "artworkExhibitedBeforeDetails"],
		...AIGC_END,
	],
	forum: [
		["consent", "Consent", false],
		["name", "Name", ""],
		["email", "Email", ""],
		["companySchool", "Company or school", ""],
		["position", "Position", ""],
		["countryRegion", "Country or region", "", "countryRegionOther"],
		["forumTopic", "Topics", []],
	],
};

function without(filling: Filling, [name, , nothing, words]: Required[number]): Filling {
	const { [name]: _, ...rest } = filling;
	return { ...rest, ...(nothing !== undefined && { [name]: nothing }), ...(words && { [words]: "" }) };
}

const soft: Record<CallName, boolean> = {
	hangzhou: true,
	paris: true,
	applied: true,
	artistic: true,
	"sl-hz": false,
	forum: false,
};

const required = (label: string, name: CallName) =>
	soft[name] ? `${label} is required (2 more attempts before auto-proceed)` : `${label} is required`;
const headline = (label: string, name: CallName) =>
	soft[name] ? `Please make sure the ${label} field is filled out (2 more attempts before auto-proceed)` : undefined;

async function open(): Promise<TestPortal> {
	const portal = await openPortal();
	await openAll(portal);
	return portal;
}

const stored = (portal: TestPortal) => portal.sqlite.prepare("select count(*) from entries").pluck().get();

describe.each(Object.entries(FIELDS) as [CallName, Required][])("the form %s", (name, fields) => {
	it("is accepted when complete, on the page and by its call", async () => {
		const portal = await open();
		const agent = portal.agent();
		await submitForm(agent, (await agent.get(CALLS[name].path)).text, await complete(name)).expect(303);
		const answer = await callApi(portal.agent(), name, await complete(name, { ...other(name) }));
		expect([answer.status, answer.body.incomplete]).toEqual([201, []]);
	});

	it("names each answer that is missing, on the page and by its call", async () => {
		const portal = await open();
		const { text } = await portal.agent().get(CALLS[name].path);
		for (const field of fields) {
			const [control, label] = field;
			const filling = without(await complete(name), field);
			const page = await submitForm(portal.agent(), text, filling).expect(422);
			const message = required(label, name);
			expect(errorsOf(page.text)).toEqual({
				headline: headline(label, name),
				list: [message],
				beside: { [control]: message },
			});
			const call = await callApi(portal.agent(), name, filling, { formSession: `without ${control}` });
			expect([call.status, call.body.message, call.body.error, call.body.problems]).toEqual([
				422,
				headline(label, name) ?? message,
				"INCOMPLETE",
				[{ field: control, message }],
			]);
		}
		expect(stored(portal)).toBe(0);
	});

	it("lists everything missing in the specification's order, with the first as headline", async () => {
		const portal = await open();
		const agent = portal.agent();
		const blank = Object.fromEntries(
			fields.flatMap(([control, , nothing]) => (nothing === undefined ? [] : [[control, nothing]])),
		);
		const messages = fields.map(([, label]) => required(label, name));
		const page = await submitForm(agent, (await agent.get(CALLS[name].path)).text, blank).expect(422);
		const errors = errorsOf(page.text);
		expect(errors.list).toEqual(messages);
		expect(errors.headline).toBe(headline(fields[0]?.[1] ?? "", name));
		const call = await callApi(portal.agent(), name, blank);
		expect(call.body.problems.map((problem: { message: string }) => problem.message)).toEqual(messages);
	});
});

/** Equal content would count as a repeat. */
function other(name: CallName): Filling {
	return name === "sl-hz" ? { projectname: "Another" } : { name: "Another" };
}

const CASES = (Object.entries(FIELDS) as [CallName, Required][]).map(
	([name, fields]) => [name, fields.at(-1), fields.at(-2)] as const,
);

describe.each(CASES)("the third failure of %s", (name, last, beforeLast) => {
	const lacking = async () => {
		let filling = await complete(name);
		for (const one of [last, beforeLast]) if (one) filling = without(filling, one);
		return filling;
	};
	const missing = [beforeLast?.[0], last?.[0]];

	it(
		soft[name] ? "lets the form through with exactly those fields missing" : "lets nothing through, nor does the sixth",
		async () => {
			const portal = await open();
			const agent = portal.agent();
			let page = (await agent.get(CALLS[name].path)).text;
			const filling = await lacking();
			for (let failure = 1; failure <= (soft[name] ? 2 : 6); failure += 1) {
				page = (await submitForm(agent, page, filling).expect(422)).text;
				expect(errorsOf(page).list).toHaveLength(2);
			}
			for (let failure = 1; failure <= (soft[name] ? 2 : 6); failure += 1) {
				const answer = await callApi(portal.agent(), name, filling, { formSession: "mine" });
				expect([answer.status, answer.body.problems.length]).toEqual([422, 2]);
			}
			expect(stored(portal)).toBe(0);
			if (!soft[name]) return;
			await submitForm(agent, page, filling).expect(303);
			const answer = await callApi(portal.agent(), name, { ...filling, ...other(name) }, { formSession: "mine" });
			expect([answer.status, answer.body.incomplete]).toEqual([201, missing]);
			const rows = portal.sqlite.prepare("select incomplete from entries").pluck().all();
			expect(rows.map((row) => JSON.parse(String(row)))).toEqual([missing, missing]);
		},
	);
});

describe("the proposal editor", () => {
	const fields: Required = [...TALK_FIELDS, ["tracks", "Topic Track", "assign-me"]];

	it("asks for what the talk form asks for, and for a track", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const { text } = await admin.get("/admin/editor").expect(200);
		for (const field of fields) {
			const [control, label] = field;
			const filling = without({ ...TALK, file: await portrait() }, field);
			const page = await submitForm(admin, text, filling).expect(422);
			const message = `${label} is required (2 more attempts before auto-proceed)`;
			expect(errorsOf(page.text)).toEqual({
				headline: `Please make sure the ${label} field is filled out (2 more attempts before auto-proceed)`,
				list: [message],
				beside: { [control]: message },
			});
		}
		expect(stored(portal)).toBe(0);
		await submitForm(admin, text, { ...TALK, file: await portrait() }).expect(303);
	});

	it("names all that is missing, and lets the third failure through", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const { text } = await admin.get("/admin/editor");
		const page = await submitForm(admin, text, {}).expect(422);
		expect(errorsOf(page.text).list).toEqual(
			fields.map(([, label]) => `${label} is required (2 more attempts before auto-proceed)`),
		);
		await submitForm(admin, text, {}).expect(422);
		await submitForm(admin, text, { name: "Somebody" }).expect(303);
		const row = portal.sqlite.prepare("select incomplete from entries").pluck().get();
		expect(JSON.parse(String(row))).toEqual(fields.map(([control]) => control).filter((control) => control !== "name"));
	});
});
