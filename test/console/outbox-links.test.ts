import { describe, expect, it } from "vitest";
import { linkIn, PASSWORD, register } from "../support/accounts.ts";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { openMailbox, until } from "../support/smtp.ts";
import { sendTalks } from "../support/talks-sent.ts";

/** Nothing listens there, and nothing is sent. */
const SMTP = { SMTP_URL: "smtp://127.0.0.1:9" };
const HIDDEN = "Private links and codes are hidden here";

/** Every secret in mails, by kind and owner. */
async function withLinks(environment: Record<string, string>) {
	const portal = await openPortal(environment);
	const first = await portal.admin();
	portal.clock.now += 60_000;
	await portal.services.administrators.create("second@example.org", PASSWORD);
	const second = portal.agent();
	await second.post("/login").type("form").send({ email: "second@example.org", password: PASSWORD }).expect(303);
	await sendTalks(portal, { title: "Compilers", email: "li@example.org" });
	portal.sqlite.exec("update entries set status = 'Accept'");
	await register(portal, "han@example.org");
	for (const email of ["han@example.org", ADMIN.email]) await portal.services.passwordReset.request(email, "en");
	const bodies = portal.sqlite.prepare("select to_address as whose, body from outbox").all() as {
		whose: string;
		body: string;
	}[];
	const secrets = bodies.flatMap(({ whose, body }) =>
		[...body.matchAll(/[?&](?:token|key)=([^&\s]+)/g)].map(([, secret = ""]) => ({ whose, secret })),
	);
	expect(secrets.map(({ whose }) => whose).sort()).toEqual([
		ADMIN.email,
		"han@example.org",
		"han@example.org",
		"li@example.org",
	]);
	return { portal, first, second, secrets };
}

/** Owners of the secrets in a response. */
const leaked = (text: string, secrets: { whose: string; secret: string }[]) => [
	...new Set(secrets.filter(({ secret }) => text.includes(secret)).map(({ whose }) => whose)),
];
/** The lines of the log that tell that links of others were shown. */
const noted = (portal: TestPortal) => portal.lines.filter(({ event }) => event === "mail.links-read");

describe("private links in mails", () => {
	it("are shown only to their recipient, and the page says so", async () => {
		const { portal, first, second, secrets } = await withLinks(SMTP);
		const seen = { own: (await first.get("/admin/mail").expect(200)).text, other: "" };
		seen.other = (await second.get("/admin/mail").expect(200)).text;
		expect(leaked(seen.own, secrets)).toEqual([ADMIN.email]);
		expect(leaked(seen.other, secrets)).toEqual([]);
		expect(leaked((await second.get("/admin/mail.data")).text, secrets)).toEqual([]);
		expect(textOfPage(seen.other)).toContain(HIDDEN);
		expect(textOfPage(seen.other)).toContain("[hidden]");
		expect(textOfPage(seen.other)).toContain("Please confirm that this email address is yours.");
		const chinese = await second.get("/admin/mail").set("Accept-Language", "zh");
		expect(textOfPage(chinese.text)).toContain("［已隐藏］");
		expect(noted(portal)).toEqual([]);
	});

	it("are shown to the first administrator if no mail server is configured, and that is logged", async () => {
		const { portal, first, second, secrets } = await withLinks({});
		expect(leaked((await second.get("/admin/mail")).text, secrets)).toEqual([]);
		expect(noted(portal)).toEqual([]);
		const page = (await first.get("/admin/mail").expect(200)).text;
		expect(leaked(page, secrets).sort()).toEqual([ADMIN.email, "han@example.org", "li@example.org"]);
		expect(textOfPage(page)).not.toContain(HIDDEN);
		const id = portal.sqlite.prepare("select id from users where email = ?").pluck().get(ADMIN.email);
		const ids = portal.sqlite.prepare("select id from outbox where to_address not in (?, ?) order by id desc");
		const others = ids.pluck().all(ADMIN.email, "second@example.org");
		expect(noted(portal)).toEqual([expect.objectContaining({ user: id, mails: others })]);
		for (const { secret } of secrets) expect(JSON.stringify(portal.lines)).not.toContain(secret);
	});

	it("of an invitation are shown to its sender while no mail server is set, who passes them on, and it is noted", async () => {
		const { portal, first, second, secrets } = await withLinks({});
		const form = { selector: "main form[aria-labelledby=h-invite]" };
		const page = (await second.get("/admin/team").expect(200)).text;
		expect(textOfPage(page)).toContain("you pass on its link yourself");
		await submitForm(second, page, { email: "sun@example.org", role: "administrator" }, form).expect(200);
		const link = linkIn(portal, "invite");
		const sender = (await second.get("/admin/mail").expect(200)).text;
		expect([textOfPage(sender).includes(link), leaked(sender, secrets)]).toEqual([true, []]);
		const newest = portal.sqlite.prepare("select max(id) from outbox").pluck().get();
		expect(noted(portal).map(({ mails }) => mails)).toEqual([[newest]]);

		await portal.services.administrators.create("third@example.org", PASSWORD);
		const third = portal.agent();
		await third.post("/login").type("form").send({ email: "third@example.org", password: PASSWORD }).expect(303);
		expect(textOfPage((await third.get("/admin/mail").expect(200)).text)).not.toContain(link);
		expect(textOfPage((await first.get("/admin/mail").expect(200)).text)).toContain(link);
	});

	it("of an invitation are hidden from its sender, too, once a mail server is set", async () => {
		const { portal, second } = await withLinks(SMTP);
		const form = { selector: "main form[aria-labelledby=h-invite]" };
		const page = (await second.get("/admin/team").expect(200)).text;
		await submitForm(second, page, { email: "sun@example.org", role: "organiser" }, form).expect(200);
		expect(textOfPage((await second.get("/admin/mail")).text)).not.toContain(linkIn(portal, "invite"));
		expect(noted(portal)).toEqual([]);
	});

	it("are shown to the next administrator after the first lost the role, even if it was restored", async () => {
		const { portal, first, second, secrets } = await withLinks({});
		await portal.services.administrators.revoke(ADMIN.email);
		portal.clock.now += 60_000;
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		await first.post("/login").type("form").send(ADMIN).expect(303);
		expect(leaked((await first.get("/admin/mail")).text, secrets)).toEqual([ADMIN.email]);
		expect(leaked((await second.get("/admin/mail")).text, secrets)).toContain("han@example.org");
	});

	it("appear nowhere else: mail dialogs, details, lists, exports, calls", async () => {
		const { first, secrets } = await withLinks({});
		const places = [
			"/admin/proposals?modal=email&id=1",
			"/admin/proposals?modal=email&id=1&language=both",
			"/admin/proposals?modal=details&id=1",
			"/admin/proposals",
			"/admin",
			"/admin/export/talk",
			"/api/entries",
			"/api/nominations",
			"/api/me/export",
		];
		for (const place of places) {
			const { text } = await first.get(place).expect(200);
			expect([place, leaked(text, secrets)]).toEqual([place, []]);
			expect(text).not.toMatch(/[?&](?:token|key)=[\w.-]{20}/);
		}
	});
});

