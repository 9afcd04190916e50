import { describe, expect, it } from "vitest";
import { LOCALES } from "../../app/i18n.ts";
import en from "../../app/locales/en.json" with { type: "json" };
import zh from "../../app/locales/zh.json" with { type: "json" };
import type { Locale } from "../../app/programmes/define.ts";
import { PASSWORD, register } from "../support/accounts.ts";
import { sendRegistration, sendTalk } from "../support/entries.ts";
import { complete } from "../support/fillings.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { ABOUT_MAIL, BESIDE_NOTICE, TRUE_ANYWHERE, UNSENT, WITH_SERVER } from "../support/mail-claims.ts";
import { say } from "../support/messages.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";
import { consoleScreens } from "../support/screens/console.ts";
import { publicScreens } from "../support/screens/public.ts";
import { openScene, SPEAKER } from "../support/screens/scene.ts";
import { programmes } from "../support/templates.ts";

type Agent = ReturnType<TestPortal["agent"]>;
type Tree = { [key: string]: string | Tree };

const sentences = (tree: Tree, before = ""): [key: string, text: string][] =>
	Object.entries(tree).flatMap(([name, value]) =>
		typeof value === "string" ? [[before + name, value] as [string, string]] : sentences(value, `${before}${name}.`),
	);
const all = { en: sentences(en), zh: sentences(zh) };

