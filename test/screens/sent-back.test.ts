import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { FORM, linkIn, register, signIn } from "../support/accounts.ts";
import { submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

it.each(["/verify", "/account", "/reset-password"])(
	"%s, sent back with nothing typed to lose, offers language and theme as before",
	async (name) => {
		const portal = await openPortal();
		await register(portal, "mei@example.org");
		const link = linkIn(portal, "verify");
		const agent = name === "/account" ? await signIn(portal, "mei@example.org") : portal.agent();
		if (name === "/reset-password") await portal.services.passwordReset.request("mei@example.org", "en");
		const path = { "/verify": link, "/account": name, "/reset-password": linkIn(portal, "reset") }[name] ?? "";
		const back = await submitForm(agent, (await agent.get(path).expect(200)).text, {}, FORM).expect(422);
		const footer = parse(back.text).querySelector("footer");
		const chinese = footer?.querySelector("a[hreflang^=zh]")?.getAttribute("href")?.replaceAll("&amp;", "&") ?? "";
		expect(footer?.querySelectorAll("button[name=theme]").length).toBe(3);
		const there = await agent.get(chinese).redirects(1).expect(200);
		expect(parse(there.text).querySelectorAll("main [type=password]").length).toBeGreaterThan(0);
		expect(parse(there.text).querySelector("html")?.getAttribute("lang")).toMatch(/^zh/);
	},
);

it("the dashboard leads to the password and the data of its account, before anything else", async () => {
	const portal = await openPortal();
	await register(portal, "mei@example.org");
	const agent = await signIn(portal, "mei@example.org");
	const page = parse((await agent.get("/dashboard").expect(200)).text);
	const [first] = page.querySelectorAll("main a");
	expect([first?.textContent, first?.getAttribute("href")]).toEqual(["Password and your data", "/account"]);
	expect(page.querySelectorAll("main a[href='/account']").length).toBe(1);
});
