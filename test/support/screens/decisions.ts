import { ASK } from "../decisions.ts";
import { press, type Screen, screensOf } from "./screen.ts";

const admin = { who: "admin" } as const;

/** Where decisions are released, and counted. */
export const decisionScreens: readonly Screen[] = [
	...screensOf(
		"/admin/decisions",
		admin,
		{ title: "Decisions" },
		{ title: "Decisions", state: "filled", reach: press(ASK, "form:has([name=seen])") },
		{ title: "Decisions", portal: "empty", state: "empty" },
		{
			title: "Decisions",
			state: "errors",
			reach: async (page) => {
				await press(ASK, "form:has([name=seen])")(page);
				await page.evaluate(() => {
					const seen = document.querySelector<HTMLInputElement>("[name=seen]");
					if (seen) seen.value = "another";
				});
				await press("form:has([name=seen]) button", "main [role=alert]")(page);
			},
		},
	),
	...screensOf("/admin/decisions/:release", admin, { title: "Decision emails", path: "/admin/decisions/1" }),
	...screensOf(
		"/admin/mail/broadcasts",
		admin,
		{ title: "Write to many people" },
		{ title: "Write to many people", portal: "empty", state: "empty" },
		{
			title: "Write to many people",
			state: "errors",
			reach: press("[name='do.keep']", "main [role=alert]"),
		},
		{
			title: "Write to many people",
			state: "filled",
			path: "/admin/mail/broadcasts?of=talk&status=Accept",
			reach: async (page) => {
				await page.fill("[name=subjectEn]", "News of {{event}}");
				await page.fill("[name=bodyEn]", "About {{title}}:\n{{link}}");
				await press("[name='do.keep']", "main .outbox")(page);
			},
		},
	),
	...screensOf("/admin/mail/broadcasts/:broadcast", admin, {
		title: "Email to many people",
		path: "/admin/mail/broadcasts/1",
	}),
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
