import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPublicSite } from "../support/public-site.ts";

const PAGES =
	"/ /login /register /forgot-password /hangzhou /spotlight-hz /spotlight-aigc /forum /spotlight-rust /proposals /nominations-aigc /schedule /schedule/1";

/** A phone at a zoom of 200 %. */
it.each(["en-US", "zh-CN"])(
	"public pages fit into 195 px, and no link stands on another at the foot, %s",
	async (locale) => {
		const { portal } = await openPublicSite();
		const page = await openPage(portal.origin, { locale, viewport: { width: 195, height: 422 } });
		const found: unknown[] = [];
		for (const path of PAGES.split(" ")) {
			await page.goto(path);
			const faults = await page.evaluate(() => {
				const boxes = [...document.querySelectorAll(".site-footer p, .preferences :is(a, button, nav span)")].map(
					(box) => box.getBoundingClientRect(),
				);
				const onAnother = boxes.filter((one, at) =>
					boxes.some(
						(other, place) =>
							place > at &&
							one.left < other.right &&
							other.left < one.right &&
							one.top < other.bottom - 1 &&
							other.top < one.bottom - 1,
					),
				);
				return { wide: document.documentElement.scrollWidth, onAnother: onAnother.length };
			});
			if (faults.wide > 195 || faults.onAnother > 0) found.push([path, faults]);
		}
		expect(found).toEqual([]);
	},
);
