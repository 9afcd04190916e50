import { describe, expect, it } from "vitest";
import { CALLS, press, publish, questionOf, said } from "../support/calls.ts";
import { complete, openAll } from "../support/fillings.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { talkFields } from "../support/talks.ts";

const FORM = `${CALLS}/hangzhou`;

/** A portal in which the talk form has two more questions, the second one only for who answers the first with "Yes". */
async function withTwoQuestions() {
	const portal = await openPortal();
	await openAll(portal);
	const admin = await portal.admin();
	await press(admin, FORM, "do.add", {
		label: "Need travel help",
		labelZh: "需要差旅补助",
		kind: "select",
		section: "talk",
		options: "Yes | 是\nNo | 否",
	});
	const added = { label: "Travel from", labelZh: "出发地", kind: "text", section: "talk" };
	expect(said(await press(admin, FORM, "do.add", added))).toContain("“Travel from” was added. Visitors see it after");
	const page = await press(admin, questionOf("hangzhou", "travelFrom"), "do.save", {
		required: "yes",
		when: "needTravelHelp=Yes",
	});
	expect(page.status).toBe(200);
	return { portal, admin };
}

describe("a question that is added in the console", () => {
	it("is seen in the preview in both languages, and by nobody else before it is published", async () => {
		const { portal, admin } = await withTwoQuestions();
		const english = said(await admin.get(`${FORM}/preview?in=en`));
		for (const told of ["Need travel help", "Travel from", "(if you chose Yes)"]) expect(english).toContain(told);
		// What is left to do is to publish it, said here and where a question is saved.
		expect(english).toContain("Check and publish");
		const saved = await press(admin, questionOf("hangzhou", "travelFrom"), "do.save", {
			hint: "A city",
			hintZh: "城市",
		});
		expect(said(saved)).toMatch(/Saved\. Visitors see it after you publish\.\s+Check and publish/);
		expect(said(await admin.get(`${CALLS}/forum/preview`))).not.toContain("Check and publish");
		const chinese = said(await admin.get(`${FORM}/preview?in=zh`));
		for (const told of ["需要差旅补助", "出发地", "演讲题目"]) expect(chinese).toContain(told);
		expect(said(await portal.agent().get("/hangzhou"))).not.toContain("travel");
		const checked = said(await admin.get(`${FORM}/publish`));
		for (const line of ["New question “Need travel help”", "New question “Travel from”"])
			expect(checked).toContain(line);
	});

	it("is asked, checked, stored, read by organisers, exported and documented once it is published", async () => {
		const { portal, admin } = await withTwoQuestions();
		expect(said(await publish(admin, "hangzhou", "Travel grants"))).toContain("Version 2 is public.");
		const speaker = portal.agent();
		const { text } = await speaker.get("/hangzhou").expect(200);
		const filling = await complete("hangzhou", { needTravelHelp: "Yes" });
		const refused = await submitForm(speaker, text, filling).expect(422);
		expect(textOfPage(refused.text)).toContain("Travel from is required");
		await submitForm(speaker, text, { ...filling, travelFrom: "Chengdu" }).expect(303);
		const details = said(await admin.get("/admin/proposals?modal=details&id=1"));
		for (const told of ["Need travel help", "Travel from", "Chengdu"]) expect(details).toContain(told);
		expect(said(await admin.get("/admin/proposals?q=chengdu"))).toContain("Travel from");
		const { text: csv } = await admin.get("/admin/export/talk");
		expect(csv.split("\r\n")[0]).toMatch(/needTravelHelp,travelFrom/);
		expect(csv).toContain("Chengdu");
		const document = JSON.stringify((await portal.agent().get("/api/openapi.json")).body);
		expect(document).toContain("Travel from");
	});

	it("is not asked of who has not chosen its condition", async () => {
		const { portal, admin } = await withTwoQuestions();
		await publish(admin, "hangzhou");
		const speaker = portal.agent();
		const { text } = await speaker.get("/hangzhou");
		const filling = await complete("hangzhou", { needTravelHelp: "No", travelFrom: "Nowhere" });
		await submitForm(speaker, text, filling).expect(303);
		expect(said(await admin.get("/admin/proposals?modal=details&id=1"))).not.toContain("Nowhere");
	});
});

