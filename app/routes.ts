import { index, layout, type RouteConfig, route } from "@remix-run/route-config";
import { CONSOLE_LISTS } from "./kinds.ts";
import { pathsOf } from "./programmes/forms.ts";
import { programmes } from "./programmes/index.ts";

/** Every address of the portal. `server/access.ts` says who may call it. */
export default [
	index("routes/home.tsx"),
	route("login", "routes/login.tsx"),
	route("register", "routes/register.tsx"),
	route("verify", "routes/verify.tsx"),
	route("forgot-password", "routes/forgot-password.tsx"),
	route("reset-password", "routes/reset-password.tsx"),
	route("auth/github/callback", "routes/github-callback.tsx"),
	route("login-success", "routes/login-success.tsx"),
	route("session", "routes/session.tsx"),
	route("logout", "routes/logout.tsx"),
	route("setup", "routes/setup.tsx"),
	route("invitation", "routes/invitation.tsx"),
	route("preferences", "routes/preferences.tsx"),
	...programmes
		.flatMap(pathsOf)
		.map((path) => route(path.slice(1), "routes/programme.tsx", { id: `programme${path}` })),
	route("thank-you", "routes/thank-you.tsx"),
	route("dashboard", "routes/dashboard.tsx"),
	route("account", "routes/account.tsx"),
	route("account/copy", "routes/account-copy.tsx"),
	route("account/erase", "routes/account-erase.tsx"),
	route("confirm", "routes/confirm.tsx"),
	route("entry/:spot", "routes/entry.tsx"),
	route("schedule", "routes/schedule.tsx"),
	route("schedule/versions", "routes/schedule-versions.tsx"),
	route("schedule/:id", "routes/schedule-session.tsx"),
	route("proposals", "routes/proposals.tsx"),
	route("nominations-aigc", "routes/nominations-aigc.tsx"),
	route("nominations-aigc/export", "routes/nominations-aigc-export.tsx"),
	route("api/docs", "routes/api-docs.tsx"),
	route("admin/editor", "routes/admin-editor.tsx"),
	route("admin/event", "routes/admin-event.tsx"),
	route("admin/team", "routes/admin-team.tsx"),
	...Object.entries(CONSOLE_LISTS).map(([kind, path]) =>
		route(`${path.slice(1)}/reading`, "routes/admin-reading.tsx", { id: `reading/${kind}` }),
	),
	route("admin/export/:kind", "routes/admin-export.tsx"),
	layout("routes/admin.tsx", [
		route("admin", "routes/admin-home.tsx"),
		route("admin/proposals", "routes/admin-proposals.tsx"),
		route("admin/mail", "routes/admin-mail.tsx"),
		route("admin/tracks", "routes/admin-tracks.tsx"),
		route("admin/schedule", "routes/admin-schedule.tsx"),
		route("admin/schedule/conflicts", "routes/admin-schedule-conflicts.tsx"),
		route("admin/schedule/release", "routes/admin-schedule-release.tsx"),
		route("admin/schedule/grid", "routes/admin-schedule-grid.tsx"),
		route("admin/forum", "routes/admin-forum.tsx"),
		route("admin/forum/import", "routes/admin-forum-import.tsx"),
		route("admin/aigc", "routes/admin-aigc.tsx"),
		route("admin/nominations", "routes/admin-nominations.tsx"),
		route("admin/late", "routes/admin-late.tsx"),
		route("admin/programmes", "routes/admin-programmes.tsx"),
	]),
	route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
