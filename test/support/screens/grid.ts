import { fill } from "../browser.ts";
import { DAY1, GRID, LAY, NEW } from "../grid.ts";
import { press, type Screen, screensOf } from "./screen.ts";

const admin = { who: "admin" } as const;
const nothing = { ...admin, portal: "empty", state: "empty" } as const;

/** Where organisers edit the grid. */
export const gridScreens: readonly Screen[] = [
	...screensOf(
		"/admin/schedule/grid",
		admin,
		{ title: "Edit the grid" },
		{ title: "Edit the grid", ...nothing },
		{ title: "Saturday, 13 September 2025", path: DAY1, state: "modal" },
		{ title: "Edit the grid", path: LAY, state: "modal" },
		{ title: "Edit the grid", path: NEW, state: "modal" },
		{ title: "Edit the grid", path: `${GRID}?special=1`, state: "modal" },
		{
			title: "Edit the grid",
			path: NEW,
			state: "errors",
			reach: async (page) => {
				await page.fill("[name=time]", "x");
				await press("[name='do.special']")(page);
			},
		},
		{
			title: "Saturday, 13 September 2025",
			path: DAY1,
			state: "errors",
			reach: async (page) => {
				await page.check("label.slot-tick [value^='day1-ai-next']");
				await press("[name='do.remove']", "[name='do.go-on']")(page);
			},
		},
		{
			title: "Edit the grid",
			path: LAY,
			state: "filled",
			reach: async (page) => {
				await fill(page, { every: "30", from: "08:15", to: "17:30" });
				for (const box of await page.locator("[name=days], [type=checkbox][name=tracks]").all()) await box.check();
				await press("[name='do.preview']", "table.series-plan")(page);
			},
		},
	),
];
