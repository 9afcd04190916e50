import { expect, it } from "vitest";
import { githubSettings, openGithub } from "../support/github.ts";
import { openPortal } from "../support/portal.ts";
import { BROWSERS } from "../support/text-browsers.ts";

const FAILED = "GitHub login failed. Please try again or use email login.";

it.each(BROWSERS)("$name shows a sign-in at GitHub that failed, before the form", async ({ open }) => {
	const portal = await openPortal(githubSettings(await openGithub()));
	for (const path of ["/auth/github/callback?code=x&state=y", "/login?code=x", "/login?error=github"]) {
		const browser = await open(`${portal.origin}${path}`);
		const text = (await browser.read()).replace(/\s+/g, " ");
		expect([path, text.includes(FAILED), text.indexOf(FAILED) < text.indexOf("Email")]).toEqual([path, true, true]);
	}
	const failed = await open(`${portal.origin}/login-success?token=x`);
	expect(await failed.read()).toContain("An error occurred while processing your login.");
});
