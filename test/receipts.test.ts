import { describe, expect, it } from "vitest";
import { register, signIn } from "./support/accounts.ts";
import { shownValue, submitForm } from "./support/form.ts";
import { openPortal, type TestPortal } from "./support/portal.ts";
import { type Mailbox, openMailbox, until } from "./support/smtp.ts";
import { portrait, talk } from "./support/talks.ts";

const PERSON = "lei@example.org";
const MINUTE = 60_000;
const SEVERAL = "Hangzhou 2025: we received several submissions";

type Agent = ReturnType<TestPortal["agent"]>;

async function submit(agent: Agent, changes: Record<string, string> = {}): Promise<void> {
	const page = (await agent.get("/hangzhou?draft=none")).text;
	await submitForm(agent, page, talk({ email: PERSON, ...changes, file: await portrait() })).expect(303);
}

const receipts = (portal: TestPortal) =>
	portal.sqlite
		.prepare("select state, body, next_at as nextAt from outbox where kind = 'receipt' order by id")
		.all() as { state: string; body: string; nextAt: number }[];
const minutes = (portal: TestPortal, since: number) =>
	receipts(portal).map(({ nextAt }) => Math.round((nextAt - since) / MINUTE));
/** Whether all that may leave by then has left. */
const isSent = (portal: TestPortal, time: number) =>
	receipts(portal).every(({ state, nextAt }) => state === "sent" || nextAt > time);
const subjects = ({ mails }: Mailbox) => mails.map(({ subject }) => subject);

