import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { openBlank } from "../support/blank.ts";
import { CALLS, press, publish } from "../support/calls.ts";
import { member, open } from "../support/drafts.ts";
import { begin } from "../support/editions.ts";
import { errorsOf, type Filling, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";
import { talk } from "../support/talks.ts";

const BUTTON = "do.send-incomplete";
const attempts = (portal: TestPortal) => portal.sqlite.prepare("select count(*) from attempts").pluck().get();
const stored = (portal: TestPortal) =>
	portal.sqlite.prepare("select title, incomplete from entries order by id").all() as unknown[];
/** A talk without its bio. */
const unfinished = (): Filling => {
	// A blank event has no tracks to choose from.
	const { tracks: _, ...typed } = talk({ title: "Unfinished", bio: "" });
	return typed as Filling;
};

/** The general call for talks of a blank event, open, with missing answers treated as said. */
async function openTalks(checking?: "later") {
	const portal = await openBlank();
	const admin = await portal.admin();
	if (checking) {
		await press(admin, `${CALLS}/talks`, "do.call", { checking });
		await publish(admin, "talks");
	}
	await set(admin, "talks", { state: "open" });
	return { portal, admin };
}

describe("a call of another event than the specified one", () => {
	it("is strict unless organisers say otherwise: it never takes an unfinished form, and counts nothing", async () => {
		const { portal } = await openTalks();
		const agent = portal.agent();
		let page = await open(agent, "/talks");
		for (let attempt = 1; attempt <= 4; attempt += 1) {
			const answer = await submitForm(agent, page, unfinished()).expect(422);
			page = answer.text;
			expect(textOfPage(page)).toContain("Bio is required");
			expect(textOfPage(page)).not.toMatch(/attempt|complete later/);
		}
		const { body } = await portal
			.agent()
			.post("/api/submit")
			.field("category", "talks")
			.field("title", "x")
			.expect(422);
		expect(JSON.stringify(body)).not.toContain("more attempt");
		expect([attempts(portal), stored(portal)]).toEqual([0, []]);
	});

	it("that lets forms be completed later has a second button beside the errors, and counts nothing", async () => {
		const { portal } = await openTalks("later");
		const agent = await member(portal);
		const first = await open(agent, "/talks");
		expect(first).not.toContain(BUTTON);
		let page = first;
		for (let attempt = 1; attempt <= 3; attempt += 1)
			page = (await submitForm(agent, page, unfinished()).expect(422)).text;
		const form = parse(page).querySelector("form.programme");
		expect(form?.querySelector(`button[name='${BUTTON}']`)?.textContent).toBe("Send now, complete later");
		// Enter presses the first button of the form: the one that sends what is finished.
		expect(form?.querySelector("button")?.getAttribute("name") ?? "").toBe("");
		expect(textOfPage(page)).toContain(
			"With “Send now, complete later” the form is sent without: Bio, Profile Photo. The organisers see that it is incomplete",
		);
		expect(stored(portal)).toEqual([]);
		await submitForm(agent, page, {}, { press: BUTTON }).expect(303);
		expect(stored(portal)).toEqual([{ title: "Unfinished", incomplete: '["bio","file"]' }]);
		expect(attempts(portal)).toBe(0);
		expect(textOfPage(await open(agent, "/dashboard"))).toContain("Bio");
	});

	it("refuses values of a wrong kind with that button, too", async () => {
		const { portal } = await openTalks("later");
		const agent = portal.agent();
		const page = await open(agent, "/talks");
		const answer = await submitForm(agent, page, { ...unfinished(), email: "nobody" }, { press: BUTTON }).expect(422);
		expect(errorsOf(answer.text).list.join(" ")).toContain("valid email");
		expect(answer.text).not.toContain(`name="${BUTTON}"`);
		expect(stored(portal)).toEqual([]);
	});

	it("takes an unfinished form by REST only where it says so, and is asked to", async () => {
		const { portal } = await openTalks("later");
		const post = (sendIncomplete: string) =>
			portal
				.agent()
				.post("/api/submit")
				.field({ ...talk({ title: "By REST", bio: "" }), category: "talks", sendIncomplete });
		await post("false").expect(422);
		const { body } = await post("true").expect(201);
		expect(body.incomplete).toContain("bio");
		const strict = await openTalks();
		await strict.portal
			.agent()
			.post("/api/submit")
			.field({ ...talk({ bio: "" }), category: "talks", sendIncomplete: "true" })
			.expect(422);
	});
});

it("the button is of no use in the calls of the specified event, which count attempts", async () => {
	const portal = await openPortal();
	const agent = portal.agent();
	const page = await open(agent, "/hangzhou");
	expect((await submitForm(agent, page, { title: "x" }, { press: BUTTON })).status).toBe(422);
	expect(stored(portal)).toEqual([]);
});

it("the calls of the next event are strict where those of the specified one counted attempts", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	await begin(admin);
	const calls = (await portal.agent().get("/api/programmes").expect(200)).body as {
		category: string;
		checking: string;
	}[];
	expect(calls.filter(({ checking }) => checking === "soft")).toEqual([]);
	const page = await open(admin, `${CALLS}/hangzhou-2026`);
	expect(page).not.toContain("Accepted at the third attempt");
	expect(page).toContain("A second button sends it, to be completed later");
});
