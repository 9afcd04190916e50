import type { Page } from "playwright-core";
import { choosePhoto } from "../browser.ts";
import { ADMIN } from "../portal.ts";
import { callScreens } from "./calls.ts";
import { decisionScreens } from "./decisions.ts";
import { eventScreens } from "./events.ts";
import { gridScreens } from "./grid.ts";
import { mailTextScreens } from "./mail-texts.ts";
import { messageScreens } from "./messages.ts";
import { reviewScreens } from "./reviews.ts";
import { LONG } from "./scene.ts";
import { press, type Screen, screensOf } from "./screen.ts";

const admin = { who: "admin" } as const;
const nothing = { ...admin, portal: "empty", state: "empty" } as const;

/** A list of entries with its dialogs, and entries that are read beside it. Their titles are LONG. */
const list = (
	row: string,
	title: string,
	modals: readonly [title: string, path: Screen["path"]][],
	read: readonly Screen["path"][],
): Screen[] =>
	screensOf(
		row,
		admin,
		{ title },
		...modals.map(([own, path]) => ({ title: own, path, state: "modal" as const })),
		...read.map((path) => ({ title: LONG, path, state: "filled" as const })),
		{ title, path: `${row}?q=zzz+%231+%232&status=Hold`, state: "empty" },
		{ title, path: `${row}?q=example`, state: "filled" },
		{ title, ...nothing },
	);

const paris = "form[aria-labelledby=p-aiparis]";

async function chooseDates(page: Page): Promise<void> {
	await page.check(`${paris} [name=state][value=dates]`);
	await page.fill(`${paris} [name=opens]`, "2025-12-01");
	await page.fill(`${paris} [name=closes]`, "2025-12-31");
}

