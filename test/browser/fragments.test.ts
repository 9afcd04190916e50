import { expect, it } from "vitest";
import { PASSWORD, register } from "../support/accounts.ts";
import { choosePhoto, fill, openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { talk } from "../support/talks.ts";

it.each([["with"], ["without"]])(
	"after a form that was refused and then taken, %s scripts, no address ends in #errors",
	async (how) => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const page = await openPage(portal.origin, { javaScriptEnabled: how === "with" });
		const address = () => {
			const { pathname, hash } = new URL(page.url());
			return [pathname, hash];
		};
		await page.goto("/login");
		await fill(page, { email: "han@example.org", password: "wrong" });
		await page.click("button.primary");
		await page.waitForSelector("#errors");
		expect(address()).toEqual(["/login", "#errors"]);
		await fill(page, { email: "han@example.org", password: PASSWORD });
		await page.click("button.primary");
		await page.waitForURL(/\/dashboard/);
		expect(address()).toEqual(["/dashboard", ""]);

		await page.goto("/hangzhou");
		await page.click("button.primary");
		await page.waitForSelector("#errors");
		await fill(page, talk());
		await choosePhoto(page);
		if (how === "with") await page.waitForSelector(".photo-kept");
		await page.click("form.programme button.primary");
		await page.waitForURL(/\/thank-you/);
		expect(address()).toEqual(["/thank-you", ""]);
	},
);

it("every redirect after a post has a fragment, its own or an empty one; those after a GET have none", async () => {
	const portal = await openPortal();
	const agent = await portal.admin();
	const posted = await agent
		.post("/preferences")
		.set("Sec-Fetch-Site", "same-origin")
		.type("form")
		.send({ theme: "dark", back: "/hangzhou" })
		.expect(303);
	expect(posted.headers.location).toBe(`${portal.origin}/hangzhou#preferences`);
	const guest = await portal.agent().get("/dashboard").expect(302);
	expect(guest.headers.location).toBe(`${portal.origin}/`);
});
