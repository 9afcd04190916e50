import { describe, expect, it, onTestFinished } from "vitest";
import { MAIL_KINDS } from "../../app/enumerations.ts";
import { LOCALES } from "../../app/i18n.ts";
import english from "../../app/locales/en.json" with { type: "json" };
import { translators } from "../../app/locales/index.ts";
import type { Locale } from "../../app/programmes/define.ts";
import * as accountLetters from "../../server/mail/account-letters.ts";
import * as templates from "../../server/mail/templates.ts";
import { linkIn } from "../support/accounts.ts";
import { LETTERS, WORDS } from "../support/all-letters.ts";
import { shippedBrand } from "../support/brand.ts";
import { SEND, written } from "../support/broadcasts.ts";
import { sendRegistration, sendTalk } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import { englishIn, faultsIn } from "../support/languages.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { accept } from "../support/schedule.ts";

const brand = shippedBrand;

/** A mail without what is the same in every language: addresses, links, references, the names of the brand. */
const prose = ({ subject, body }: { subject: string; body: string }) =>
	[brand.product, brand.foundation].reduce(
		(text, name) => text.replaceAll(name, "{{name}}"),
		`${subject}\n${body}`.replace(/https?:\S+|[\w.+-]+@[\w.-]+\w|\b(?:talk|nomination|aigc|forum)-\d+\b/g, "{{same}}"),
	);

function expectIn(locale: Locale, mail: { subject: string; body: string }): void {
	const text = prose(mail);
	if (locale === "en") expect(text).not.toMatch(/\p{Script=Han}|[，。：；（）《》]/u);
	else expect([text, englishIn(text), faultsIn(text)]).toEqual([text, [], []]);
}

it("every mail template is covered here", () => {
	const named = Object.keys({ ...accountLetters, ...templates }).filter((name) => /(?:Letter|Values)$/.test(name));
	expect(Object.keys(LETTERS).sort()).toEqual(named.sort());
});

it("every text of mails is in one of them", () => {
	const said = new Set<string>();
	const real = translators.en;
	onTestFinished(() => {
		translators.en = real;
	});
	translators.en = ((key: string, values?: object) => {
		if (key.startsWith("mail.")) said.add(key);
		return real(key as never, values as never);
	}) as typeof real;
	for (const write of Object.values(LETTERS)) write("en");
	const keys = Object.keys(english.mail).map((key) => `mail.${key.replace(/_(one|other)$/, "")}`);
	expect([...said].sort()).toEqual([...new Set(keys)].sort());
});

