import { press, type Screen, screensOf } from "./screen.ts";

const admin = { who: "admin" } as const;

/** Where decisions are released, and counted. */
export const decisionScreens: readonly Screen[] = [
	...screensOf(
		"/admin/decisions",
		admin,
		{ title: "Release decisions" },
		{ title: "Release decisions", portal: "empty", state: "empty" },
		{
			title: "Release decisions",
			state: "errors",
			reach: async (page) => {
				await page.evaluate(() => {
					const seen = document.querySelector<HTMLInputElement>("[name=seen]");
					if (seen) seen.value = "another";
				});
				await press("form:has([name=seen]) button", "main [role=alert]")(page);
			},
		},
	),
	...screensOf("/admin/decisions/:release", admin, { title: "Release of decisions", path: "/admin/decisions/1" }),
	...screensOf(
		"/admin/statistics",
		admin,
		{ title: "Statistics" },
		{ title: "Statistics", path: "/admin/statistics?call=forum", state: "filled" },
		{ title: "Statistics", portal: "empty", state: "empty" },
	),
	...screensOf(
		"/admin/waiting",
		admin,
		{ title: "Waiting lists" },
		{ title: "Waiting lists", portal: "empty", state: "empty" },
	),
];