/** Whether a page says a sentence, whatever stands in its blanks. */
function says(page: string, sentence: string): boolean {
	const parts = sentence.split(/{{.*?}}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
	return new RegExp(parts.join("[^\\n]{1,200}?")).test(page);
}

const claimsOn = (locale: Locale, page: string) =>
	all[locale].filter(([key, text]) => WITH_SERVER.includes(key) && says(page, text)).map(([key]) => key);

/** Whether a page offers a mail and does not say that it stays. */
const misleads = (locale: Locale, page: string) => {
	const offers = all[locale].filter(([key, text]) => BESIDE_NOTICE.includes(key) && says(page, text));
	const stays = all[locale].some(([key, text]) => key === "admin.mailStays" && says(page, text));
	return stays ? [] : offers.map(([key]) => key);
};

const inLanguage = (agent: Agent, locale: Locale) => agent.set("Accept-Language", locale);

/** Goes where an answer leads. */
async function follow(agent: Agent, answer: { headers: Record<string, string> }): Promise<string> {
	const { pathname, search } = new URL(answer.headers.location ?? "");
	return textOfPage((await agent.get(pathname + search).expect(200)).text);
}

const inMain = { selector: 'main form[method="post"]' };

/** What people do that causes a mail, and the text that tells them what became of it. */
const DEEDS: Record<string, { said: string; run: (portal: TestPortal, guest: Agent) => Promise<string> }> = {
	"sending a form": {
		said: "thanks.receivedSaved",
		run: async (_, guest) => {
			const form = (await guest.get("/hangzhou")).text;
			return follow(guest, await submitForm(guest, form, await complete("hangzhou")).expect(303));
		},
	},
	registering: {
		said: "register.mailSaved",
		run: async (_, guest) => {
			const given = { name: "Mei", email: "new@example.org", password: PASSWORD, confirm: PASSWORD };
			return follow(guest, await submitForm(guest, (await guest.get("/register")).text, given, inMain).expect(303));
		},
	},
	"asking for a link to a draft": {
		said: "form.linkSaved",
		run: async (_, guest) => {
			const form = (await guest.get("/forum")).text;
			const press = { button: "do.mail-draft" };
			return follow(guest, await submitForm(guest, form, { email: "new@example.org" }, press).expect(303));
		},
	},
	"asking for a new password": {
		said: "forgot.sentSaved",
		run: async (_, guest) => {
			const form = (await guest.get("/forgot-password")).text;
			return follow(guest, await submitForm(guest, form, { email: SPEAKER.email }, inMain).expect(303));
		},
	},
	"asking for a new password over REST": {
		said: "forgot.sentSaved",
		run: async (_, guest) =>
			(await guest.post("/api/auth/forgot-password").send({ email: SPEAKER.email }).expect(200)).body.message,
	},
	"asking to confirm the address again": {
		said: "verify.sentAgainSaved",
		run: (portal, guest) => {
			portal.clock.now += 60 * 60_000;
			return asUnconfirmed(portal, guest);
		},
	},
	"asking too soon": { said: "verify.tooSoonSaved", run: asUnconfirmed },
	"sending a test mail": { said: "letterMessages.saved", run: (_, guest) => inOutbox(guest, "do.test") },
	"trying again": {
		said: "letterMessages.saved",
		run: async (portal, guest) => {
			const id = portal.sqlite.prepare("select id from outbox where kind = 'verify'").pluck().get();
			await portal.db.write(() => portal.sqlite.exec(`update outbox set state = 'failed' where id = ${id}`));
			return inOutbox(guest, `do.retry.${id}`);
		},
	},
	"trying all again": {
		said: "releaseMessages.saved",
		run: async (portal, guest) => {
			await portal.db.write(() => portal.sqlite.exec("update outbox set state = 'failed'"));
			return inOutbox(guest, "do.retry-all");
		},
	},
	"sending a letter": {
		said: "letterMessages.saved",
		run: async (portal, guest) => {
			const [id] = await sendAccepted(portal, ["One"]);
			await asAdmin(guest);
			const page = (await guest.get(`/admin/proposals?modal=email&id=${id}`)).text;
			const form = { selector: "form:has([name=letter])", press: "do.send" };
			return textOfPage((await submitForm(guest, page, {}, form).expect(200)).text);
		},
	},
	"sending a letter over REST": {
		said: "letterMessages.saved",
		run: async (portal, guest) => {
			const email = "wang@example.org";
			const id = await sendRegistration(portal, { email });
			await asAdmin(guest);
			const call = guest.post("/api/mailer/forum").set("Sec-Fetch-Site", "same-origin");
			return (await call.send({ id, email, type: "forum_confirmation" }).expect(202)).body.message;
		},
	},
	"writing to an author": {
		said: "messages.sentSaved",
		run: async (portal, guest) => {
			await sendTalk(portal, { email: "wang@example.org" });
			await asAdmin(guest);
			return textOfPage((await say(guest, "/admin/messages/talk-1", "At ten.")).text);
		},
	},
	"writing to an author without an address": {
		said: "messages.sentNoAddress",
		run: async (portal, guest) => {
			const id = await sendTalk(portal);
			await portal.db.write(() => void portal.sqlite.exec(`update entries set email = '' where id = ${id}`));
			await asAdmin(guest);
			return textOfPage((await say(guest, "/admin/messages/talk-1", "At ten.")).text);
		},
	},
	"releasing with mails": {
		said: "releaseMessages.saved",
		run: async (portal, guest) => {
			const [id = 0] = await sendAccepted(portal, ["Two"]);
			await place(portal, id, ["day2", "ai-next", "09:00"]);
			await asAdmin(guest);
			const page = (await guest.get("/admin/schedule/release")).text;
			return textOfPage((await submitForm(guest, page, { letters: true }, inMain).expect(200)).text);
		},
	},
};

async function asUnconfirmed(_: TestPortal, guest: Agent): Promise<string> {
	await guest.post("/login").type("form").send(SPEAKER).expect(303);
	const form = { selector: "form.banner", press: "do.verify" };
	return follow(guest, await submitForm(guest, (await guest.get("/dashboard")).text, {}, form).expect(303));
}

const asAdmin = (guest: Agent) => guest.post("/login").type("form").send(ADMIN).expect(303);

async function inOutbox(guest: Agent, button: string): Promise<string> {
	await asAdmin(guest);
	const page = (await guest.get("/admin/mail")).text;
	return textOfPage((await submitForm(guest, page, {}, { ...inMain, button }).expect(200)).text);
}

describe.each(LOCALES)("where no mail server is set, in %s", (locale) => {
	it("texts that claim a mail are listed, and true where shown", () => {
		const hints = programmes.flatMap(({ category, fields }) =>
			fields.map(({ name, hint }) => [`${category}.${name}`, hint?.[locale] ?? ""] as [string, string]),
		);
		const suspects = [...all[locale].filter(([key]) => !key.startsWith("mail.")), ...hints].filter(([, text]) =>
			ABOUT_MAIL[locale].every((words) => words.test(text)),
		);
		const known = [...WITH_SERVER, ...TRUE_ANYWHERE, ...BESIDE_NOTICE, ...UNSENT];
		expect(suspects.filter(([key]) => !known.includes(key))).toEqual([]);
		expect(known.filter((key) => !all[locale].some(([one]) => one === key))).toEqual([]);
	});

	it("no screen claims a mail was sent", async () => {
		const { portals, known } = await openScene();
		const agents = new Map<string, Promise<Agent>>();
		const enter = async (portal: TestPortal, who: string) => {
			const agent = inLanguage(portal.agent(), locale);
			const person = who === "admin" ? ADMIN : SPEAKER;
			if (who !== "nobody") await agent.post("/login").type("form").send(person).expect(303);
			return agent;
		};
		const claims: string[] = [];
		for (const { portal, who, path } of [...publicScreens, ...consoleScreens]) {
			const whose = `${portal} ${who}`;
			if (!agents.has(whose)) agents.set(whose, enter(portals[portal], who));
			const agent = (await agents.get(whose)) as Agent;
			const address = typeof path === "string" ? path : path(known);
			const { text } = await agent.get(address);
			const page = textOfPage(text);
			for (const claim of [...claimsOn(locale, page), ...misleads(locale, page)]) claims.push(`${address}: ${claim}`);
		}
		expect(claims).toEqual([]);
	});

	it.each(Object.entries(DEEDS))("%s says that the mail is saved", async (_, { said, run }) => {
		const portal = await openPortal();
		await register(portal, SPEAKER.email);
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		const answer = await run(portal, inLanguage(portal.agent(), locale));
		expect(claimsOn(locale, answer)).toEqual([]);
		const wanted = all[locale].filter(([key]) => key.replace(/_(one|other)$/, "") === said);
		expect(
			wanted.some(([, text]) => says(answer, text)),
			answer,
		).toBe(true);
	});
});

it("the outbox uses one word for a saved mail, in rows and filter", async () => {
	const count = async (settings: Record<string, string>) => {
		const portal = await openPortal(settings);
		await register(portal, SPEAKER.email);
		const admin = await portal.admin();
		const said = textOfPage((await admin.get("/admin/mail?state=pending").expect(200)).text);
		const mails = portal.sqlite.prepare("select count(*) from outbox").pluck().get();
		return [mails, ...["Saved", "Waiting"].map((word) => said.split(word).length - 1)];
	};
	// One more than the rows: the filter.
	expect(await count({})).toEqual([2, 3, 0]);
	expect(await count({ SMTP_URL: "smtp://127.0.0.1:9" })).toEqual([2, 0, 3]);
});