describe.each(LOCALES)("in %s", (locale) => {
	it.each(Object.keys(LETTERS))("%s contains no sentence in the other language", (name) => {
		const letters = LETTERS[name]?.(locale) ?? [];
		expect(letters).not.toEqual([]);
		for (const letter of letters) expectIn(locale, letter);
	});

	it("a date is written as the language writes it, with its zone", () => {
		const [slot] = LETTERS.slotValues?.(locale) ?? [];
		expect(slot?.body).toContain(
			{ en: "\n13 September 2025 10:00 (UTC+8)\n", zh: "\n2025年9月13日 10:00（UTC+8）\n" }[locale],
		);
	});

	it("a person gets all emails in their language, not in the organiser's", async () => {
		const portal = await openPortal();
		const agent = portal.agent().set("Accept-Language", locale);
		const FORM = { selector: "main form[action]" };
		const page = async (path: string) => (await agent.get(path).expect(200)).text;
		const { name, title } = WORDS[locale];
		const email = "reader@example.org";
		const password = "Plum-tree 77";
		await submitForm(agent, await page("/?modal=register"), { name, email, password, confirm: password }, FORM);
		await submitForm(agent, await page("/forgot-password"), { email }, FORM);
		await submitForm(
			agent,
			await page(linkIn(portal, "reset")),
			{ password: "Pear-tree 88", confirm: "Pear-tree 88" },
			FORM,
		);
		await submitForm(agent, await page("/hangzhou"), { email }, { press: "do.mail-draft" }).expect(303);
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		await submitForm(agent, await page("/login"), ADMIN, FORM).expect(303);
		await submitForm(agent, await page("/admin/mail"), {}, { selector: 'main form[method="post"]', press: "do.test" });

		// Codes go to accounts without a password, where mails leave.
		portal.sqlite.prepare("update users set password_hash = null where email = ?").run(ADMIN.email);
		Object.assign(portal.config, { smtpUrl: "smtp://127.0.0.1:9" });
		await submitForm(agent, await page("/confirm"), {}, { selector: "main form[method='post']", button: "do.code" });
		Object.assign(portal.config, { smtpUrl: undefined });

		const other = "organiser@example.org";
		await portal.services.administrators.create(other, ADMIN.password);
		const organiser = portal.agent().set("Accept-Language", locale === "en" ? "zh" : "en");
		await organiser
			.post("/login")
			.type("form")
			.send({ ...ADMIN, email: other })
			.expect(303);
		const ids: number[] = [];
		const theirs = { ...portal, agent: () => portal.agent().set("Accept-Language", locale) };
		for (const _ of ["accept", "hold", "reject"]) ids.push(await sendTalk(theirs, { title, name, email }));
		ids.push(await sendRegistration(theirs, { name, email }));
		const send = { selector: "main form", press: "do.send" };
		for (const [at, letter] of ["accept", "hold", "reject", "forum"].entries()) {
			const status = { accept: "Accept", hold: "Hold", reject: "Reject" }[letter] ?? "New";
			portal.sqlite.prepare("update entries set status = ? where id = ?").run(status, ids[at]);
			const list = letter === "forum" ? "forum" : "proposals";
			const dialog = (await organiser.get(`/admin/${list}?modal=email&id=${ids[at]}&letter=${letter}`).expect(200))
				.text;
			await submitForm(organiser, dialog, {}, send).expect(200);
		}
		accept(portal, ids.slice(0, 1));
		await place(portal, ids[0] ?? 0, ["day1", "ai-next", "10:00"]);
		const release = async () => {
			const page = (await organiser.get("/admin/schedule/release").expect(200)).text;
			await submitForm(organiser, page, { letters: true }, { selector: 'main form[method="post"]' }).expect(200);
		};
		await release();
		portal.sqlite.exec("update outbox set state = 'sent' where kind = 'slot'");
		await place(portal, ids[0] ?? 0);
		await release();

		portal.sqlite.exec(`update programmes set confirm_by = ${portal.clock.now + 86_400_000} where category = 'hangzhou';
			insert into entry_log (entry_id, at, type, state) values (${ids[0]}, 1, 'Email', 'Accept')`);
		const decisions = (await organiser.get("/admin/decisions?call=hangzhou").expect(200)).text;
		const remind = { selector: "main form:has([name='do.remind'])", button: "do.remind" };
		await submitForm(organiser, decisions, {}, remind).expect(200);
		await submitForm(organiser, await written(organiser, `?of=talk&q=${encodeURIComponent(title)}`), {}, SEND).expect(
			200,
		);

		const messages = (await organiser.get(`/admin/messages/talk-${ids[0]}`).expect(200)).text;
		const toAuthor = { selector: "main form:has([name=message])", button: "do.message" };
		await submitForm(organiser, messages, { message: "…" }, toAuthor).expect(200);

		const mails = portal.sqlite
			.prepare("select kind, subject, body from outbox where to_address <> ? order by id")
			.all(other) as { kind: string; subject: string; body: string }[];
		// Invitations, what reviewers get, and what organisers learn of answers and messages, are in both languages.
		expect([...new Set(mails.map(({ kind }) => kind))].sort()).toEqual(
			MAIL_KINDS.filter((kind) => !["invite", "answer", "incoming", "reviewing", "mentioned"].includes(kind)).sort(),
		);
		for (const mail of mails) expectIn(locale, mail);
	});
});
