import { expect, it } from "vitest";
import { openBoard } from "../support/board.ts";
import { openPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";

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
