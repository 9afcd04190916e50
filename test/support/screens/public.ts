import { pathsOf } from "../../../app/programmes/forms.ts";
import { choosePhoto, fill } from "../browser.ts";
import { programmes } from "../templates.ts";
import { LONG } from "./scene.ts";
import { fillAll, press, type Screen, screensOf, send } from "./screen.ts";

const submit = press("form.programme button.primary");

/** Every form: as it is found, with every problem it can have, with everything answered, closed. */
const forms = programmes.flatMap((programme) =>
	pathsOf(programme).flatMap((path) => {
		const title = programme.title.en;
		if (programme.window.state !== "open") return screensOf(path, {}, { state: "closed", title: "Submission Closed" });
		return screensOf(
			path,
			{ title },
			{ title },
			{ title, state: "errors", reach: submit },
			{
				title,
				state: "filled",
				reach: async (page) => {
					await fillAll(page);
					await press("[name='do.save-draft']", "[data-server-draft]")(page);
				},
			},
		);
	}),
);

const speaker = { who: "speaker" } as const;
const organiser = { who: "admin" } as const;
const guests = "/entry/:spot";

/** What people see who are not at the console. */
export const publicScreens: readonly Screen[] = [
	...screensOf("/", {}, { title: "" }, { title: "Create an account", state: "modal", path: "/?modal=register" }),
	...screensOf(
		"/login",
		{},
		{ title: "Log in" },
		{ title: "Your account", who: "speaker", state: "filled" },
		{
			title: "Log in",
			state: "errors",
			reach: async (page) => {
				await fill(page, { email: "nobody@example.org", password: "wrong" });
				await send(page);
			},
		},
	),
	...screensOf(
		"/register",
		{},
		{ title: "Create an account" },
		{ title: "Create an account", state: "errors", reach: send },
	),
	...screensOf(
		"/verify",
		{},
		{ title: "Confirm your email address", path: ({ verify }) => verify },
		{ title: "Confirm your email address", path: ({ verify }) => verify, state: "errors", reach: send },
		{ title: "Confirm your email address", path: "/verify?token=x", state: "closed" },
	),
	...screensOf(
		"/forgot-password",
		{},
		{ title: "Forgot Password" },
		{ title: "Forgot Password", state: "errors", reach: send },
		{
			title: "Forgot Password",
			state: "filled",
			reach: async (page) => {
				await page.fill("[name=email]", "nobody@example.org");
				await press("main form button.primary", "main:not(:has([name=email]))")(page);
			},
		},
	),
	...screensOf(
		"/reset-password",
		{},
		{ title: "Reset Password", path: ({ reset }) => reset },
		{
			title: "Reset Password",
			path: ({ reset }) => reset,
			state: "errors",
			reach: async (page) => {
				await fill(page, { password: "password", confirm: "passwort" });
				await page.evaluate(() => document.querySelector("main form button.primary")?.removeAttribute("disabled"));
				await send(page);
			},
		},
		{ title: "Reset Password", state: "closed" },
	),
	...screensOf(
		"/auth/github/callback",
		{ path: "/auth/github/callback?error=access_denied" },
		{ title: "Log in", state: "errors" },
	),
	...screensOf("/login-success", {}, { title: "Log in", state: "errors" }),
	...screensOf(
		"/setup",
		{ portal: "fresh", path: ({ setup }) => setup },
		{ title: "First administrator" },
		{ title: "First administrator", state: "errors", reach: send },
		{ title: "First administrator", state: "closed", path: "/setup?token=x" },
	),
	...screensOf(
		"/invitation",
		{ path: ({ invitation }) => invitation },
		{ title: "Join the team" },
		{ title: "Join the team", who: "speaker" },
		{ title: "Join the team", state: "errors", reach: press("main form [type=submit]", "#errors") },
		{ title: "Invitation not valid", state: "closed", path: "/invitation?token=x" },
	),
	...screensOf(
		"/unsubscribe",
		{ path: ({ unsubscribe }) => unsubscribe },
		{ title: "Unsubscribe" },
		{ title: "Unsubscribe", state: "filled", path: ({ unsubscribed }) => unsubscribed },
		{ title: "Link not valid", state: "closed", path: "/unsubscribe?event=1" },
	),
	...forms,
	...screensOf(
		"/hangzhou",
		{},
		{ title: "Hangzhou Talk Proposal", path: "/hangzhou?event=pytorch" },
		{
			title: "Hangzhou Talk Proposal",
			state: "errors",
			reach: async (page) => {
				await choosePhoto(page);
				await submit(page);
				await page.waitForSelector(".photo-kept");
			},
		},
	),
	// By links of the organisers: one that works, one that was ended.
	...screensOf(
		"/spotlight-ai",
		{},
		{ title: "AI Spotlight Nomination", path: "/spotlight-ai?late=a-secret" },
		{ title: "AI Spotlight Nomination", path: "/spotlight-ai?late=a-secret", state: "errors", reach: submit },
		{ title: "Submission Closed", path: "/spotlight-ai?late=an-ended-secret", state: "closed" },
	),
	...screensOf(
		"/hangzhou",
		speaker,
		{ title: "Not in your account", path: ({ talk }) => `/hangzhou?spot=talk-${talk}`, state: "closed" },
		{ title: "Not your submission", path: "/hangzhou?spot=talk-999", state: "closed", ...organiser },
	),
	...screensOf("/thank-you", {}, { title: "Thank You", path: "/thank-you?entry=talk-1" }, { title: "Thank You" }),
	...screensOf("/dashboard", speaker, { title: "Dashboard", state: "filled" }, { title: "Dashboard", portal: "empty" }),
	...screensOf(
		"/account",
		speaker,
		{ title: "Your account", state: "filled" },
		{ title: "Your account", state: "errors", reach: press("main form button") },
	),
	...screensOf(
		"/account/erase",
		speaker,
		{ title: "Erase your data", state: "filled" },
		{ title: "Erase your data", state: "errors", reach: press("main form button.danger") },
		{ title: "Erase your data", ...organiser, state: "closed" },
	),
	...screensOf(
		"/confirm",
		speaker,
		{ title: "Confirm that it is you", path: "/confirm?return=/account/erase" },
		{ title: "Confirm that it is you", state: "errors", reach: send },
	),
	...screensOf(
		guests,
		{},
		{ title: "Submission talk-31", path: ({ talk, key }) => `/entry/talk-${talk}?key=${key}` },
		{
			title: "Submission talk-31",
			path: ({ talk, key }) => `/entry/talk-${talk}?key=${key}&withdraw=1`,
			state: "modal",
		},
		{
			title: "Submission talk-31",
			path: ({ talk, key }) => `/entry/talk-${talk}?key=${key}`,
			state: "errors",
			reach: press("[name='do.message']", "#errors"),
		},
		{ title: "Submission talk-33", path: "/entry/talk-33", state: "closed", ...speaker },
		{ title: "Submission nomination-36", path: ({ project }) => `/entry/nomination-${project}`, ...speaker },
		{ title: "Submission talk-32", path: "/entry/talk-32?decline=1", state: "modal", ...speaker },
		{
			title: "Submission talk-32",
			path: "/entry/talk-32?decline=1",
			state: "errors",
			...speaker,
			reach: async (page) => {
				await page.fill("[name=reason]", "长".repeat(1_001));
				await press("main form button.danger", "main [role=alert]")(page);
			},
		},
		{ title: "Log in to see this submission", path: "/entry/talk-99?key=x", state: "closed" },
	),
	...screensOf(
		"/schedule",
		{},
		{ title: "Schedule" },
		{ title: "Schedule", path: "/schedule?day=day2" },
		{ title: "Schedule", path: "/schedule?track=ai-next" },
		{ title: "Schedule", path: "/schedule?day=all" },
		{ title: "Schedule", path: "/schedule?track=forum-aivision", state: "empty" },
		{ title: "“1” in the schedule", path: "/schedule?q=1", state: "filled" },
		{ title: "“zzz 1” in the schedule", path: "/schedule?q=zzz+1", state: "empty" },
		{ title: "Schedule", portal: "empty", state: "empty" },
	),
	...screensOf(
		"/schedule/versions",
		{},
		{ title: "Schedule changes" },
		{ title: "Schedule changes", portal: "empty", state: "empty" },
	),
	...screensOf("/schedule/:id", {}, { title: LONG, path: ({ released }) => `/schedule/${released}` }),
	...screensOf("/events", {}, { title: "Earlier events" }),
	...screensOf("/events/:slug", {}, { title: "Archive", path: "/events/earlier" }),
	...screensOf("/events/:slug/schedule", {}, { title: "Schedule", path: "/events/earlier/schedule" }),
	...screensOf(
		"/events/:slug/schedule/:id",
		{},
		{ title: LONG, path: ({ before }) => `/events/earlier/schedule/${before}` },
	),
	...screensOf(
		"/proposals",
		{},
		{ title: "Proposals" },
		{ title: "第1场：编译器与智能体", path: "/proposals?modal=details&id=1", state: "modal" },
		{ title: "Proposals", path: "/proposals?q=zzz&status=Hold", state: "empty" },
		{ title: "Proposals", path: "/proposals?q=a", state: "filled" },
		{ title: "Proposals", portal: "empty", state: "empty" },
	),
	...screensOf(
		"/nominations-aigc",
		{},
		{ title: "Nominations - AIGC Spotlight - Hangzhou" },
		{
			title: "AIGC Submission Details",
			path: ({ work }) => `/nominations-aigc?modal=details&id=${work}`,
			state: "modal",
		},
		{ title: "Nominations - AIGC Spotlight - Hangzhou", path: "/nominations-aigc?q=zzz+%231", state: "empty" },
		{ title: "Nominations - AIGC Spotlight - Hangzhou", path: "/nominations-aigc?q=e", state: "filled" },
	),
	...screensOf("/api/docs", {}, { title: "REST API" }),
	...screensOf("*", {}, { title: "Page Not Found", path: "/nowhere" }),
];
