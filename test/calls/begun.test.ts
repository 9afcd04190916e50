import { describe, expect, it } from "vitest";
import { CALLS, press, publish, said } from "../support/calls.ts";
import { complete, expectShown, openAll } from "../support/fillings.ts";
import { shownValue, submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

const FORM = `${CALLS}/hangzhou`;
const SHOWCASE = `${CALLS}/sl-aigc`;

async function begun(path: string) {
	const portal = await openPortal();
	await openAll(portal);
	const speaker = portal.agent();
	const { text } = await speaker.get(path).expect(200);
	return { portal, speaker, text, admin: await portal.admin() };
}

describe("a form that was begun", () => {
	it("before its address changed is stored, and the old address leads to the new one", async () => {
		const { portal, speaker, text, admin } = await begun("/hangzhou");
		await press(admin, FORM, "do.call", { path: "/talks" });
		await publish(admin, "hangzhou");
		const refused = await submitForm(speaker, text, await complete("hangzhou", { bio: "" })).expect(422);
		expect(refused.text).toContain('action="/talks#errors"');
		const sent = await submitForm(speaker, text, await complete("hangzhou")).expect(303);
		expect(sent.headers.location).toContain("/thank-you?entry=talk-1");
		const old = await portal.agent().get("/hangzhou/?event=pytorch").expect(302);
		expect(old.headers.location).toMatch(/\/talks\?event=pytorch$/);
	});

	it("before its call was archived comes back as typed, and is kept at its address", async () => {
		const { portal, speaker, text, admin } = await begun("/hangzhou");
		await press(admin, FORM, "do.archive");
		const filling = await complete("hangzhou");
		const refused = await submitForm(speaker, text, filling).expect(409);
		expect(said(refused)).toContain("We keep what you typed on");
		const { file: _, ...typed } = filling;
		expectShown(refused.text, typed);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
		const closed = said(await speaker.get("/hangzhou").expect(200));
		for (const told of ["Submission Closed", "submissions are closed", "What you typed", String(filling.title)])
			expect(closed).toContain(told);
		expect(said(await portal.agent().get("/hangzhou").expect(200))).not.toContain(String(filling.title));
		await press(admin, FORM, "do.unarchive");
		expect(shownValue((await speaker.get("/hangzhou").expect(200)).text, "title")).toBe(filling.title);
	});

	it("at the address of a variant of an archived call comes back, too", async () => {
		const { speaker, text, admin } = await begun("/spotlight-aigc-artistic");
		await press(admin, SHOWCASE, "do.archive");
		const refused = await submitForm(speaker, text, { name: "Mei", artworkTitle: "Waves" }).expect(409);
		expect(shownValue(refused.text, "artworkTitle")).toBe("Waves");
		expect(said(await speaker.get("/spotlight-aigc-artistic").expect(200))).toContain("Waves");
	});
});

it("an address that another call has taken since is that call's", async () => {
	const { portal, admin } = await begun("/hangzhou");
	await press(admin, FORM, "do.archive");
	await press(admin, `${CALLS}/forum`, "do.call", { path: "/hangzhou" });
	await publish(admin, "forum");
	expect(said(await portal.agent().get("/hangzhou").expect(200))).toContain("Forum Registration");
});