it("answers to a question that depends on another one only later are still read, found and exported", async () => {
	const { portal, admin } = await withTwoQuestions();
	const path = questionOf("hangzhou", "travelFrom");
	await press(admin, path, "do.save", { required: "no", when: "" });
	await publish(admin, "hangzhou");
	const speaker = portal.agent();
	const filling = await complete("hangzhou", { needTravelHelp: "No", travelFrom: "Chengdu" });
	await submitForm(speaker, (await speaker.get("/hangzhou")).text, filling).expect(303);
	await press(admin, path, "do.save", { when: "needTravelHelp=Yes" });
	await publish(admin, "hangzhou");
	expect(said(await admin.get("/admin/proposals?modal=details&id=1"))).toContain("Chengdu");
	expect(said(await admin.get("/admin/proposals?q=chengdu"))).toContain("Chengdu");
	await submitForm(admin, (await admin.get("/admin/editor?id=1")).text, { title: "Another title" }).expect(303);
	const { text: csv } = await admin.get("/admin/export/talk");
	for (const told of ["Another title", "Chengdu"]) expect(csv).toContain(told);
});

it("a draft that was begun before a change comes back with everything that is still asked", async () => {
	const portal = await openPortal();
	await openAll(portal);
	const admin = await portal.admin();
	const speaker = portal.agent();
	const typed = { title: "Half a talk", abstract: "The first half", details: "For the organisers" };
	await submitForm(speaker, (await speaker.get("/hangzhou")).text, typed, { button: "do.save-draft" }).expect(303);
	await press(admin, questionOf("hangzhou", "details"), "do.retire");
	await press(admin, questionOf("hangzhou", "title"), "do.save", { label: "What you call it" });
	const form = said(await admin.get(`${FORM}/publish`));
	for (const told of ["1 draft", "“Talk Details” is not asked any more"]) expect(form).toContain(told);
	await publish(admin, "hangzhou");
	const { text } = await speaker.get("/hangzhou");
	for (const told of ["What you call it", "Half a talk", "The first half"]) expect(text).toContain(told);
	expect(text).not.toContain("For the organisers");
	await press(admin, questionOf("hangzhou", "details"), "do.restore");
	await publish(admin, "hangzhou");
	expect((await speaker.get("/hangzhou")).text).toContain("For the organisers");
});

describe("the preview of a form", () => {
	it("says what the form would say in its language, stores nothing, and leads to the form that is chosen in it", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const path = `${CALLS}/sl-aigc/preview`;
		const { text } = await admin.get(`${path}?in=zh`);
		const tried = await submitForm(admin, text, {});
		expect(said(tried)).toContain("请勾选同意声明");
		const filling = { spotlightTrack: "AIGC-Driven Artistic Works Track" };
		const other = await submitForm(admin, text, filling, { button: "do.switch" });
		expect(said(other)).toContain("艺术作品标题");
		const right = await submitForm(admin, (await admin.get(`${CALLS}/forum/preview`)).text, await complete("forum"));
		expect(said(right)).toContain("Nothing is missing");
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
		expect(portal.sqlite.prepare("select count(*) from drafts").pluck().get()).toBe(0);
	});
});

