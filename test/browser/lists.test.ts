import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { sendArtwork, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";
import { until } from "../support/smtp.ts";

async function openConsole(portal: TestPortal, path: string): Promise<Page> {
	const page = await openPage(portal.origin);
	await enterConsole(portal, page, path);
	await page.waitForSelector("html.improved");
	return page;
}

describe("the showcase in the console, with scripts", () => {
	it("saves a chosen status at once, opens details beside the list, exports what is ticked", async () => {
		const portal = await openPortal();
		await sendWork(portal, { title: "Tutor" });
		await sendArtwork(portal, { artworkTitle: "Glow" });
		const page = await openConsole(portal, "/admin/aigc");
		await page.selectOption("[name=status-1]", "Accept");
		await until(() => portal.sqlite.prepare("select status from entries where id = 1").pluck().get() === "Accept");
		await page.click('[aria-label="Details of Tutor"]');
		await page.waitForSelector(".reading-pane h1:text-is('Tutor')");
		expect(await page.textContent(".reading-caption")).toBe("AIGC Submission Details");
		await page.waitForURL((url) => url.search === "?modal=details&id=1");
		await page.keyboard.press("Escape");
		await page.waitForSelector(".reading-pane", { state: "detached" });
		await page.check('[aria-label="Select Glow"]');
		const saving = page.waitForEvent("download");
		await page.click("text=Download CSV");
		const file = await saving;
		expect(file.suggestedFilename()).toBe("aigc-submissions-07-01-10-00.csv");
		expect(new URL(file.url()).search).toBe("?ids=2");
	});
});

describe("registrations in the console, with scripts", () => {
	it("save a chosen invitation or status at once, and revert if someone else was faster", async () => {
		const portal = await openPortal();
		await sendRegistration(portal, { name: "First" });
		const page = await openConsole(portal, "/admin/forum");
		const stored = (what: string) => portal.sqlite.prepare(`select ${what} from entries`).pluck().get();
		const invitation = () => stored("answers ->> '$.invitationConfirmed'");
		await page.selectOption("[name=invitation-1]", "in_progress");
		await until(() => invitation() === "in_progress");
		await page.selectOption("[name=status-1]", "Accept");
		await until(() => stored("status") === "Accept");
		await page.waitForSelector("[name=invited-1][value=in_progress]", { state: "attached" });
		// The reload after a save must not include the other change.
		await page.waitForSelector("[name=was-1][value=Accept]", { state: "attached" });
		await page.waitForLoadState("networkidle");
		await portal.db.write(() =>
			portal.sqlite.exec("update entries set answers = json_set(answers, '$.invitationConfirmed', 'rejected')"),
		);
		await page.selectOption("[name=invitation-1]", "是");
		const told =
			"“First”: Failed to update status: Entry 1 was not saved: admin@example.org has just set it to Declined.";
		await page.waitForSelector(`.toasts [role=alert]:has-text("${told}")`);
		await page.waitForSelector("[name=invited-1][value=rejected]", { state: "attached" });
		expect(await page.inputValue("[name=invitation-1]")).toBe("rejected");
		expect(invitation()).toBe("rejected");
	});

	it("are imported from a file: checked, then stored; notes are saved beside the list, and a message says so", async () => {
		const portal = await openPortal();
		await sendRegistration(portal, { name: "First" });
		const page = await openConsole(portal, "/admin/forum");
		await page.click("text=Import CSV");
		await page.waitForURL(/\/admin\/forum\/import/);
		const text =
			"name,email,companySchool,position,countryRegion,forumTopic\n王芳,f@example.org,A,B,中国,ai-education\n";
		const give = (bytes: string) =>
			page.setInputFiles("[name=file]", { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(bytes) });
		await give(text.replace("f@example.org", "nobody"));
		await page.click("[name='do.check']");
		await page.waitForSelector("li:has-text('Line 2: Please enter a valid email address')");
		expect(await page.locator("[name='do.import']").count()).toBe(0);
		await give(text);
		await page.click("[name='do.check']");
		await page.click("text=Import 1 registration");
		await page.waitForSelector("main .banner:has-text('1 registration was imported.')");
		await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>("[name=text]")?.value === "");
		await page.click("text=Back to list");
		await page.click('[aria-label="Details of 王芳"]');
		await page.fill(".reading-pane [name=invitationContact]", "Li Lei");
		await page.click(".reading-pane >> text=Save notes");
		await page.waitForSelector(".toasts p:has-text('Notes saved.')");
		await page.waitForSelector(".reading-pane .history:has-text('Invitation contact')");
		expect(await page.inputValue("[name=was]")).toContain("Li Lei");
		await page.click(".reading-pane >> text=Send confirmation email");
		await page.waitForSelector("dialog:has-text('Forum confirmation')");
		await page.click("dialog [name='do.send']");
		await page.waitForSelector(".toasts p:has-text('The email is saved in the outbox')");
		await page.waitForSelector("dialog", { state: "detached" });
		expect(await page.textContent(".reading-pane h1")).toBe("王芳");
	});
});