describe("the private link in a mail", () => {
	it("is shown without its key and sent with it, also after edits", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await sendTalks(portal, { title: "Compilers", email: "li@example.org" });
		const link = linkIn(portal, "receipt");
		portal.sqlite.exec("update entries set status = 'Accept'; delete from outbox");
		portal.start();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals?modal=email&id=1").expect(200)).text;
		const shown = shownValue(page, "body");
		expect(shown).toContain("/entry/talk-1?key=…");
		expect(textOfPage(page)).toContain("The private link is shown here without its key.");
		const form = { selector: "main form", press: "do.send" };
		await submitForm(admin, page, { body: `Changed.\n${shown}` }, form).expect(200);
		const mail = await until(() => mailbox.mails.find(({ subject }) => subject?.includes("accepted")));
		expect(mail.text).toContain("Changed.");
		expect(mail.text).toContain(link);
		await portal.agent().get(link).expect(200);
	});

	it("removed in a backup is restored when the mail is retried, or the mail stays failed", async () => {
		const portal = await openPortal(SMTP);
		await sendTalks(portal, { title: "Compilers", email: "li@example.org" });
		const whole = linkIn(portal, "receipt");
		const admin = await portal.admin();
		const fails = "update outbox set state = 'failed', body = replace(body, ?, ?) where kind = 'receipt'";
		const cut = whole.replace(/key=.*/, "key=…");
		portal.sqlite.prepare(fails).run(whole, cut);
		const id = portal.sqlite.prepare("select id from outbox where kind = 'receipt'").pluck().get();
		const retry = async () => {
			const page = (await admin.get("/admin/mail?state=failed")).text;
			return submitForm(admin, page, {}, { selector: 'main form[method="post"]', press: `do.retry.${id}` });
		};
		expect((await retry()).status).toBe(200);
		expect(linkIn(portal, "receipt")).toBe(whole);
		portal.sqlite.exec("update entries set email_folded = 'other@example.org'");
		portal.sqlite.prepare(fails).run(whole, cut);
		expect((await retry()).status).toBe(409);
		expect(linkIn(portal, "receipt")).toBe(cut);
	});
});
