import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { sendTalk } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { addPerson, enterAs } from "../support/sessions.ts";

const EMAIL = "han@example.org";

/** What can be pressed in the middle of a page, by how it looks: filled, as what takes away, or plain. */
const looks = (page: Page) =>
	page.evaluate(() => {
		const shown = (one: Element) => one.textContent ?? "";
		const red = document.createElement("p");
		red.style.color = "var(--bad)";
		document.body.append(red);
		const bad = getComputedStyle(red).color;
		const paper = getComputedStyle(document.body).backgroundColor;
		const all = [...document.querySelectorAll("main .actions button, main .actions .button")];
		const isFilled = (one: Element) => ![paper, "rgba(0, 0, 0, 0)"].includes(getComputedStyle(one).backgroundColor);
		const isRed = (one: Element) => getComputedStyle(one).color === bad;
		return { filled: all.filter(isFilled).map(shown), red: all.filter(isRed).map(shown) };
	});

it.each(["light", "dark"] as const)(
	"what takes something away never looks like the way on, %s",
	async (colorScheme) => {
		const portal = await openPortal();
		await addPerson(portal, EMAIL, "Han");
		const id = await sendTalk(portal, { email: EMAIL });
		portal.sqlite.prepare("update entries set user_id = (select id from users where email = ?)").run(EMAIL);
		const page = await openPage(portal.origin, { javaScriptEnabled: false });
		await page.emulateMedia({ colorScheme });
		await enterAs(portal, page, EMAIL, `/entry/talk-${id}`);
		expect(await looks(page)).toEqual({ filled: ["Edit"], red: ["Withdraw"] });
		await page.click("text=Withdraw");
		expect(await looks(page)).toEqual({ filled: [], red: ["Withdraw it"] });
		await page.goto("/account");
		expect(await looks(page)).toEqual({ filled: [], red: ["Erase my data"] });
		await page.click("text=Erase my data >> nth=-1");
		await page.waitForURL(/\/account\/erase/);
		expect(await looks(page)).toEqual({ filled: [], red: ["Erase everything"] });
		await page.goto("/hangzhou");
		await page.fill("[name=title]", "Half a talk");
		await page.click("text=Save draft");
		expect(await looks(page)).toEqual({ filled: ["Submit"], red: ["Delete draft"] });
	},
);