/** What organisers see. */
export const consoleScreens: readonly Screen[] = [
	...screensOf("/admin", admin, { title: "Overview" }, { title: "Overview", ...nothing }),
	...list(
		"/admin/proposals",
		"Proposals",
		[
			["Acceptance email", ({ talk }) => `/admin/proposals?modal=email&id=${talk}&letter=accept`],
			["Rejection email", "/admin/proposals?modal=email&id=1&letter=reject"],
			["Change 1 entry?", "/admin/proposals?q=talk-1&modal=bulk&action=status&to=Hold"],
			["Panelists", ({ talk }) => `/admin/proposals?modal=panelist&id=${talk}`],
		],
		[({ talk }) => `/admin/proposals?modal=details&id=${talk}`],
	),
	...screensOf(
		"/admin/proposals",
		admin,
		{ title: "Page Not Found", path: "/admin/proposals?modal=details&id=9999", state: "closed" },
		{
			title: "Proposals",
			state: "errors",
			reach: async (page) => {
				await page.check("[name=ids] >> nth=0");
				const more = page.locator(".bulk-tools .unfold:visible");
				if ((await more.count()) > 0) await more.click();
				await press("[name='do.bulk-status']", "[role=alert]")(page);
				// Or the bar would lie over half of a row: nobody presses what is in it there.
				await page.uncheck("[name=ids] >> nth=0");
			},
		},
	),
	...list(
		"/admin/aigc",
		"AIGC",
		[],
		[({ work }) => `/admin/aigc?modal=details&id=${work}`, ({ artwork }) => `/admin/aigc?modal=details&id=${artwork}`],
	),
	...list("/admin/nominations", "Nominations", [], [({ project }) => `/admin/nominations?modal=details&id=${project}`]),
	...list(
		"/admin/forum",
		"Forum Registrations",
		[["Forum confirmation email", ({ registration }) => `/admin/forum?modal=email&id=${registration}`]],
		[({ registration }) => `/admin/forum?modal=details&id=${registration}`],
	),
	...screensOf(
		"/admin/spam",
		admin,
		{ title: "Removed as spam" },
		{ title: "Waiting for a check", path: "/admin/spam?unchecked", state: "filled" },
		{ title: "Marked networks", path: "/admin/spam?networks", state: "filled" },
		{ title: "Removed as spam", state: "errors", reach: press("[name='do.let-in']", "[role=alert]") },
		{ title: "Removed as spam", ...nothing },
	),
	...screensOf(
		"/admin/late",
		admin,
		{ title: "Late submissions" },
		{
			title: "Late submissions",
			state: "errors",
			reach: async (page) => {
				await page.fill("[name=allowed]", "0");
				await press("[name='do.make-link']")(page);
			},
		},
		{ title: "Late submissions", ...nothing },
	),
	...screensOf(
		"/admin/forum/import",
		admin,
		{ title: "Import Forum Registrations" },
		{
			title: "Import Forum Registrations",
			state: "errors",
			reach: async (page) => {
				await page.fill("[name=text]", `name,email\n${LONG},nobody\n王芳,f@example.org`);
				await press("[name='do.check']", "main [role=alert]")(page);
			},
		},
	),
	...screensOf(
		"/admin/person",
		admin,
		{ title: "A person’s data" },
		{
			title: "A person’s data",
			state: "filled",
			reach: async (page) => {
				await page.fill("[name=address]", ADMIN.email);
				await press("[name='do.find']", "#h-person")(page);
			},
		},
		{ title: "A person’s data", state: "errors", reach: press("[name='do.find']", "#errors") },
	),
	...screensOf(
		"/admin/team",
		admin,
		{ title: "Team" },
		{ title: "Team", path: "/admin/team?remove=2", state: "modal" },
		{ title: "Team", state: "errors", reach: press("[name='do.invite']", "#errors") },
		{ title: "Team", ...nothing },
	),
	...screensOf("/admin/mail", admin, { title: "Outbox" }, { title: "Outbox", ...nothing }),
	...screensOf(
		"/admin/tracks",
		admin,
		{ title: "Track Management" },
		{ title: "Add New Track", path: "/admin/tracks?modal=track", state: "modal" },
		{ title: "Track Details", path: "/admin/tracks?modal=track&id=ai-next", state: "modal" },
		{ title: "Edit Track", path: "/admin/tracks?modal=track&id=ai-next&edit=1", state: "modal" },
		{
			title: "Add New Track",
			path: "/admin/tracks?modal=track",
			state: "errors",
			reach: async (page) => {
				await page.fill("[name=label]", "长".repeat(1_000));
				await press("main form button.primary, dialog form button.primary", "[role=alert]")(page);
			},
		},
		{ title: "Track Management", path: "/admin/tracks?q=zzz", state: "empty" },
	),
	...screensOf(
		"/admin/programmes",
		admin,
		{ title: "Calls" },
		{
			title: "Calls",
			state: "filled",
			reach: async (page) => {
				await chooseDates(page);
				await press(`${paris} [name='do.preview']`, `${paris} .banner`)(page);
			},
		},
		{
			title: "Calls",
			state: "errors",
			reach: async (page) => {
				await page.check(`${paris} [name=state][value=external]`);
				await press(`${paris} button.primary`)(page);
			},
		},
	),
	...screensOf(
		"/admin/editor",
		admin,
		{ title: "Proposal Editor" },
		{ title: `Editing: ${LONG}`, path: ({ talk }) => `/admin/editor?id=${talk}`, state: "filled" },
		{
			title: "Proposal Editor",
			state: "errors",
			reach: async (page) => {
				await choosePhoto(page);
				await press("form.programme button.primary")(page);
			},
		},
	),
	...screensOf(
		"/admin/schedule",
		admin,
		{ title: "Schedule" },
		{ title: "Schedule", path: "/admin/schedule?entries=ai-next&track=ai-next", state: "filled" },
		{ title: "Schedule", path: "/admin/schedule?entries=ws-dora&track=ws-dora", state: "empty" },
		{ title: "Schedule", ...nothing },
		{
			title: "Schedule",
			path: "/admin/schedule?entries=ai-next&track=ai-next",
			state: "errors",
			reach: press("button[name^='do.place'] >> nth=0", "[role=alert]"),
		},
	),
	...screensOf(
		"/admin/schedule/conflicts",
		admin,
		{ title: "Conflicts in the schedule" },
		{ title: "Conflicts in the schedule", ...nothing },
	),
	...screensOf(
		"/admin/schedule/release",
		admin,
		{ title: "Release the schedule" },
		{ title: "Release the schedule", path: "/admin/schedule/release?before=2", state: "filled" },
		{ title: "Release the schedule", ...nothing },
		{
			title: "Release the schedule",
			state: "errors",
			reach: async (page) => {
				await page.fill("[name=note]", "长".repeat(2_001));
				await press("main form button.primary", "[role=alert]")(page);
			},
		},
	),
	...gridScreens,
	...callScreens,
	...eventScreens,
	...decisionScreens,
	...messageScreens,
	...reviewScreens,
	...mailTextScreens,
];
