import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { openVolume } from "../../server/volume.ts";
import { CALLS, press, pressAt, publish, questionOf, said } from "../support/calls.ts";
import { complete, openAll } from "../support/fillings.ts";
import { optionsIn, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, root, type TestPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";

const WORKSHOPS = { from: "hangzhou", label: "Workshops", labelZh: "工作坊", path: "/workshops" };
const ALL = `${CALLS}/all`;

async function withWorkshops() {
	const portal = await openPortal();
	const admin = await portal.admin();
	await press(admin, ALL, "do.create", WORKSHOPS);
	return { portal, admin };
}

/** Calls of the front page in their order. */
const onFront = async (portal: TestPortal) =>
	[...(await portal.agent().get("/")).text.matchAll(/href="(\/(?:hangzhou|workshops|spotlight-hz|forum))"/g)].map(
		([, path]) => path,
	);

describe("a call that is added in the console", () => {
	it("can be made from templates that name no event", async () => {
		const { admin } = await withWorkshops();
		const offered = optionsIn((await admin.get(ALL).expect(200)).text, "from").filter((one) =>
			one.startsWith("template:"),
		);
		expect(offered).toEqual(["template:talks", "template:projects", "template:showcase", "template:registrations"]);
		for (const from of offered) {
			const name = from.replace("template:", "own-");
			await press(admin, ALL, "do.create", { from, label: name, labelZh: "征集", path: `/${name}` });
			const shown = said(await admin.get(`${CALLS}/${name}/preview?in=en`).expect(200));
			expect(shown).not.toMatch(/Hangzhou|2025|Spotlight/);
		}
	});

	it("has no form before it is published, and takes entries once it is open", async () => {
		const { portal, admin } = await withWorkshops();
		await portal.agent().get("/workshops").expect(404);
		expect(said(await admin.get(ALL))).toMatch(/Workshops\s+\/workshops\s+In preparation/);
		expect(said(await publish(admin, "workshops", "First version"))).toContain("Version 1 is public.");
		expect(said(await portal.agent().get("/workshops").expect(200))).toContain("Submission Closed");
		await openAll(portal);
		const speaker = portal.agent();
		const { text } = await speaker.get("/workshops").expect(200);
		const { headers } = await submitForm(speaker, text, await complete("hangzhou")).expect(303);
		expect(headers.location).toContain("/thank-you?entry=talk-1");
		expect(said(await admin.get("/admin/proposals"))).toContain("talk-1");
		const sent = await portal.agent().get("/api/entries");
		expect(sent.body).toMatchObject([{ id: 1, category: "workshops" }]);
	});

	it("can be chosen by an organiser who enters a talk for a speaker", async () => {
		const { portal, admin } = await withWorkshops();
		await publish(admin, "workshops", "First version");
		await openAll(portal);
		const { text } = await admin.get("/admin/editor").expect(200);
		expect(text).toContain('<a href="/admin/editor?category=hangzhou" aria-current="page">');
		expect(text).toContain('<a href="/admin/editor?category=workshops">Workshops</a>');
		const { text: form } = await admin.get("/admin/editor?category=workshops").expect(200);
		await submitForm(admin, form, await complete("hangzhou"));
		expect((await portal.agent().get("/api/entries")).body).toMatchObject([{ id: 1, category: "workshops" }]);
		expect((await admin.get("/admin/editor?spot=talk-1").expect(200)).text).not.toContain("/admin/editor?category=");
	});

	it("is refused at an address that is taken, and keeps what was typed", async () => {
		const { portal, admin } = await withWorkshops();
		for (const path of [
			"/hangzhou",
			"/login",
			"/spotlight-aigc-artistic",
			"/api",
			"/healthz",
			"/workshops",
			"/admin",
		]) {
			const answer = await press(admin, ALL, "do.create", { ...WORKSHOPS, path });
			const page = said(answer);
			expect([path, answer.status, page.includes(path)]).toEqual([path, 422, true]);
			expect(answer.text).toContain('value="Workshops"');
		}
		for (const path of ["workshops", "/Work shops", "//evil.example", "/a/b", "/", `/${"x".repeat(80)}`, "/é"]) {
			const answer = await press(admin, ALL, "do.create", { ...WORKSHOPS, path });
			expect([path, answer.status]).toEqual([path, 422]);
		}
		expect(portal.sqlite.prepare("select count(*) from programmes").pluck().get()).toBe(8);
	});

	it("is gone with its changes if it was never published", async () => {
		const { portal, admin } = await withWorkshops();
		const asked = await press(admin, `${CALLS}/workshops`, "do.discard");
		expect(said(asked)).toContain("If you discard it, nothing of it is kept.");
		expect(said(await admin.get(ALL))).toContain("Workshops");
		expect(said(await press(admin, `${CALLS}/workshops?discard=1`, "do.discard"))).toContain("“Workshops” was delet");
		expect(said(await admin.get(`${ALL}?`))).not.toContain("Workshops");
		expect(portal.sqlite.prepare("select count(*) from programmes").pluck().get()).toBe(7);
	});
});

it("calls are shown in the order of the console", async () => {
	const portal = await openPortal();
	await openAll(portal);
	const admin = await portal.admin();
	const before = await onFront(portal);
	expect(before[0]).toBe("/hangzhou");
	await pressAt(admin, ALL, "do.down", "hangzhou");
	expect((await onFront(portal)).slice(0, 2)).toEqual([before[1], "/hangzhou"]);
	await pressAt(admin, ALL, "do.up", "hangzhou");
	expect(await onFront(portal)).toEqual(before);
});

it("an archived call has no form, its entries stay, and it can be brought back", async () => {
	const portal = await openPortal();
	await openAll(portal);
	const speaker = portal.agent();
	await submitForm(speaker, (await speaker.get("/hangzhou")).text, await complete("hangzhou")).expect(303);
	const admin = await portal.admin();
	await press(admin, `${CALLS}/hangzhou`, "do.archive");
	expect(textOfPage((await speaker.get("/hangzhou").expect(200)).text)).toContain("Submission Closed");
	expect(await onFront(portal)).not.toContain("/hangzhou");
	expect(said(await admin.get("/admin/proposals?modal=details&id=1"))).toContain("Hangzhou Talk (archived)");
	expect(said(await admin.get(ALL))).toMatch(/Hangzhou Talk Proposal\s+\/hangzhou\s+Archived/);
	await press(admin, `${CALLS}/hangzhou`, "do.unarchive");
	expect(textOfPage((await speaker.get("/hangzhou").expect(200)).text)).toContain("Talk Title");
});

describe("publishing", () => {
	const change = async (admin: Awaited<ReturnType<TestPortal["admin"]>>, lead: string) =>
		press(admin, `${CALLS}/hangzhou`, "do.call", { lead });

	it("asks for a note, and shows it among the versions", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await change(admin, "Come and talk");
		const refused = await publish(admin, "hangzhou", " ");
		expect([refused.status, said(refused).includes("Say in a few words what changes")]).toEqual([422, true]);
		const done = said(await publish(admin, "hangzhou", "A warmer welcome"));
		for (const told of ["Version 2 is public.", "A warmer welcome", "as supplied"]) expect(done).toContain(told);
		await openAll(portal);
		expect(said(await portal.agent().get("/hangzhou"))).toContain("Come and talk");
	});

	it("is seen at once where another process published, also by pages that were cached", async () => {
		const portal = await openPortal();
		await openAll(portal);
		expect(said(await portal.agent().get("/hangzhou"))).not.toContain("Come and talk");
		await portal.admin();
		const actor = await organiser(portal);
		const other = await openVolume(portal.config, { root, exclusive: false, log: pino({ level: "silent" }) });
		const lead = { en: "Come and talk", zh: "欢迎" };
		await other.services.callForms.edit(actor, "hangzhou", (present) => ({ ...present, lead }));
		const { revision } = other.services.callForms.open(actor, "hangzhou");
		await other.services.callForms.publish(actor, "hangzhou", { revision, note: "From elsewhere", marks: false });
		other.close();
		expect(said(await portal.agent().get("/hangzhou"))).toContain("Come and talk");
	});

	it("can be undone: the version before is public again, and the changes are kept", async () => {
		const portal = await openPortal();
		await openAll(portal);
		const admin = await portal.admin();
		await change(admin, "Come and talk");
		await publish(admin, "hangzhou");
		const page = said(await pressAt(admin, `${CALLS}/hangzhou`, "do.undo", "2"));
		for (const told of ["Version 2 was undone.", "Version 3 is public.", "Check and publish"])
			expect(page).toContain(told);
		expect(said(await portal.agent().get("/hangzhou"))).not.toContain("Come and talk");
		const again = await admin
			.post(`${CALLS}/hangzhou`)
			.type("form")
			.send({ "do.undo": "2", formToken: tokenIn((await admin.get(ALL)).text) });
		expect(again.status).toBe(409);
		await publish(admin, "hangzhou");
		expect(said(await portal.agent().get("/hangzhou"))).toContain("Come and talk");
	});

	it("takes an earlier version up again as changes", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await change(admin, "Come and talk");
		await publish(admin, "hangzhou");
		await pressAt(admin, `${CALLS}/hangzhou`, "do.take-up", "1");
		expect(said(await admin.get(`${CALLS}/hangzhou/publish`))).toContain("The form: introduction");
	});

	it("publishes nothing that was not looked at", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await change(admin, "Come and talk");
		const path = `${CALLS}/hangzhou/publish`;
		const { text } = await admin.get(path);
		await change(admin, "Or stay at home");
		const answer = await submitForm(admin, text, { note: "Welcome" }, { selector: "form:has([name=note])" });
		expect([answer.status, said(answer).includes("someone else was faster")]).toEqual([409, true]);
	});
});

