import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { pathsOf } from "../../app/programmes/forms.ts";
import { linkIn, PASSWORD } from "../support/accounts.ts";
import { access } from "../support/addresses.ts";
import { member } from "../support/drafts.ts";
import { CALLS, complete, expectShown, openAll } from "../support/fillings.ts";
import { type Filling, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { guestsPage } from "../support/messages.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";
import { portrait, talk } from "../support/talks.ts";
import { programmes } from "../support/templates.ts";

type Agent = ReturnType<TestPortal["agent"]>;

interface Form {
	/** Its row of the access table. */
	row: string;
	path: (portal: TestPortal) => Promise<string> | string;
	who: (portal: TestPortal) => Promise<Agent> | Agent;
	typed: () => Promise<Filling> | Filling;
}

const guest = (portal: TestPortal) => portal.agent();
const admin = (portal: TestPortal) => portal.admin();
async function ownTalk(portal: TestPortal) {
	const agent = portal.agent();
	await submitForm(agent, (await agent.get("/hangzhou")).text, talk({ file: await portrait() })).expect(303);
	return linkIn(portal, "receipt").replace("/entry/talk-1?", "/hangzhou?spot=talk-1&");
}
const EMAIL = { email: "han@example.org" };

const accountForms: Form[] = [
	{ row: "/login", path: () => "/login", who: guest, typed: () => EMAIL },
	{ row: "/", path: () => "/?modal=register", who: guest, typed: () => ({ ...EMAIL, name: "Han Meimei" }) },
	{ row: "/register", path: () => "/register", who: guest, typed: () => EMAIL },
	{ row: "/forgot-password", path: () => "/forgot-password", who: guest, typed: () => EMAIL },
	{
		row: "/setup",
		path: async (portal) => `/setup?token=${await portal.services.administrators.newSetupToken()}`,
		who: guest,
		typed: () => EMAIL,
	},
	{
		row: "/invitation",
		path: async (portal) => {
			const invited = { email: "new@example.org", role: "organiser", locale: "en" } as const;
			await portal.services.invitations.send(await organiser(portal), invited);
			return linkIn(portal, "invite");
		},
		who: guest,
		typed: () => ({ name: "Sun" }),
	},
	{ row: "/entry/:spot", path: guestsPage, who: guest, typed: () => ({ message: "A\nB" }) },
	{ row: "/account/erase", path: () => "/account/erase", who: member, typed: () => ({ word: "mei@" }) },
	{ row: "/admin/team", path: () => "/admin/team", who: admin, typed: () => EMAIL },
	{
		row: "/admin/mail/texts/:kind",
		path: () => "/admin/mail/texts/hold",
		who: admin,
		typed: () => ({ subjectEn: "Wait", bodyZh: "{{nobody}}", about: "talk-1" }),
	},
];

const callForms: Form[] = [
	...Object.entries(CALLS).map(([name, { path }]): Form => {
		return { row: path, path: () => path, who: guest, typed: () => complete(name as keyof typeof CALLS) };
	}),
	{
		row: "/hangzhou",
		path: () => "/hangzhou?event=pytorch",
		who: guest,
		typed: async () => ({ title: "Half a talk", consent: true, file: await portrait() }),
	},
	{ row: "/hangzhou", path: ownTalk, who: guest, typed: () => ({ title: "Another title", bio: "" }) },
	{ row: "/spotlight-hz", path: () => "/spotlight-hz", who: member, typed: () => complete("sl-hz") },
	{ row: "/spotlight-aigc", path: () => "/spotlight-aigc", who: member, typed: () => ({ title: "It listens" }) },
	{ row: "/admin/editor", path: () => "/admin/editor", who: admin, typed: () => complete("hangzhou") },
];

const FORMS = [...accountForms, ...callForms];

/** A browser that forgets each cookie at once. */
function withoutCookies(portal: TestPortal): Agent {
	return {
		get: (path: string) => portal.agent().get(path),
		post: (path: string) => portal.agent().post(path),
	} as unknown as Agent;
}

const WITH_SWITCHES = "main form:has(button[name='do.language.zh'])";
const typedForm = (html: string) => parse(html).querySelector(WITH_SWITCHES);

/** Presses a switch in the form with typed text, and goes where it leads. */
async function press(agent: Agent, html: string, typed: Filling, button: string) {
	const answer = await submitForm(agent, html, typed, { selector: WITH_SWITCHES, button });
	if (answer.status !== 303) return answer;
	const { pathname, search } = new URL(answer.headers.location ?? "");
	return agent.get(pathname + search).expect(200);
}

/** What must not happen because of a switch. */
const done = (portal: TestPortal) =>
	["entries", "users", "outbox", "entry_log", "one_time_secrets where used_at is not null"].map((from) =>
		portal.sqlite.prepare(`select count(*) from ${from}`).pluck().get(),
	);

async function open(form: Form) {
	const portal = await openPortal();
	await openAll(portal);
	const agent = await form.who(portal);
	const path = await form.path(portal);
	return { portal, agent, path, html: (await agent.get(path).expect(200)).text };
}

describe.each(FORMS.map((form, index) => [`${index} ${form.row}`, form] as const))("the form %s", (_, form) => {
	it("comes back in the other language and theme with everything typed, and does nothing else", async () => {
		const { portal, agent, html } = await open(form);
		const before = done(portal);
		const typed = await form.typed();
		const chinese = await press(agent, html, typed, "do.language.zh");
		expect([chinese.status, parse(chinese.text).querySelector("html")?.getAttribute("lang")]).toEqual([200, "zh-Hans"]);
		expectShownAgain(chinese.text, typed);
		const dark = await press(agent, chinese.text, {}, "do.theme.dark");
		expect([dark.status, parse(dark.text).querySelector("html")?.getAttribute("data-theme")]).toEqual([200, "dark"]);
		expectShownAgain(dark.text, typed);
		expect(dark.text).not.toContain('role="alert"');
		expect(done(portal)).toEqual(before);
		// The choice lasts.
		expect((await agent.get("/thank-you")).text).toMatch(/<html lang="zh-Hans" data-theme="dark"/);
	});

	it("is sent by Enter, and has the only switches of its page", async () => {
		const { html } = await open(form);
		const first = typedForm(html)?.querySelectorAll("button").at(0);
		expect(first?.getAttribute("name") ?? "").not.toMatch(/^do\.(language|theme)/);
		expect(html).not.toContain('action="/preferences"');
		expect(html).not.toContain('hreflang="zh-Hans"');
	});
});

function expectShownAgain(html: string, typed: Filling): void {
	const { file, ...texts } = typed;
	expectShown(html, texts);
	if (file) expect(parse(html).querySelector(".photo-kept [name=photo]")).not.toBeNull();
}

describe.each(FORMS.filter(({ who }) => who === guest).map((form, index) => [`${index} ${form.row}`, form] as const))(
	"without cookies the form %s",
	(_, form) => {
		it("comes back in the other language with everything typed", async () => {
			const portal = await openPortal();
			await openAll(portal);
			const path = await form.path(portal);
			const agent = withoutCookies(portal);
			const typed = await form.typed();
			const back = await press(agent, (await agent.get(path).expect(200)).text, typed, "do.language.zh");
			expect([back.status, parse(back.text).querySelector("html")?.getAttribute("lang")]).toEqual([200, "zh-Hans"]);
			expectShownAgain(back.text, typed);
		});
	},
);

describe("a switch", () => {
	it("makes no draft of a form that nothing was typed into, not even of one that starts with answers", async () => {
		const portal = await openPortal();
		await openAll(portal);
		const drafts = () => portal.sqlite.prepare("select count(*) from drafts").pluck().get();
		await ownTalk(portal);
		for (const agent of [portal.agent(), await member(portal)]) {
			for (const { path } of Object.values(CALLS)) {
				const page = await press(agent, (await agent.get(path)).text, {}, "do.language.zh");
				expect([path, page.status, drafts()]).toEqual([path, 200, 0]);
				expect(page.text).not.toContain("data-server-draft");
				await agent.get("/?lang=en");
			}
		}
		const key = linkIn(portal, "receipt").split("key=")[1];
		const edit = portal.agent();
		await press(edit, (await edit.get(`/hangzhou?spot=talk-1&key=${key}`)).text, {}, "do.theme.dark");
		expect(drafts()).toBe(0);
	});

	it("stays with the version of a draft that the form shows, and with the empty form", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		await submitForm(agent, (await agent.get("/hangzhou")).text, { title: "Kept" }, { press: "do.save-draft" });
		const empty = await press(agent, (await agent.get("/hangzhou?draft=none")).text, {}, "do.language.zh");
		expect(shownValue(empty.text, "title")).toBe("");
		const kept = await press(agent, (await agent.get("/hangzhou")).text, {}, "do.language.en");
		expect(shownValue(kept.text, "title")).toBe("Kept");
	});

	it("keeps what was typed also of a form that came back with problems", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const failed = await submitForm(agent, (await agent.get("/hangzhou")).text, { title: "Typed" }).expect(422);
		const back = await press(agent, failed.text, { org: "Typed later" }, "do.language.zh");
		expect([shownValue(back.text, "title"), shownValue(back.text, "org")]).toEqual(["Typed", "Typed later"]);
		const login = await submitForm(agent, (await agent.get("/login")).text, EMAIL, { selector: "main form" }).expect(
			422,
		);
		expect(shownValue((await press(agent, login.text, {}, "do.language.en")).text, "email")).toBe(EMAIL.email);
	});

	it("never repeats a password", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const typed = { ...EMAIL, password: PASSWORD };
		const back = await press(agent, (await agent.get("/login")).text, typed, "do.language.zh");
		expect([shownValue(back.text, "email"), back.text.includes(PASSWORD)]).toEqual([EMAIL.email, false]);
	});

	it("keeps what was typed into a form whose call has closed meanwhile", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou")).text;
		await portal.db.write(() => void portal.sqlite.exec("update programmes set state = 'closed'"));
		const back = await press(agent, page, { title: "Typed in time" }, "do.language.zh");
		expect(textOfPage(back.text)).toContain("Typed in time");
	});
});

