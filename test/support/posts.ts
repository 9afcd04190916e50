import { FORM, linkIn, PASSWORD, register, signIn } from "./accounts.ts";
import { unsubscribePath } from "./broadcasts.ts";
import { SAVE } from "./drafts.ts";
import { CALLS } from "./fillings.ts";
import { type Filling, submitForm, textOfPage } from "./form.ts";
import type { TestPortal } from "./portal.ts";
import { organiser } from "./released-schedule.ts";

type Agent = ReturnType<TestPortal["agent"]>;
export type Options = Parameters<typeof submitForm>[3];

export interface Post {
	/** Its row of the access table. */
	row: string;
	what: string;
	/** Whose browser it is. */
	agent: (portal: TestPortal) => Promise<Agent>;
	/** Address of the page, where it is not the first row's. */
	path?: string | ((portal: TestPortal) => Promise<string>);
	filling?: Filling;
	options?: Options;
	/** What the page it leads to says, once. */
	says?: string;
}

const guest = async (portal: TestPortal) => portal.agent();
const member = async (portal: TestPortal) => {
	await register(portal, "mei@example.org");
	return signIn(portal, "mei@example.org");
};
const registered = async (portal: TestPortal) => {
	await register(portal, CREDENTIALS.email);
	return portal.agent();
};
const CREDENTIALS = { email: "mei@example.org", password: PASSWORD };
const NEW_PASSWORD = { password: "Willow-Tree 8", confirm: "Willow-Tree 8" };
const reset = async (portal: TestPortal) => {
	await register(portal, CREDENTIALS.email);
	await portal.agent().post("/forgot-password").type("form").send(CREDENTIALS).expect(303);
	return linkIn(portal, "reset");
};
const entryOfMember = async (portal: TestPortal) => {
	const agent = await member(portal);
	await submitForm(agent, (await agent.get("/spotlight-hz")).text, CALLS["sl-hz"].filling).expect(303);
	return agent;
};
/** What the pages for everybody do with a form; the programmes' forms are tried by themselves. */
export const PUBLIC_POSTS: readonly Post[] = [
	{
		row: "/register",
		what: "opens an account",
		agent: guest,
		path: "/?modal=register",
		filling: { name: "Mei", ...CREDENTIALS, confirm: PASSWORD },
		options: FORM,
	},
	{
		row: "/login",
		what: "signs in",
		agent: registered,
		filling: CREDENTIALS,
		options: FORM,
	},
	{
		row: "/logout",
		what: "signs out",
		agent: member,
		path: "/dashboard",
		options: { selector: "form[action='/logout']" },
	},
	{
		row: "/session",
		what: "asks for another mail",
		agent: member,
		path: "/dashboard",
		options: { selector: "form[action='/session']", press: "do.verify" },
	},
	{
		row: "/verify",
		what: "proves an address",
		agent: member,
		path: async (portal) => linkIn(portal, "verify"),
		options: FORM,
		says: "Your email address is confirmed.",
	},
	{
		row: "/forgot-password",
		what: "asks for a link",
		agent: guest,
		filling: { email: CREDENTIALS.email },
		options: FORM,
	},
	{
		row: "/reset-password",
		what: "sets a password",
		agent: guest,
		path: reset,
		filling: NEW_PASSWORD,
		options: FORM,
	},
	{
		row: "/invitation",
		what: "joins the team with a new account",
		agent: guest,
		path: async (portal) => {
			await portal.services.invitations.send(await organiser(portal), {
				email: "new@example.org",
				role: "organiser",
				locale: "en",
			});
			return linkIn(portal, "invite");
		},
		filling: { name: "Sun", password: PASSWORD, confirm: PASSWORD },
		options: FORM,
	},
	{
		row: "/setup",
		what: "makes the first administrator",
		agent: guest,
		path: async (portal) => `/setup?token=${await portal.services.administrators.newSetupToken()}`,
		filling: { email: "first@example.org", ...NEW_PASSWORD },
		options: FORM,
	},
	{
		row: "/preferences",
		what: "chooses a theme",
		agent: guest,
		path: "/thank-you",
		options: { selector: "form[action='/preferences']" },
	},
	{
		row: "/unsubscribe",
		what: "unsubscribes",
		agent: guest,
		path: async (portal) => unsubscribePath(portal, CREDENTIALS.email),
		options: FORM,
		says: "You are unsubscribed.",
	},
	{
		row: "/account",
		what: "changes a password",
		agent: member,
		filling: { current: PASSWORD, ...NEW_PASSWORD },
		options: FORM,
	},
	{
		row: "/account/erase",
		what: "erases an account",
		agent: member,
		filling: { word: CREDENTIALS.email },
		options: FORM,
	},
	{
		row: "/confirm",
		what: "proves who somebody is",
		agent: member,
		path: "/confirm?return=/account",
		filling: { proof: PASSWORD },
		options: FORM,
	},
	{
		row: "/entry/:spot",
		what: "withdraws an entry",
		agent: entryOfMember,
		path: "/entry/nomination-1?withdraw=1",
		options: FORM,
	},
	{
		row: "/entry/:spot",
		what: "writes to the organisers",
		agent: entryOfMember,
		path: "/entry/nomination-1",
		filling: { message: "When will you decide?" },
		options: { selector: "form:has([name=message])", button: "do.message" },
		says: "Your message was sent to the organisers.",
	},
	{
		row: "/hangzhou",
		what: "keeps a draft",
		agent: guest,
		filling: { title: "Half a talk" },
		options: SAVE,
		says: "Draft saved on 1 Jul 2025",
	},
	{
		row: "/hangzhou",
		what: "mails a link to a draft",
		agent: guest,
		filling: { title: "Half a talk", email: "lei@example.org" },
		options: { button: "do.mail-draft" },
		says: "Draft saved on 1 Jul 2025",
	},
	{
		row: "/admin/editor",
		what: "keeps a draft",
		agent: (portal) => portal.admin(),
		filling: { title: "Half a talk" },
		options: SAVE,
		says: "Draft saved on 1 Jul 2025",
	},
];

/** Makes the page and posts its form once, as a browser without scripts does; the answer is not followed. */
export async function run(portal: TestPortal, { row, agent: opened, path = row, filling = {}, options }: Post) {
	const agent = await opened(portal);
	const page = (await agent.get(typeof path === "string" ? path : await path(portal)).expect(200)).text;
	return { agent, answer: await submitForm(agent, page, filling, options).redirects(0) };
}

/** The page an answer leads to. */
export async function follow(agent: Agent, location: string | undefined) {
	const { pathname, search } = new URL(location ?? "", "http://here");
	return textOfPage((await agent.get(pathname + search).expect(200)).text);
}