describe("two organisers", () => {
	it("change different questions at once", async () => {
		const portal = await openPortal();
		const [one, other] = [await portal.admin(), await portal.admin()];
		const [bio, role] = ["bio", "role"].map((name) => questionOf("hangzhou", name)) as [string, string];
		const { text } = await other.get(role);
		await press(one, bio, "do.save", { label: "About you" });
		const saved = await submitForm(
			other,
			text,
			{ label: "Your job" },
			{ selector: "form:has([name='do.save'])", button: "do.save" },
		);
		expect(saved.status).toBe(200);
		const changes = said(await one.get(`${CALLS}/hangzhou/publish`));
		expect(changes).toContain("“About you”: wording in English, “Bio” becomes “About you”");
		expect(changes).toContain("“Your job”: wording in English, “Role” becomes “Your job”");
	});

	it("of one question are shown the difference, and the second can save again", async () => {
		const portal = await openPortal();
		const [one, other] = [await portal.admin(), await portal.admin()];
		const path = questionOf("hangzhou", "bio");
		const form = { selector: "form:has([name='do.save'])", button: "do.save" };
		const { text } = await other.get(path);
		await press(one, path, "do.save", { label: "About you" });
		const stale = await submitForm(other, text, { label: "Who are you" }, form);
		expect(stale.status).toBe(409);
		for (const told of ["someone else was faster", "Bio", "About you", "Who are you"])
			expect(said(stale)).toContain(told);
		expect(stale.text).toContain('value="Who are you"');
		const again = await submitForm(other, stale.text, {}, form);
		expect([again.status, again.text.includes('value="Who are you"')]).toEqual([200, true]);
	});
});

it("what may never change of a public question is kept, whoever asks", async () => {
	const portal = await openPortal();
	const actor = await organiser(portal);
	const { definition } = portal.services.callForms.open(actor, "hangzhou");
	const [first] = definition.sections;
	const without = { ...definition, sections: definition.sections.filter((section) => section !== first) };
	for (const changed of [without, { ...definition, kind: "forum" as const }, { ...definition, category: "other" }]) {
		const outcome = portal.services.callForms.edit(actor, "hangzhou", () => changed);
		await expect(outcome).rejects.toMatchObject({ code: "BAD_REQUEST" });
	}
});

const tokenIn = (html: string) => /name="formToken" value="([^"]*)"/.exec(html)?.[1] ?? "";