it("no page offers a switch in its footer while it has a form with typed text", async () => {
	const portal = await openPortal();
	await openAll(portal);
	const organisers = await portal.admin();
	const plain = access.filter(({ kind, method, path }) => kind === "page" && method === "GET" && !/[:*]/.test(path));
	const more = ["/admin/tracks?modal=track", "/?modal=register", "/hangzhou?event=pytorch"];
	const found: string[] = [];
	for (const path of [...plain.map((row) => row.path), ...more]) {
		for (const agent of [portal.agent(), organisers]) {
			const { status, text } = await agent.get(path);
			const forms = status === 200 ? parse(text).querySelectorAll("main form[method=post]") : [];
			const texts =
				"textarea, input:is([type=text], [type=email], [type=url], [type=date], [type=number], [type=time])";
			if (!forms.some((form) => form.querySelectorAll(texts).length > 0)) continue;
			found.push(path);
			expect([path, text.includes('action="/preferences"')]).toEqual([path, false]);
		}
	}
	const tried = new Set(FORMS.map(({ row }) => row));
	const withSwitches = [...new Set(found)].filter((path) => !path.startsWith("/admin/") && !path.includes("?"));
	// All calls have the same page, and some of them are tried.
	const ofCalls = programmes.flatMap(pathsOf);
	const anyOf = (path: string) => tried.has(path) || ofCalls.includes(path);
	expect(withSwitches.filter((path) => !anyOf(path))).toEqual([]);
	expect(found).toEqual(expect.arrayContaining(["/admin/programmes", "/admin/tracks?modal=track", "/admin/editor"]));
});
