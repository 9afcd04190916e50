import { afterAll, describe, it } from "vitest";
import { check } from "../support/axe.ts";
import { choosePhoto, closeBrowser, fill, openPage } from "../support/browser.ts";
import { sendArtwork, sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { visitProgrammes } from "../support/screens.ts";
import { talk } from "../support/talks.ts";

afterAll(closeBrowser);

describe.each([
	["light", 1280, "en-US"],
	["dark", 320, "zh-CN"],
] as const)("in %s at %i px in %s", (colorScheme, width, locale) => {
	it("axe finds nothing and no page scrolls sideways: form, errors, thanks, sign-in, list, details, outbox, not found", async () => {
		const portal = await openPortal();
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		const options = { colorScheme, locale, viewport: { width, height: 800 }, bypassCSP: true };
		const page = await openPage(portal.origin, options);
		await page.goto("/hangzhou");
		await check(page);
		await page.click("button.primary");
		await page.waitForSelector("#errors");
		await check(page);
		await fill(page, talk({ abstract: "长".repeat(300), title: "A-title-without-any-space-".repeat(8) }));
		await choosePhoto(page);
		await page.fill("[name=bio]", "");
		await page.click("button.primary");
		await page.waitForSelector(".photo-kept");
		await check(page);
		await page.fill("[name=bio]", "x".repeat(500));
		await page.click("button.primary");
		await page.waitForURL(/\/thank-you/);
		await check(page);
		for (const path of [
			"/",
			"/?modal=register",
			"/forgot-password",
			"/reset-password",
			"/verify?token=x",
			"/login-success",
			"/nowhere",
			"/entry/talk-99?key=x",
			"/hangzhou?spot=talk-99",
			"/api/docs",
			"/hangzhou?event=pytorch",
		]) {
			await page.goto(path);
			await check(page);
		}
		await page.goto("/login");
		await fill(page, ADMIN);
		await page.click("button.primary");
		await page.waitForURL(/\/admin\/proposals/);
		for (const path of [
			"/admin/proposals",
			"/admin/proposals?modal=details&id=1",
			"/admin/proposals?modal=details&id=9999",
			"/admin/proposals?q=zzz",
			"/admin/proposals?modal=email&id=1",
			"/admin/proposals?modal=panelist&id=1",
			"/admin",
			"/admin/tracks",
			"/admin/tracks?modal=track",
			"/admin/tracks?modal=track&id=ai-next",
			"/admin/mail",
			"/dashboard",
		]) {
			await page.goto(path);
			await check(page);
		}
	});

	it("the same holds for every programme: forms, open questions, problems, drafts, closed, editor, settings, entry", async () => {
		const portal = await openPortal();
		const options = { colorScheme, locale, viewport: { width, height: 800 }, bypassCSP: true };
		const page = await openPage(portal.origin, options);
		await visitProgrammes(portal, page, check);
	});

	it("the same holds for the console's tables with their dialogs, an import with bad rows, and the public tables", async () => {
		const portal = await openPortal();
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		await fillTables(portal);
		const options = { colorScheme, locale, viewport: { width, height: 800 }, bypassCSP: true };
		const page = await openPage(portal.origin, options);
		const look = async (...paths: string[]) => {
			for (const path of paths) {
				await page.goto(path);
				if (path.startsWith("/admin") && path.includes("modal=")) await page.waitForSelector("dialog[open]");
				await check(page);
			}
		};
		await look(
			...["/proposals", "/proposals?modal=details&id=1", "/proposals?q=zzz"],
			...["/nominations-aigc", "/nominations-aigc?modal=details&id=3", "/nominations-aigc?q=zzz"],
		);
		await page.goto("/login");
		await fill(page, ADMIN);
		await page.click("button.primary");
		await page.waitForURL(/\/admin\/proposals/);
		await look(
			...["/admin", "/admin/proposals?modal=email&id=1", "/admin/proposals?modal=email&id=2&letter=reject"],
			...["/admin/proposals?modal=panelist&id=1", "/admin/proposals?modal=details&id=2"],
			...[
				"/admin/aigc",
				"/admin/aigc?modal=details&id=3",
				"/admin/nominations",
				"/admin/nominations?modal=details&id=5",
			],
			...["/admin/forum", "/admin/forum?modal=details&id=6", "/admin/forum?modal=email&id=6", "/admin/forum?q=zzz"],
			...["/admin/tracks", "/admin/tracks?modal=track&id=ai-next", "/admin/tracks?modal=track&id=ai-next&edit=1"],
			"/admin/forum/import",
		);
		await page.fill("[name=text]", `name,email\n${LONG},nobody\n王芳,f@example.org`);
		await page.click("[name='do.check']");
		await page.waitForSelector("main [role=alert]");
		await check(page);
	});
});

/** A line no browser can break, as long as a name may be. */
const LONG = "Unbreakable".repeat(18);

/** Two talks, a work of each track, a project and a registration, with long words, decisions and notes. */
async function fillTables(portal: TestPortal): Promise<void> {
	await sendTalk(portal, { title: "First", abstract: LONG, org: LONG });
	await sendTalk(portal, { title: LONG, name: LONG });
	await sendWork(portal, { title: LONG, org: LONG });
	await sendArtwork(portal, { artworkTitle: LONG, country: LONG });
	await sendProject(portal, { projectname: LONG, ownername: LONG });
	const forumTopic = '["ai-education","ai-evolution","ai-ethics-governance"]';
	await sendRegistration(portal, { name: LONG, position: LONG, forumTopic, background: LONG });
	await portal.db.write(() => {
		portal.sqlite.exec("update entries set status = case id when 1 then 'Accept' when 2 then 'Reject' else 'Hold' end");
		portal.sqlite.exec(`update entries set panelists = '["ai-next"]', keywords = '["Security"]' where id = 1`);
	});
}
