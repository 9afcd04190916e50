import { LONG } from "./scene.ts";
import { press, type Screen, screensOf } from "./screen.ts";

const admin = { who: "admin" } as const;
const RULES = "/admin/programmes/sl-aigc/review";
const entry: Screen["path"] = ({ talk }) => `/review/talk-${talk}`;

/** Where rules of reviews are set, and entries are reviewed. */
export const reviewScreens: readonly Screen[] = [
	...screensOf(
		"/admin/programmes/:call/review",
		admin,
		{ title: "Review rules: AIGC Spotlight", path: RULES },
		{
			title: "Review rules: AIGC Spotlight",
			path: RULES,
			state: "errors",
			reach: async (page) => {
				await page.fill("[name=wanted]", "0");
				await press("[name='do.save'] >> nth=0")(page);
			},
		},
	),
	...screensOf(
		"/review",
		admin,
		{ title: "Reviews" },
		{ title: "Reviews", path: "/review?call=hangzhou&page=2", state: "filled" },
		{ title: "Reviews", portal: "empty", state: "empty" },
	),
	...screensOf(
		"/review/:spot",
		admin,
		{ title: LONG, path: entry },
		{ title: LONG, path: entry, state: "errors", reach: press("[name='do.done']") },
	),
];
