import { LONG } from "./scene.ts";
import { press, type Screen, screensOf } from "./screen.ts";

const admin = { who: "admin" } as const;
const RESULTS = "/admin/reviews/hangzhou";
const RULES = "/admin/programmes/sl-aigc/review";
const ASSIGNMENTS = "/admin/programmes/hangzhou/assignments";
const CONFLICTS = "/admin/programmes/hangzhou/conflicts";
const discussion: Screen["path"] = ({ talk }) => `/review/talk-${talk}/discussion`;
const REDACTIONS = "/admin/programmes/hangzhou/redactions";
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
	...screensOf("/admin/reviews", admin, { title: "Reviews" }),
	...screensOf(
		"/admin/reviews/:call",
		admin,
		{ title: "Results of reviews: Hangzhou Talk Proposal", path: RESULTS },
		{ title: "Results of reviews: Hangzhou Talk Proposal", path: `${RESULTS}?only=few&w.content=0`, state: "filled" },
		{ title: "Results of reviews: Hangzhou Talk Proposal", path: `${RESULTS}?only=disagreement`, state: "empty" },
	),
	...screensOf(
		"/admin/programmes/:call/assignments",
		admin,
		{ title: "Assignments: Hangzhou Talk Proposal", path: ASSIGNMENTS },
		{
			title: "Assignments: Hangzhou Talk Proposal",
			path: `${ASSIGNMENTS}?way=balance&with=2&with=3&most=5`,
			state: "filled",
		},
		{ title: "Assignments: Hangzhou Talk Proposal", path: ({ talk }) => `${ASSIGNMENTS}?entry=talk-${talk}` },
		{ title: "Assignments: Hangzhou Talk Proposal", path: `${ASSIGNMENTS}?remove=open` },
		{ title: "Assignments: Hangzhou Talk Proposal", path: ASSIGNMENTS, portal: "empty", state: "empty" },
	),
	...screensOf(
		"/admin/programmes/:call/conflicts",
		admin,
		{ title: "Conflicts of interest: Hangzhou Talk Proposal", path: CONFLICTS },
		{
			title: "Conflicts of interest: Hangzhou Talk Proposal",
			path: CONFLICTS,
			state: "errors",
			reach: press("[name='do.dismiss'] >> nth=0", "main [role=alert]"),
		},
	),
	...screensOf(
		"/admin/programmes/:call/redactions",
		admin,
		{ title: "Redactions: Hangzhou Talk Proposal", path: REDACTIONS, state: "filled" },
		{ title: "Redactions: Hangzhou Talk Proposal", path: ({ talk }) => `${REDACTIONS}?entry=talk-${talk}&proposed=1` },
		{
			title: "Redactions: Hangzhou Talk Proposal",
			path: ({ talk }) => `${REDACTIONS}?entry=talk-${talk}`,
			state: "errors",
			reach: async (page) => {
				await page.fill("[name=text-abstract]", "x".repeat(20_001));
				await press("[name='do.save']")(page);
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
	...screensOf(
		"/review/:spot/discussion",
		admin,
		{ title: "Discussion of talk-31", path: discussion },
		{ title: "Discussion of talk-31", path: discussion, state: "errors", reach: press("[name='do.comment']") },
	),
];
