import { expect, it } from "vitest";
import { PASSWORD } from "../support/accounts.ts";
import { sendRegistration } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import { githubSettings, openGithub } from "../support/github.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { openMailbox, until } from "../support/smtp.ts";

const VICTIM = "han@example.org";
const ROUNDS = 8;
const QUARTER_HOUR = 15 * 60_000;
const DAY = 24 * 60 * 60_000;

/** Waits until everything that is due has left. */
const settled = ({ sqlite, clock }: TestPortal) =>
	until(() => {
		const due = "select count(*) from outbox where state = 'sending' or (state = 'pending' and next_at <= ?)";
		return sqlite.prepare(due).pluck().get(clock.now) === 0;
	});

const kindsSent = ({ sqlite }: TestPortal) =>
	Object.fromEntries(
		sqlite.prepare("select kind, count(*) from outbox where state = 'sent' group by kind").raw().all() as [
			string,
			number,
		][],
	);

/** Every action that sends a mail to a named address, then erasing the account. */
async function round(portal: TestPortal, n: number): Promise<void> {
	const agent = portal.agent().set("X-Forwarded-For", `10.0.${n}.1`).set("Sec-Fetch-Site", "same-origin");
	const other = `Willow-Tree ${n}!`;
	const email = n % 2 ? VICTIM : VICTIM.toUpperCase();
	const post = (path: string, fields: Record<string, string>) => agent.post(path).type("form").send(fields).expect(303);
	await post("/register", { name: "Han", email, password: PASSWORD, confirm: PASSWORD });
	await post("/login", { email, password: PASSWORD });
	await post("/session", { "do.verify": "1" });
	await post("/forgot-password", { email });
	await post("/account", { current: PASSWORD, password: other, confirm: other });
	const guest = portal.agent().set("X-Forwarded-For", `10.1.${n}.1`);
	for (const sender of [agent, guest]) await sendRegistration({ ...portal, agent: () => sender }, { email });
	await settled(portal);
	await post("/account/erase", { word: VICTIM });
}

it("an address gets few mails a day, even if accounts with it are created and erased repeatedly", async () => {
	const mailbox = await openMailbox();
	const portal = await openPortal({ SMTP_URL: mailbox.url, TRUST_PROXY: "1", RATE_LIMIT_SCALE: "1" });
	portal.start();
	for (let n = 0; n < ROUNDS; n += 1) {
		await round(portal, n);
		portal.clock.now += QUARTER_HOUR;
	}
	const { verify, notice, receipt, reset } = kindsSent(portal);
	expect([verify, notice]).toEqual([5, 5]);
	// Receipts that wait leave as one mail.
	const receipts = new Set(
		mailbox.mails
			.filter(({ subject }) => /submission|proposal|received/i.test(subject ?? ""))
			.map((one) => one.messageId),
	);
	expect(receipt).toBeGreaterThan(0);
	expect(receipts.size).toBeLessThanOrEqual(5);
	// Five a day for all browsers of accounts that nobody has confirmed.
	expect(reset).toBe(5);
	expect(mailbox.mails.every(({ to }) => to[0]?.address.toLowerCase() === VICTIM)).toBe(true);

	// It is known by a keyed hash meanwhile, which is forgotten after a day.
	const kept = () =>
		portal.sqlite.prepare("select distinct erased_recipient from outbox where erased_recipient <> ''").all();
	expect(kept().length).toBe(1);
	const erased = portal.sqlite.prepare("select * from outbox where erased_recipient is not null").all();
	expect(JSON.stringify(erased).toLowerCase()).not.toContain(VICTIM);
	portal.clock.now += DAY;
	await portal.services.sweep();
	expect(kept()).toEqual([]);
	await round(portal, ROUNDS);
	expect(kindsSent(portal).verify).toBe(6);
});

it("an address gets three codes in a quarter of an hour, even if its account is opened again", async () => {
	const github = await openGithub();
	github.person = { id: 7, emails: [{ email: VICTIM, primary: true, verified: true }] };
	const mails = { SMTP_URL: "smtp://127.0.0.1:9", RATE_LIMIT_SCALE: "1" };
	const portal = await openPortal({ ...githubSettings(github), PORT: "1", ...mails });
	const agent = portal.agent();
	const local = (address: string) => new URL(address, "http://here").pathname + new URL(address, "http://here").search;
	const codes = () => portal.sqlite.prepare("select count(*) from outbox where kind = 'confirm'").pluck().get();
	for (let n = 0; n < 2; n += 1) {
		const begun = await agent.get("/api/auth/github").expect(302);
		const authorized = await fetch(begun.headers.location ?? "", { redirect: "manual" });
		const callback = await agent.get(local(authorized.headers.get("Location") ?? "")).expect(303);
		await agent.get(local(callback.headers.location ?? "")).expect(303);
		const confirm = (await agent.get("/confirm?return=/account").expect(200)).text;
		for (let asked = 0; asked < 3; asked += 1) {
			await submitForm(agent, confirm, {}, { selector: "main form[action]", button: "do.code" }).ok(() => true);
		}
		expect(codes()).toBe(3);
		const page = (await agent.get("/account/erase").expect(200)).text;
		await submitForm(agent, page, { word: VICTIM }, { selector: "main form[action^='/account/erase']" }).expect(303);
	}
});
