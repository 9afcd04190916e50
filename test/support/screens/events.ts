import { LONG } from "./scene.ts";
import { press, type Screen, screensOf } from "./screen.ts";

const admin = { who: "admin" } as const;

/** Where organisers set up the event, and its next edition. */
export const eventScreens: readonly Screen[] = [
	...screensOf(
		"/admin/event/next",
		admin,
		{ title: "Next edition" },
		{
			title: "Next edition",
			state: "errors",
			reach: async (page) => {
				await page.fill("[name=name]", "");
				await page.fill("[name=firstDay]", "2001-01-01");
				await press("form[aria-labelledby=h-next] button.primary", "#errors")(page);
			},
		},
	),
	...screensOf(
		"/admin/event/archive/:slug",
		admin,
		{ title: "Earlier 2024", path: "/admin/event/archive/earlier" },
		{ title: "Earlier 2024", path: "/admin/event/archive/earlier?kind=aigc&q=zzz", state: "empty" },
		{ title: LONG, path: ({ before }) => `/admin/event/archive/earlier?id=${before}`, state: "modal" },
	),
	...screensOf(
		"/admin/event",
		admin,
		{ title: "Event" },
		{
			title: "Event",
			state: "errors",
			reach: async (page) => {
				await page.fill("[name=name]", "");
				await page.fill("[name=front]", LONG);
				await page.fill("[name=accent]", "#ffcc00");
				await press("form[aria-labelledby=h-event] button.primary", "#errors")(page);
			},
		},
		{
			title: "Event",
			state: "errors",
			reach: async (page) => {
				await page.evaluate(() => {
					const was = document.querySelector<HTMLInputElement>("[name=was]");
					if (was) was.value = was.value.replace("Asia/Shanghai", "Europe/Paris");
				});
				await press("form[aria-labelledby=h-event] button.primary", "#h-differences")(page);
			},
		},
	),
	...screensOf(
		"/admin/event/setup",
		admin,
		{ title: "Set-up document" },
		{
			title: "Set-up document",
			state: "errors",
			reach: async (page) => {
				await page.fill("[name=text]", JSON.stringify({ version: LONG, tracks: [{ id: 1 }], event: { [LONG]: "" } }));
				await press("[name='do.check']", "main [role=alert]")(page);
			},
		},
	),
];
