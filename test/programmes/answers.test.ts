import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { ARTISTIC, ARTISTIC_TRACK, answersOf, CALLS, callApi, complete, NOMINATION } from "../support/fillings.ts";
import { errorsOf, type Filling, shownValue, submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

describe("an owner who is the nominator", () => {
	const same: Filling = { ...NOMINATION, ownersame: true, ownername: "Somebody Else", owneremail: "not an address" };
	const owner = { ownername: "Han Meimei", owneremail: "mei@example.org" };

	it("is not wrong once more where the nominator's address is", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/spotlight-hz")).text;
		const { list } = errorsOf((await submitForm(agent, page, { ...same, nominatoremail: "mei" }).expect(422)).text);
		expect(list).toEqual(["Please enter a valid email address"]);
	});

	it("gets the nominator's name and address, ignoring typed ones", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		await submitForm(agent, (await agent.get("/spotlight-hz")).text, same).expect(303);
		await callApi(agent, "sl-hz", { ...same, projectname: "By program" }).expect(201);
		const { ownername, owneremail, ...blank } = same;
		await callApi(agent, "sl-hz", { ...blank, projectname: "Without an owner" }).expect(201);
		for (const id of [1, 2, 3]) expect(answersOf(portal, id)).toMatchObject({ ownersame: true, ...owner });
	});

	it("is shown copied in a refused form, and can be changed after unticking", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const first = (await agent.get("/spotlight-hz")).text;
		const page = (await submitForm(agent, first, { ...same, why: "" }).expect(422)).text;
		expect([shownValue(page, "ownername"), shownValue(page, "owneremail")]).toEqual(Object.values(owner));
		const locked = (html: string) =>
			parse(html)
				.querySelectorAll("[readonly]")
				.map((one) => one.getAttribute("name"));
		expect(locked(page)).toEqual(["ownername", "owneremail"]);
		// Without scripts they could not be changed: unticking the box brings them back unlocked, and sends nothing.
		const unticked = await submitForm(agent, page, { ownersame: false, why: "Because." }).expect(422);
		expect(errorsOf(unticked.text).headline).toBe(
			"“Owner same as nominator” is no longer ticked. Nothing was sent yet: you can change Owner Name, Owner Email now, and then submit.",
		);
		expect(locked(unticked.text)).toEqual([]);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
		// Nor could they follow a nominator that was corrected in the same post.
		const corrected = { ownersame: false, nominatorname: "Corrected", why: "Because." };
		expect(locked((await submitForm(agent, page, corrected).expect(422)).text)).toEqual([]);
		await submitForm(agent, unticked.text, { ownername: "Somebody else" }).expect(303);
		expect(shownValue(unticked.text, "why")).toBe("Because.");
	});

	it("is one checkbox; unticking asks for the fields again", async () => {
		const portal = await openPortal();
		const answer = await callApi(portal.agent(), "sl-hz", { ...same, ownersame: false });
		expect([answer.status, answer.body.problems]).toEqual([
			400,
			[{ field: "owneremail", message: "Please enter a valid email address" }],
		]);
	});
});

describe("a list", () => {
	it("is the same as repeated names, as JSON text and in a JSON body", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const fixed = { category: "sl-aigc", spotlightTrack: ARTISTIC_TRACK, consent: "true", originalityConsent: "true" };
		await callApi(agent, "artistic", ARTISTIC).expect(201);
		const asJson = Object.entries({ ...ARTISTIC, ...fixed }).map(([name, value]) => [
			name,
			Array.isArray(value) ? JSON.stringify(value) : String(value),
		]);
		const form = new URLSearchParams([...asJson, ["name", "B"]]).toString();
		await agent.post("/api/spotlight").type("form").send(form).expect(201);
		await agent
			.post("/api/spotlight")
			.send({ ...Object.fromEntries(asJson), name: "C" })
			.expect(201);
		await agent
			.post("/api/spotlight")
			.send({ ...ARTISTIC, ...fixed, name: "D" })
			.expect(201);
		const [first, ...others] = [1, 2, 3, 4].map((id) => answersOf(portal, id));
		for (const one of others) expect(one).toEqual(first);
		expect(first?.artworkCategories).toEqual(["visual-art", "Other"]);
	});

	it.each([
		["applied", "applicationFields", "Other", "Application fields: choose one of the options"],
		["artistic", "artworkCategories", "other", "Artwork categories: choose one of the options"],
		["applied", "exhibitedBefore", "Perhaps", "Exhibited before: choose one of the options"],
		["applied", "attendanceConfirm", "yes", "Attendance: choose one of the options"],
		["forum", "forumTopic", "ai-cooking", "Topics: choose one of the options"],
		["forum", "countryRegion", "Mars", "Country or region: choose one of the options"],
		["artistic", "attendanceConfirm", "Perhaps", "Attendance: choose one of the options"],
		["hangzhou", "language", "Klingon", "Talk Language: choose one of the options"],
		["hangzhou", "tracks", "ai-yesterday", "Topic Track: choose one of the options"],
	] as const)("%s refuses an option that %s does not have: %s", async (call, field, value, message) => {
		const portal = await openPortal();
		const filling = await complete(call, { [field]: value });
		const answer = await callApi(portal.agent(), call, filling);
		expect([answer.status, answer.body.error, answer.body.problems]).toEqual([
			400,
			"BAD_REQUEST",
			[{ field, message }],
		]);
		const { path } = CALLS[call];
		const page = await portal
			.agent()
			.post(path)
			.type("form")
			.send({ ...texts(filling), [field]: value });
		expect([page.status, errorsOf(page.text).beside[field]]).toEqual([422, message]);
	});
});

function texts(filling: Filling): Record<string, string> {
	return Object.fromEntries(Object.entries(filling).map(([name, value]) => [name, String(value)]));
}
