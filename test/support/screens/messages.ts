import { press, type Screen, screensOf } from "./screen.ts";

const admin = { who: "admin" } as const;

/** What authors and organisers write to each other and did with an entry, as organisers see it. */
export const messageScreens: readonly Screen[] = [
	...screensOf(
		"/admin/messages",
		admin,
		{ title: "Messages" },
		{ title: "Messages", path: "/admin/messages?all", state: "filled" },
		{ title: "Messages", portal: "empty", state: "empty" },
	),
	...screensOf(
		"/admin/messages/:entry",
		{ ...admin, path: ({ talk }) => `/admin/messages/talk-${talk}` },
		{ title: "Messages about talk-31", state: "filled" },
		{ title: "Messages about talk-31", state: "errors", reach: press("[name='do.message']", "#errors") },
	),
	...screensOf(
		"/admin/history/:entry",
		{ ...admin, path: ({ talk }) => `/admin/history/talk-${talk}` },
		{ title: "History of talk-31", state: "filled" },
	),
];
