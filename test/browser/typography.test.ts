import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { sendTalk } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { accept } from "../support/schedule.ts";
import { enterConsole } from "../support/sessions.ts";

/** Typography of Chinese text: italics, letter spacing, line height, first fonts. */
function setting(page: Page) {
	return page.evaluate(() => {
		const HAN = /\p{Script=Han}/u;
		const ownText = (one: Element) =>
			[...one.childNodes]
				.filter(({ nodeType }) => nodeType === 3)
				.map((node) => node.textContent)
				.join("");
		const faults: string[] = [];
		let seen = 0;
		const look = (what: string, style: CSSStyleDeclaration) => {
			seen += 1;
			if (style.fontStyle !== "normal" || style.letterSpacing !== "normal")
				faults.push(`${what}: ${style.fontStyle} ${style.letterSpacing}`);
			if (!style.fontFamily.includes("PingFang SC") && !style.fontFamily.includes("monospace"))
				faults.push(`${what}: ${style.fontFamily}`);
		};
		for (const one of document.querySelectorAll("body, body *")) {
			const what = `${one.localName}.${one.className}`;
			const style = getComputedStyle(one);
			const value = one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? one.value : "";
			if (HAN.test(ownText(one) + value)) {
				look(what, style);
				const height = Number.parseFloat(style.lineHeight) / Number.parseFloat(style.fontSize);
				if (height < 1.29) faults.push(`${what}: line height ${height.toFixed(2)}`);
			}
			if (HAN.test(one.getAttribute("placeholder") ?? ""))
				look(`${what}::placeholder`, getComputedStyle(one, "::placeholder"));
			for (const pseudo of ["::before", "::after"]) {
				const made = getComputedStyle(one, pseudo);
				if (HAN.test(made.content)) look(what + pseudo, made);
			}
		}
		const { fontFamily } = getComputedStyle(document.body);
		return { faults, seen, lang: document.documentElement.lang, first: fontFamily.split(",")[0] };
	});
}

it("sets Chinese upright, unspaced, with room between the lines and in Chinese fonts", async () => {
	const portal = await openPortal();
	const id = await sendTalk(portal, {
		title: "编译器与 GPU",
		name: "韩梅梅",
		email: "mei@example.org",
		tracks: "ai-next",
	});
	accept(portal, [id]);
	await place(portal, id, ["day1", "ai-next", "10:00"]);
	await release(portal);
	const page = await openPage(portal.origin, { locale: "zh-CN" });
	const look = async () => {
		const { seen, ...found } = await setting(page);
		expect(seen).toBeGreaterThan(10);
		// Not the system's own font: on a Japanese system it has the characters in their Japanese form.
		expect([page.url(), found]).toEqual([page.url(), { faults: [], lang: "zh-Hans", first: "-apple-system" }]);
	};
	await page.goto("/hangzhou");
	await page.click("button.primary");
	await page.waitForSelector("#errors");
	await look();
	await page.goto("/schedule");
	await look();
	await page.goto(`/schedule/${id}`);
	await look();
	await enterConsole(portal, page);
	for (const path of [
		"/dashboard",
		"/admin/proposals",
		`/admin/proposals?modal=email&id=${id}&language=both`,
		"/admin/schedule",
		"/admin/mail",
	]) {
		await page.goto(path);
		await page.waitForLoadState("networkidle");
		await look();
	}
	await page.goto("/hangzhou?lang=en");
	expect((await setting(page)).first).toBe("system-ui");
});
