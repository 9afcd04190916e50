import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { errorsOf, shownValue, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { portrait, talk } from "../support/talks.ts";

const NOTHING_TYPED = [
	"Consent is required (2 more attempts before auto-proceed)",
	"Name is required (2 more attempts before auto-proceed)",
	"Email is required (2 more attempts before auto-proceed)",
	"Bio is required (2 more attempts before auto-proceed)",
	"Organization is required (2 more attempts before auto-proceed)",
	"Role is required (2 more attempts before auto-proceed)",
	"Talk Title is required (2 more attempts before auto-proceed)",
	"Talk Abstract is required (2 more attempts before auto-proceed)",
	"Profile Photo is required (2 more attempts before auto-proceed)",
];

describe("the talk form", () => {
	it("names every missing answer in the specification's order, above the form and beside each field", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const { text } = await agent.get("/hangzhou").expect(200);
		const sent = await submitForm(agent, text, {}).expect(422);
		const errors = errorsOf(sent.text);
		expect(errors.list).toEqual(NOTHING_TYPED);
		expect(Object.values(errors.beside)).toEqual(NOTHING_TYPED);
		expect(errors.headline).toBe(
			"Please make sure the Consent field is filled out (2 more attempts before auto-proceed)",
		);
		expect(titleOf(sent.text)).toBe("Error: Hangzhou Talk Proposal — Hangzhou 2025 Call For Proposals");
	});

	it("has distinct headings and labels, also above the checkbox", async () => {
		const portal = await openPortal();
		const page = parse((await portal.agent().get("/hangzhou")).text).querySelector("main");
		const said = page?.querySelectorAll("h1, h2, legend, label[for]").map((one) => one.textContent) ?? [];
		expect(said).toContain("Consent");
		expect(said).toContain("Talk Proposal");
		expect(new Set(said).size).toBe(said.length);
	});

	it("counts down and lets the form through at the third failure of one field, marked incomplete", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		let page = (await agent.get("/hangzhou")).text;
		const filling = talk({ abstract: "   ", file: await portrait() });
		page = (await submitForm(agent, page, filling).expect(422)).text;
		expect(errorsOf(page).list).toEqual(["Talk Abstract is required (2 more attempts before auto-proceed)"]);
		page = (await submitForm(agent, page, { abstract: "" }).expect(422)).text;
		expect(errorsOf(page).list).toEqual(["Talk Abstract is required (1 more attempt before auto-proceed)"]);
		const through = await submitForm(agent, page, {}).expect(303);
		expect(through.headers.location ?? "").toMatch(/\/thank-you\?entry=talk-1#$/);

		const admin = await portal.admin();
		const list = await admin.get("/admin/proposals");
		expect(list.text).toContain('title="Incomplete: Talk Abstract"');
		const mail = portal.services.outbox
			.list(adminActor, { state: "", page: 1 }, "")
			.rows.find(({ kind }) => kind === "receipt");
		expect(mail?.body).toContain("These answers are still missing: Talk Abstract.");
	});

	it("starts counting anew after a success", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou")).text;
		for (const expected of [422, 422, 303]) {
			await submitForm(agent, page, talk({ role: "", file: await portrait() })).expect(expected);
		}
		const again = await submitForm(agent, page, talk({ role: "", file: await portrait() })).expect(422);
		expect(errorsOf(again.text).list).toEqual(["Role is required (2 more attempts before auto-proceed)"]);
	});

	it("counts without cookies, by the signed field", async () => {
		const portal = await openPortal();
		let page = (await portal.agent().get("/hangzhou")).text;
		const remaining: string[] = [];
		for (let attempt = 1; attempt <= 2; attempt += 1) {
			const answer = await submitForm(portal.agent(), page, talk({ bio: "", file: await portrait() })).expect(422);
			page = answer.text;
			remaining.push(...errorsOf(page).list);
		}
		expect(remaining).toEqual([
			"Bio is required (2 more attempts before auto-proceed)",
			"Bio is required (1 more attempt before auto-proceed)",
		]);
		await submitForm(portal.agent(), page, talk({ bio: "" })).expect(303);
	});

	it("keeps everything typed and the photo across a failed post, and asks for the photo only once", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const typed = talk({
			title: " ",
			details: '第一行\n<second> & "third"',
			website: "@me",
			language: "Chinese",
			tracks: "ai-next",
		});
		const page = (await submitForm(agent, (await agent.get("/hangzhou")).text, { ...typed, file: await portrait() }))
			.text;
		for (const [name, value] of Object.entries(typed)) {
			if (name === "consent") expect(shownValue(page, name)).toBe("true");
			else expect(shownValue(page, name)).toBe(value);
		}
		expect(textOfPage(page)).toContain("Photo received: portrait.jpg");
		const preview = /\/uploads\/[0-9a-f]{32}-small\.jpg/.exec(page)?.[0] ?? "";
		await agent.get(preview).expect(200).expect("Content-Type", "image/jpeg");
		await submitForm(agent, page, { title: "Now with a title" }).expect(303);
		const [entry] =
			(await (await portal.admin()).get("/admin/proposals?modal=details&id=1")).text.match(
				/\/uploads\/[0-9a-f]{32}\.jpg/,
			) ?? [];
		expect(entry).toBe(preview.replace("-small", ""));
	});

	it("removes an uploaded photo on request, without counting an attempt", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const first = await submitForm(
			agent,
			(await agent.get("/hangzhou")).text,
			talk({ title: "", file: await portrait() }),
		);
		const removed = await submitForm(agent, first.text, {}, { press: "do.remove-photo" }).redirects(1).expect(200);
		expect(removed.text).not.toContain("Photo received");
		expect(removed.redirects.map((address) => new URL(address).hash)).toEqual(["#f-file"]);
		expect(parse(removed.text).querySelector(".field [role=status]")?.textContent).toBe("The photo was removed.");
		expect(errorsOf(removed.text).list).toEqual([]);
		const next = await submitForm(agent, removed.text, { title: "Back again" }).expect(422);
		expect(errorsOf(next.text).list).toEqual(["Profile Photo is required (2 more attempts before auto-proceed)"]);
	});

	it("presses Submit when Enter is pressed: it is the first button of the form", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = await submitForm(
			agent,
			(await agent.get("/hangzhou")).text,
			talk({ title: "", file: await portrait() }),
		);
		const form = page.text.slice(page.text.indexOf('<form class="programme"'));
		expect(/<button[^>]*>([^<]*)</.exec(form)?.[1]).toBe("Submit");
	});

	it("fixes the track of an event variant, ignoring the posted one", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou?event=pytorch").expect(200)).text;
		expect(textOfPage(page)).toContain("PyTorch Day: your talk goes to the AI Models & Infra track.");
		expect(page).not.toContain("<select");
		await submitForm(agent, page, talk({ tracks: "ai-next", file: await portrait() })).expect(303);
		const entries = (await agent.get("/api/entries")).body;
		expect(entries.map((entry: { tracks: string }) => entry.tracks)).toEqual(["ai-models-infra"]);
	});

	it("never lets malformed values through", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou")).text;
		const filling = talk({
			email: "not an address",
			twitter: "javascript:alert(1)",
			name: "x".repeat(201),
			file: await portrait(),
		});
		for (let attempt = 1; attempt <= 4; attempt += 1) {
			const answer = await submitForm(agent, page, filling).expect(422);
			expect(errorsOf(answer.text).list).toEqual([
				"Name must have at most 200 characters. The rest was cut off",
				"Please enter a valid email address",
				"X/Twitter must start with https:// or http://",
			]);
		}
	});

	it("treats the same form sent twice as one submission", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou")).text;
		const filling = talk({ file: await portrait() });
		const answers = await Promise.all([submitForm(agent, page, filling), submitForm(agent, page, filling)]);
		expect(answers.map((answer) => answer.status)).toEqual([303, 303]);
		expect((await agent.get("/api/entries")).body).toHaveLength(1);
	});

	it("stores a missing consent as not given, hides the entry from the public and asks for it", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou")).text;
		const filling = talk({ consent: false, file: await portrait() });
		for (const expected of [422, 422, 303]) await submitForm(agent, page, filling).expect(expected);
		expect((await agent.get("/api/entries")).body).toEqual([]);
		const [mail] = portal.services.outbox.list(adminActor, { state: "", page: 1 }, "").rows;
		expect(mail?.body).toContain("You have not given the consent we need to publish your submission.");
	});

	it("refuses when the call is closed, in the page and in the answer to a post", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou")).text;
		const closesAt = Date.parse("2025-08-18T23:59:59+08:00");
		await portal.db.write(
			() => void portal.sqlite.exec(`update programmes set state = 'dates', closes_at = ${closesAt}`),
		);
		portal.clock.now = closesAt + 999;
		await submitForm(agent, page, talk({ file: await portrait() })).expect(303);
		portal.clock.now = closesAt + 1_000;
		const late = talk({ title: "Written at the last minute", file: await portrait() });
		const refused = await submitForm(agent, page, late).expect(409);
		expect(errorsOf(refused.text).headline).toMatch(
			/^This call is not open\. We keep what you typed on .* for 30 days/,
		);
		expect(shownValue(refused.text, "title")).toBe("Written at the last minute");
		const closed = await portal.agent().get("/hangzhou").expect(200);
		expect(titleOf(closed.text)).toBe("Submission Closed — Hangzhou 2025 Call For Proposals");
		expect(textOfPage(closed.text)).toContain("Talk Proposal: submissions closed on 18 Aug 2025 23:59 (UTC+8).");
	});
});

const adminActor = {
	visitor: undefined,
	user: {
		id: 1,
		email: "",
		name: "",
		role: "administrator" as const,
		isVerified: true,
		expiresAt: 0,
		isFresh: true,
		sessionHash: "",
	},
};