describe("receipts that others cause", () => {
	it("delay no one's own mails, and are combined into one mail with a link to each entry", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url, RATE_LIMIT_SCALE: "1" });
		await register(portal, PERSON);
		portal.sqlite.exec("update users set verified_at = 1; delete from outbox");
		const person = await signIn(portal, PERSON);
		portal.start();
		const stranger = portal.agent();
		await submit(stranger);
		await until(() => mailbox.mails.length === 1);
		for (let n = 1; n < 15; n += 1) await submit(stranger, { email: n % 2 ? PERSON : "Lei@Example.org" });
		await submit(person);
		await until(() => mailbox.mails.length === 2);
		expect(subjects(mailbox)).toEqual([
			"Hangzhou 2025: we received your submission talk-1",
			"Hangzhou 2025: we received your submission talk-16",
		]);
		portal.clock.now += 10 * MINUTE;
		await until(() => mailbox.mails.length === 3);
		const text = mailbox.mails[2]?.text ?? "";
		expect(subjects(mailbox)[2]).toBe(SEVERAL);
		const links = text.match(/http\S+/g) ?? [];
		expect(links.map((link) => /talk-\d+/.exec(link)?.[0])).toEqual(
			Array.from({ length: 14 }, (_, n) => `talk-${n + 2}`),
		);
		for (const link of links.slice(0, 2)) {
			const { pathname, search } = new URL(link);
			await portal
				.agent()
				.get(pathname + search)
				.expect(200);
		}
		await until(() => isSent(portal, portal.clock.now));
		expect(receipts(portal).map(({ body }) => /key=(?!…)/.test(body))).toEqual(Array(16).fill(false));
	});

	it("are limited to five a day per address, ten minutes apart, and none is lost", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url, RATE_LIMIT_SCALE: "1" });
		const since = portal.clock.now;
		portal.start();
		const stranger = portal.agent();
		for (let mails = 1; mails <= 5; mails += 1) {
			await submit(stranger);
			if (mails === 1) await until(() => receipts(portal)[0]?.state === "sent");
			await submit(stranger);
			portal.clock.now += 10 * MINUTE;
			await until(() => mailbox.mails.length === Math.min(mails + 1, 5) && isSent(portal, portal.clock.now));
		}
		for (let n = 0; n < 3; n += 1) await submit(stranger);
		const day = 24 * 60;
		expect(minutes(portal, since)).toEqual([0, 10, 20, 20, 30, 30, 40, 40, day, day, day, day, day]);
		portal.clock.now = since + day * MINUTE;
		await until(() => isSent(portal, portal.clock.now));
		expect(mailbox.mails.map(({ text = "" }) => text.match(/talk-\d+\?key/g)?.length)).toEqual([1, 1, 2, 2, 2, 5]);
	});

	it("also wait for accounts with an unconfirmed or different address", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url, RATE_LIMIT_SCALE: "1" });
		const since = portal.clock.now;
		await register(portal, PERSON);
		await register(portal, "other@example.org");
		portal.sqlite.exec("update users set verified_at = 1 where email <> 'lei@example.org'; delete from outbox");
		portal.start();
		for (const sender of [PERSON, "other@example.org"]) {
			const agent = await signIn(portal, sender);
			await submit(agent);
			await until(() => isSent(portal, since));
			await submit(agent);
		}
		expect(minutes(portal, since)).toEqual([0, 10, 10, 10]);
	});

	it("keep their Message-ID after a crash, and get a new one when there is more to report", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		const stranger = portal.agent();
		await submit(stranger);
		await submit(stranger.set("Accept-Language", "zh"));
		portal.clock.now += MINUTE;
		portal.start();
		const crash = () =>
			portal.sqlite.exec(`update outbox set state = 'sending', lease_until = ${portal.clock.now - 1}`);
		await until(() => mailbox.mails.length === 1 && isSent(portal, portal.clock.now));
		crash();
		await until(() => mailbox.mails.length === 2 && isSent(portal, portal.clock.now));
		await submit(stranger);
		portal.clock.now += MINUTE;
		await until(() => mailbox.mails.length === 3 && isSent(portal, portal.clock.now));
		crash();
		await until(() => mailbox.mails.length === 4 && isSent(portal, portal.clock.now));
		const both = `${SEVERAL} / Hangzhou 2025：已收到多份提交`;
		expect(subjects(mailbox)).toEqual([both, both, "Hangzhou 2025：已收到您的提交talk-3", both]);
		const [first, copy, , more] = mailbox.mails;
		expect([copy?.messageId === first?.messageId, more?.messageId === first?.messageId]).toEqual([true, false]);
		expect([copy?.text === first?.text, more?.text?.includes("talk-3")]).toEqual([true, true]);
	});

	it("deferred by the mail server stay combined and include newer ones", async () => {
		const mailbox = await openMailbox();
		mailbox.refuse(451, "later");
		const portal = await openPortal({ SMTP_URL: mailbox.url, RATE_LIMIT_SCALE: "1" });
		portal.start();
		const stranger = portal.agent();
		await submit(stranger);
		await until(() => receipts(portal)[0]?.nextAt !== portal.clock.now && receipts(portal)[0]?.state === "pending");
		await submit(stranger);
		expect(new Set(receipts(portal).map(({ nextAt }) => nextAt)).size).toBe(1);
		mailbox.refuse(undefined);
		portal.clock.now += MINUTE;
		await until(() => mailbox.mails.length === 1);
		expect(subjects(mailbox)).toEqual([SEVERAL]);
	});
});

describe("links for a new password that a stranger asks for", () => {
	it("leave the person one that works, whatever was asked for since", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url, RATE_LIMIT_SCALE: "1" });
		await register(portal, PERSON);
		portal.sqlite.exec("delete from outbox");
		portal.start();
		const ask = async (agent: Agent) => {
			const page = (await agent.get("/forgot-password")).text;
			await submitForm(agent, page, { email: PERSON }, { selector: "main form[action]" }).expect(303);
		};
		const stranger = portal.agent();
		for (let n = 0; n < 4; n += 1) await ask(stranger);
		await ask(portal.agent());
		await until(() => mailbox.mails.length === 3);
		portal.clock.now += 59 * MINUTE;
		const { pathname, search } = new URL(/http\S+/.exec(mailbox.mails[2]?.text ?? "")?.[0] ?? "");
		const page = (
			await portal
				.agent()
				.get(pathname + search)
				.expect(200)
		).text;
		expect(shownValue(page, "password")).toBe("");
	});
});