describe("public tables", () => {
	it("filter and open details without any script", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "One" });
		await sendTalk(portal, { title: "Two" });
		const page = await openPage(portal.origin, { javaScriptEnabled: false });
		await page.goto("/proposals");
		await page.fill("[name=q]", "two");
		await page.keyboard.press("Enter");
		await page.waitForURL(/q=two/);
		expect(await page.locator("tbody th").allTextContents()).toEqual(["Two"]);
		await page.click("tbody a:has-text('Two')");
		expect(await page.textContent("h1")).toBe("Two");
		await page.click("text=Back to list");
		await page.waitForURL(/q=two/);
	});
});

describe("a public list, with scripts", () => {
	it("opens details in a dialog under their address, and goes back to what opened it", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "First" });
		await sendTalk(portal, { title: "Second" });
		const page = await openPage(portal.origin);
		await page.goto("/proposals?sort=title");
		const opener = page.locator("tbody a:text-is('First')");
		const closed = async () => {
			await page.waitForSelector("dialog", { state: "detached" });
			await page.waitForURL(/\/proposals\?sort=title$/);
			expect(await page.title()).toBe("Proposals — Hangzhou 2025 Call For Proposals");
			expect(await opener.evaluate((link) => document.activeElement === link)).toBe(true);
			expect(await page.locator("body.scroll-locked").count()).toBe(0);
		};
		for (const leave of ["Escape", "link", "back"]) {
			await opener.click();
			await page.waitForSelector("dialog[open][aria-labelledby=details-title]");
			expect(await page.textContent("dialog h2")).toBe("First");
			expect(new URL(page.url()).search).toBe("?sort=title&modal=details&id=1");
			expect(await page.title()).toBe("First — Hangzhou 2025 Call For Proposals");
			expect(await page.locator("h1").count()).toBe(1);
			expect(await page.locator("dialog :focus, body.scroll-locked").count()).toBe(2);
			if (leave === "Escape") await page.keyboard.press("Escape");
			else if (leave === "link") await page.click("dialog a:has-text('Back to list')");
			else await page.goBack();
			await closed();
		}
		await page.goForward();
		await page.waitForSelector("main article h1");
		await page.goBack();
		await opener.waitFor();
	});

	it("opens the page of the details if they cannot be fetched", async () => {
		const portal = await openPortal();
		await sendWork(portal, { title: "Tutor" });
		const page = await openPage(portal.origin, { expected: /^Failed to load resource/ });
		await page.goto("/nominations-aigc");
		await page.route("**/*modal=details*", (route) =>
			route.request().resourceType() === "fetch" ? route.abort() : route.fallback(),
		);
		await page.click('[aria-label="Details of Tutor"]');
		await page.waitForSelector("main article h1:text-is('AIGC Submission Details')");
	});
});
