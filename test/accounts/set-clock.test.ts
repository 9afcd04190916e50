import { describe, expect, it } from "vitest";
import { FORM, linkIn, PASSWORD, register, signIn } from "../support/accounts.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

const MINUTE = 60_000;

describe.each([
	["back by a day", -24 * 60 * MINUTE],
	["forward by half an hour", 30 * MINUTE],
])("a clock that is set %s", (_, by) => {
	it("ends no session and no link, and what is sent is taken, also once it is right again", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const agent = await signIn(portal, "han@example.org");
		await portal.services.passwordReset.request("han@example.org", "en");
		const link = linkIn(portal, "reset");
		portal.clock.now += by;
		await agent.get("/dashboard").expect(200);
		const meanwhile = await signIn(portal, "han@example.org");
		await sendTalk(portal, { title: "Meanwhile" });
		expect((await portal.agent().get(link).expect(200)).text).toContain('name="confirm"');

		portal.clock.now -= by;
		for (const one of [agent, meanwhile]) await one.get("/dashboard").expect(200);
		const visitor = portal.agent();
		const form = (await visitor.get(link).expect(200)).text;
		const password = `${PASSWORD}-new`;
		await submitForm(visitor, form, { password, confirm: password }, FORM).expect(303);
		expect(portal.sqlite.prepare("select title from entries").pluck().all()).toEqual(["Meanwhile"]);
	});
});
