import type { Page } from "playwright-core";
import { press, type Screen, screensOf } from "./screen.ts";

const admin = { who: "admin" } as const;
const FORM = "/admin/programmes/sl-aigc";

/** Empties the question in both languages and sends the form. */
async function withoutQuestion(page: Page): Promise<void> {
	for (const name of ["label", "labelZh"]) await page.fill(`[name=${name}]`, "");
	await press("[name='do.save']")(page);
}

/** Where organisers change calls. */
export const callScreens: readonly Screen[] = [
	...screensOf(
		"/admin/programmes/all",
		admin,
		{ title: "All calls" },
		{ title: "All calls", state: "errors", reach: press("[name='do.create']") },
	),
	...screensOf(
		"/admin/programmes/:call",
		admin,
		{ title: "AIGC Spotlight", path: FORM },
		{ title: "AIGC Spotlight", path: FORM, state: "errors", reach: press("[name='do.add']") },
	),
	...screensOf(
		"/admin/programmes/:call/preview",
		admin,
		{ title: "Preview: AIGC Spotlight", path: `${FORM}/preview` },
		{
			title: "Preview: AIGC Spotlight",
			path: `${FORM}/preview`,
			state: "errors",
			reach: press("form.programme button.primary"),
		},
	),
	...screensOf("/admin/programmes/:call/publish", admin, {
		title: "Publish the form of AIGC Spotlight",
		path: `${FORM}/publish`,
	}),
	...screensOf(
		"/admin/programmes/:call/questions/:name",
		admin,
		{ title: "Attendance", path: `${FORM}/questions/attendanceConfirm` },
		{
			title: "Attendance",
			path: `${FORM}/questions/attendanceConfirm`,
			state: "errors",
			reach: withoutQuestion,
		},
	),
];
