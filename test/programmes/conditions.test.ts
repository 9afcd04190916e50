import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import {
	APPLIED,
	ARTISTIC,
	answersOf,
	CALLS,
	type CallName,
	callApi,
	complete,
	expectShown,
} from "../support/fillings.ts";
import { errorsOf, type Filling, shownValue, submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

interface Conditional {
	call: CallName;
	asker: string;
	/** The answer that asks, alone, and another one. */
	asks: Filling[string];
	other: Filling[string];
	option: string;
	field: string;
	message: string;
}

const list = (call: CallName, asker: string, other: string, field: string, label: string): Conditional => {
	const option = call === "applied" ? "other" : "Other";
	const message = `${label} is required (2 more attempts before auto-proceed)`;
	return { call, asker, asks: [other, option], other: [other], option, field, message };
};

const details = (call: CallName, asker: string, field: string): Conditional => ({
	call,
	asker,
	asks: "Yes",
	other: "No",
	option: "Yes",
	field,
	message: "Where it was exhibited is required (2 more attempts before auto-proceed)",
});

const CONDITIONS: Conditional[] = [
	list("applied", "applicationFields", "elder-care", "applicationFieldOther", "Application fields: other"),
	list("applied", "presentFormats", "poster", "presentFormatOther", "Presentation formats: other"),
	list("applied", "submissionFormats", "paper", "submissionFormatOther", "Submission formats: other"),
	list("applied", "deviceRequirements", "vr-headset", "deviceRequirementOther", "Device requirements: other"),
	details("applied", "exhibitedBefore", "exhibitedBeforeDetails"),
	list("artistic", "artworkCategories", "performance", "artworkCategoryOther", "Artwork categories: other"),
	list("artistic", "artworkInteractionFormats", "co-creative", "artworkInteractionOther", "Interaction formats: other"),
	list("artistic", "artworkSubmissionFormats", "audio", "artworkSubmissionOther", "Artwork submission formats: other"),
	list("artistic", "artworkDeviceRequirements", "sound-system", "artworkDeviceOther", "Artwork devices: other"),
	list(
		"artistic",
		"artworkEnvironmentRequirements",
		"wall-mounted",
		"artworkEnvironmentOther",
		"Environment requirements: other",
	),
	details("artistic", "artworkExhibitedBefore", "artworkExhibitedBeforeDetails"),
	{
		call: "forum",
		asker: "countryRegion",
		asks: "其他",
		other: "法国",
		option: "其他",
		field: "countryRegionOther",
		message: "Country or region: other is required",
	},
];

describe.each(CONDITIONS)("$field", ({ call, asker, asks, other, option, field, message }) => {
	const { path } = CALLS[call];

	it("follows its option", async () => {
		const portal = await openPortal();
		const page = parse((await portal.agent().get(path)).text);
		const control = page.querySelector(`[name="${field}"]`);
		const opened = control?.closest(".opened-fields");
		const before = opened?.previousElementSibling;
		if (before?.tagName === "SELECT") {
			const opening = before.querySelectorAll("option.opener").map((one) => one.getAttribute("value"));
			expect([before.getAttribute("name"), opening]).toEqual([asker, [option]]);
		} else {
			expect(before?.tagName).toBe("LABEL");
			const box = page.querySelector(`#${before?.getAttribute("for")}`);
			expect([box?.getAttribute("name"), box?.getAttribute("value")]).toEqual([asker, option]);
			expect(box?.classList.contains("opener")).toBe(true);
		}
		expect(page.querySelectorAll(`[name="${field}"]`)).toHaveLength(1);
	});

	it("is required while its option is chosen", async () => {
		const portal = await openPortal();
		const { text } = await portal.agent().get(path);
		const filling = await complete(call, { [asker]: asks, [field]: "  " });
		const page = await submitForm(portal.agent(), text, filling).expect(422);
		expect(errorsOf(page.text).beside).toEqual({ [field]: message });
		const answer = await callApi(portal.agent(), call, filling);
		expect([answer.status, answer.body.problems]).toEqual([422, [{ field, message }]]);
	});

	it(call === "forum" ? "is never let through" : "is let through at the third failure, as missing", async () => {
		const portal = await openPortal();
		const filling = await complete(call, { [asker]: asks, [field]: "" });
		const tries = [];
		for (let failure = 1; failure <= 3; failure += 1)
			tries.push(await callApi(portal.agent(), call, filling, { formSession: "mine" }));
		expect(tries.map(({ status }) => status)).toEqual(call === "forum" ? [422, 422, 422] : [422, 422, 201]);
		expect(tries[2]?.body.incomplete).toEqual(call === "forum" ? undefined : [field]);
	});

	it("is not stored while its option is not chosen", async () => {
		const portal = await openPortal();
		const { text } = await portal.agent().get(path);
		const filling = await complete(call, { [asker]: other, [field]: "left behind" });
		await submitForm(portal.agent(), text, filling).expect(303);
		await callApi(portal.agent(), call, { ...filling, name: "By program" }).expect(201);
		for (const id of [1, 2]) {
			const answers = answersOf(portal, id);
			expect([answers[asker], field in answers]).toEqual([other, false]);
		}
	});

	it("ticks its option if none was ticked", async () => {
		const portal = await openPortal();
		const { text } = await portal.agent().get(path);
		const nothing = Array.isArray(asks) ? [] : "";
		const filling = await complete(call, { [asker]: nothing, [field]: "typed" });
		await submitForm(portal.agent(), text, filling).expect(303);
		await callApi(portal.agent(), call, { ...filling, name: "By program" }).expect(201);
		for (const id of [1, 2]) {
			const answers = answersOf(portal, id);
			expect([answers[asker], answers[field]]).toEqual([Array.isArray(asks) ? [option] : option, "typed"]);
		}
	});
});

describe("the tracks of the showcase", () => {
	const alien = { applied: ARTISTIC, artistic: APPLIED };

	it.each(["applied", "artistic"] as const)("store nothing of each other: %s", async (name) => {
		const portal = await openPortal();
		const own = CALLS[name].filling;
		const answer = await callApi(portal.agent(), name, { ...alien[name], ...own });
		expect(answer.status).toBe(201);
		const agent = portal.agent();
		const page = parse((await agent.get(CALLS[name].path)).text).querySelector("form.programme");
		for (const control of Object.keys(alien[name])) {
			const shown = page?.querySelector(`[name="${control}"]`) !== null;
			expect([control, shown]).toEqual([control, control in own]);
		}
		const columns = ["consent", "name", "email", "org", "title", "artworkTitle"];
		const expected = Object.keys(own).filter((control) => !columns.includes(control));
		expect(Object.keys(answersOf(portal, 1)).sort()).toEqual([...expected, "spotlightTrack"].sort());
	});

	it("are set by the address, not by the posted value", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		for (const path of ["/spotlight-aigc", "/spotlight-aigc-applied"]) {
			const page = (await agent.get(path)).text;
			expect(shownValue(page, "spotlightTrack")).toBe("Applied AI & Interactive Demos Track");
		}
		const artistic = (await agent.get("/spotlight-aigc-artistic")).text;
		expect(shownValue(artistic, "spotlightTrack")).toBe("AIGC-Driven Artistic Works Track");
		await submitForm(agent, artistic, ARTISTIC).expect(303);
		expect(answersOf(portal, 1).spotlightTrack).toBe("AIGC-Driven Artistic Works Track");
	});

	it("can be switched back and forth without losing text", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const to = async (html: string, track: string, filling: Filling) => {
			const choice = { ...filling, spotlightTrack: track };
			const answer = await submitForm(agent, html, choice, { press: "do.switch" });
			// After its second post a browser is known to accept cookies and is redirected.
			return answer.status === 303 ? agent.get(answer.headers.location?.slice(portal.origin.length) ?? "") : answer;
		};
		const start = (await agent.get("/spotlight-aigc-applied")).text;
		const artistic = await to(start, "AIGC-Driven Artistic Works Track", APPLIED).then(({ text }) => text);
		expect(shownValue(artistic, "phone")).toBe(APPLIED.phone);
		const { consent: _, ...works } = ARTISTIC;
		const back = await to(artistic, "Applied AI & Interactive Demos Track", works).then(({ text }) => text);
		expectShown(back, APPLIED);
		const again = await to(back, "AIGC-Driven Artistic Works Track", {}).then(({ text }) => text);
		expectShown(again, ARTISTIC);
		await submitForm(agent, again, {}).expect(303);
		expect(answersOf(portal, 1)).not.toHaveProperty("description");
		expect(answersOf(portal, 1).artworkDescription).toBe("Pictures that follow the wind.");
	});

	it("must be one of the two", async () => {
		const portal = await openPortal();
		const body = new URLSearchParams({ category: "sl-aigc", spotlightTrack: "Third Track" });
		const answer = await portal.agent().post("/api/spotlight").type("form").send(body.toString());
		expect([answer.status, answer.body.problems]).toEqual([
			422,
			expect.arrayContaining([{ field: "spotlightTrack", message: "Spotlight track: choose one of the options" }]),
		]);
	});
});