describe("a question that is retired", () => {
	it("is not asked any more, and answers to it stay where organisers read them, also after an edit", async () => {
		const { portal, admin } = await withTwoQuestions();
		await publish(admin, "hangzhou");
		const speaker = portal.agent();
		const filling = await complete("hangzhou", { needTravelHelp: "Yes", travelFrom: "Chengdu" });
		await submitForm(speaker, (await speaker.get("/hangzhou")).text, filling).expect(303);
		await press(admin, questionOf("hangzhou", "travelFrom"), "do.retire");
		await publish(admin, "hangzhou", "No travel grants this year");
		expect(said(await portal.agent().get("/hangzhou"))).not.toContain("Travel from");
		expect(said(await admin.get("/admin/proposals?modal=details&id=1"))).toContain("Chengdu");
		const { text } = await admin.get("/admin/editor?id=1");
		await submitForm(admin, text, { title: "Another title" }).expect(303);
		const details = said(await admin.get("/admin/proposals?modal=details&id=1"));
		for (const told of ["Another title", "Travel from", "Chengdu"]) expect(details).toContain(told);
		expect((await admin.get("/admin/export/talk")).text).toContain("Chengdu");
	});

	it("can be asked again", async () => {
		const { portal, admin } = await withTwoQuestions();
		await publish(admin, "hangzhou");
		const path = questionOf("hangzhou", "travelFrom");
		await press(admin, path, "do.retire");
		expect(said(await press(admin, path, "do.restore"))).toContain("“Travel from” is asked again once you publish.");
		expect(said(await admin.get(`${FORM}/publish`))).toContain("There are no changes to publish.");
		expect(said(await portal.agent().get("/hangzhou"))).toContain("Travel from");
	});

	it("is not one that lists and emails need, and keeps what depends on it from being asked for nothing", async () => {
		const { admin } = await withTwoQuestions();
		const title = await admin.get(questionOf("hangzhou", "title"));
		expect(said(title)).toContain("It cannot be removed");
		expect(title.text).not.toContain("do.retire");
		await publish(admin, "hangzhou");
		const answer = await press(admin, questionOf("hangzhou", "needTravelHelp"), "do.retire");
		expect([answer.status, said(answer)]).toEqual([
			422,
			expect.stringContaining("“Travel from” depends on “Need travel help”, which is not asked any more"),
		]);
	});

	it("has options that can be retired alone: they stay readable, and may be kept by who chose them", async () => {
		const { portal, admin } = await withTwoQuestions();
		await publish(admin, "hangzhou");
		const speaker = portal.agent();
		const filling = await complete("hangzhou", { needTravelHelp: "No" });
		await submitForm(speaker, (await speaker.get("/hangzhou")).text, filling).expect(303);
		await press(admin, questionOf("hangzhou", "needTravelHelp"), "do.save", { "option-1-offered": "no" });
		await publish(admin, "hangzhou");
		const fresh = await portal.agent().get("/hangzhou");
		expect([fresh.text.includes('value="No"'), fresh.text.includes('value="Yes"')]).toEqual([false, true]);
		const { text } = await admin.get("/admin/editor?id=1");
		await submitForm(admin, text, { title: "Another title" }).expect(303);
		expect(said(await admin.get("/admin/proposals?modal=details&id=1"))).toMatch(/Need travel help\s+No/);
		const sent = talkFields({ needTravelHelp: "No" });
		const refused = await portal.agent().post("/api/submit").type("form").send(sent);
		expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining("needTravelHelp")]);
	});
});

describe("a question that is moved to a place", () => {
	const order = async (admin: Awaited<ReturnType<typeof withTwoQuestions>>["admin"]) => {
		const { text } = await admin.get(FORM).expect(200);
		return [...text.matchAll(/id="([sq]-\w+)"/g)].map(([, id]) => id);
	};

	const place = async (admin: Awaited<ReturnType<typeof withTwoQuestions>>["admin"], to: object) => {
		const { text } = await admin.get(FORM);
		const formToken = /name="formToken" value="([^"]*)"/.exec(text)?.[1] ?? "";
		return admin
			.post(FORM)
			.type("form")
			.send({ formToken, ...to });
	};

	it("stands before the one that is named, or at the end of the section", async () => {
		const { admin } = await withTwoQuestions();
		const { status } = await place(admin, { "do.place": "phone", section: "talk", before: "title" });
		expect(status).toBe(303);
		const moved = await order(admin);
		expect(moved[moved.indexOf("q-title") - 1]).toBe("q-phone");
		await place(admin, { "do.place": "phone", section: "consent", before: "" });
		expect((await order(admin)).slice(0, 3)).toEqual(["s-consent", "q-consent", "q-phone"]);
		await place(admin, { "do.section-place": "talk", before: "consent" });
		expect((await order(admin))[0]).toBe("s-talk");
	});

	it("stays where no such place is, and where its condition would come after it", async () => {
		const { admin } = await withTwoQuestions();
		const before = await order(admin);
		for (const to of [
			{ "do.place": "phone", section: "nowhere", before: "" },
			{ "do.place": "nothing", section: "talk", before: "" },
			{ "do.up": "nothing" },
			{ "do.section-place": "__proto__", before: "consent" },
		])
			expect((await place(admin, to)).status).toBe(409);
		expect((await place(admin, { "do.section-place": "talk", before: "nowhere" })).status).toBe(303);
		expect(await order(admin)).toEqual(before);
		const refused = await place(admin, { "do.place": "travelFrom", section: "consent", before: "" });
		expect(refused.status).toBe(422);
		expect(await order(admin)).toEqual(before);
	});
});
