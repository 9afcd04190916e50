import { expect, it } from "vitest";
import { register } from "../support/accounts.ts";
import { openBoard } from "../support/board.ts";
import { openPage } from "../support/browser.ts";
import { sendTalk } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";
import { enterConsole, makeMember } from "../support/sessions.ts";

it("an email address breaks after its marks, and is copied whole", async () => {
	const portal = await openPortal();
	const email = "thandiwe@proteamobilityofthecape.example";
	await sendTalk(portal, { email });
	await register(portal, email);
	makeMember(portal, email, "organiser");
	const page = await openPage(portal.origin, { viewport: { width: 1440, height: 900 } });
	await enterConsole(portal, page, "/admin/proposals?modal=details&id=1");
	const linesOf = (selector: string) =>
		page.locator(selector, { hasText: "thandiwe" }).evaluate((one) => {
			const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
			const lines = new Map<number, string>();
			for (let node = texts.nextNode(); node; node = texts.nextNode())
				for (let at = 0; at < (node.textContent?.length ?? 0); at += 1) {
					const letter = document.createRange();
					letter.setStart(node, at);
					letter.setEnd(node, at + 1);
					const top = Math.round(letter.getBoundingClientRect().top);
					lines.set(top, (lines.get(top) ?? "") + letter.toString());
				}
			getSelection()?.selectAllChildren(one);
			return { lines: [...lines.values()], copied: String(getSelection()) };
		});
	const broken = { lines: ["thandiwe@", "proteamobilityofthecape.", "example"], copied: email };
	const shown = await linesOf(".reading-person dd");
	expect([shown.copied, shown.lines.slice(0, -1).filter((line) => !/[@.]$/.test(line))]).toEqual([email, []]);
	expect(shown.lines.length).toBeGreaterThan(1);
	await page.goto("/admin/team");
	await page.locator("main th", { hasText: "thandiwe" }).evaluate((cell) => {
		cell.style.cssText = "display: block; min-width: 0; width: 205px";
	});
	expect(await linesOf("main th .hint")).toEqual(broken);
});

it.each(["en-US", "zh-CN"])(
	"what is done with a placed talk covers neither its title nor its speaker, %s",
	async (locale) => {
		const portal = await openPortal();
		const [one = 0] = await sendAccepted(portal, ["What four hundred million cache misses taught us about prefixes"], {
			tracks: "ai-next",
		});
		await place(portal, one, ["day1", "ai-next", "09:30"]);
		const page = await openBoard(portal, "/admin/schedule", { locale, viewport: { width: 1440, height: 900 } });
		const talk = page.locator(".placed-talk:visible");
		await talk.hover();
		// The grip is shown with the focus.
		await talk.locator("[name='entry']").check();
		const { heights, covered } = await talk.evaluate((card) => {
			const box = (selector: string) =>
				[...card.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
			const texts = box("b, .talk-facts");
			return {
				heights: texts.map(({ height }) => Math.round(height)),
				covered: box("label, button").flatMap((tool) =>
					texts.filter(
						(text) =>
							Math.min(tool.right, text.right) - Math.max(tool.left, text.left) > 1 &&
							Math.min(tool.bottom, text.bottom) - Math.max(tool.top, text.top) > 1,
					),
				).length,
			};
		});
		// Three lines of the title.
		expect([heights[0], covered]).toEqual([50, 0]);
	},
);
