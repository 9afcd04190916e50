import Sqlite from "better-sqlite3";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { register } from "../support/accounts.ts";
import { cli, installation } from "../support/backups.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { openMailbox, until } from "../support/smtp.ts";
import { sendTalks } from "../support/talks-sent.ts";

/** Puts mails of a kind into the outbox, each to an address of its own, due since long. */
function wait({ sqlite, clock }: TestPortal, kind: string, count: number, urgency: number): void {
	const add = sqlite.prepare(`insert into outbox
		(kind, urgency, dedupe_key, to_address, subject, body, message_id, state, next_at, created_at)
		values (?, ?, ?, ?, ?, 'Words', ?, 'pending', ?, ?)`);
	for (let number = 0; number < count; number += 1) {
		const name = `${kind}-${number}`;
		const at = clock.now - 1_000_000 + number;
		add.run(kind, urgency, `test:${name}`, `${name}@example.org`, name, `<${name}@example.org>`, at, at);
	}
}

async function forget(portal: TestPortal, email: string): Promise<void> {
	await portal.agent().post("/api/auth/forgot-password").send({ email }).expect(200);
}

const isReset = ({ subject = "" }: { subject?: string | undefined }) => /password/i.test(subject);
const isBroadcast = ({ subject = "" }: { subject?: string | undefined }) => subject.startsWith("broadcast-");

describe("mails that wait", () => {
	it("leave by urgency, and by their time among the same", async () => {
		const portal = await openPortal();
		await register(portal, "lei@example.org");
		portal.sqlite.exec("update outbox set state = 'sent'");
		wait(portal, "broadcast", 3, 3);
		wait(portal, "accept", 3, 2);
		await sendTalks(portal, { title: "First" });
		await forget(portal, "lei@example.org");
		const left: string[] = [];
		for (;;) {
			const [delivery] = await portal.services.mailing.claim({ all: 1, paced: 1 }, []);
			if (!delivery) break;
			left.push(delivery.mail.kind === "broadcast" ? delivery.mail.subject : delivery.mail.kind);
			await portal.services.mailing.markSent(delivery);
		}
		const letters = ["accept", "accept", "accept"];
		expect(left).toEqual(["reset", "receipt", ...letters, "broadcast-0", "broadcast-1", "broadcast-2"]);
	});

	it("are letters and broadcasts at most at MAIL_RATE; a new password does not wait for them", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url, MAIL_RATE: "1" });
		await register(portal, "lei@example.org");
		wait(portal, "broadcast", 30, 3);
		portal.start();
		await until(() => mailbox.mails.some(isBroadcast));
		await forget(portal, "lei@example.org");
		await until(() => mailbox.mails.some(isReset));
		expect(mailbox.mails.filter(isBroadcast).length).toBeLessThan(30);
	});

	it("leave a connection to a new password while the mail server is slow with letters", async () => {
		let answer = (): void => undefined;
		const answered = new Promise<void>((resolve) => {
			answer = resolve;
		});
		const mailbox = await openMailbox(0, () => mailbox.mails.some(isReset) || answered);
		onTestFinished(answer);
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await register(portal, "lei@example.org");
		portal.sqlite.exec("update outbox set state = 'sent'");
		wait(portal, "broadcast", 30, 3);
		portal.start();
		await until(() => mailbox.mails.filter(isBroadcast).length === 3);
		await forget(portal, "lei@example.org");
		await until(() => mailbox.mails.some(isReset));
		expect(mailbox.mails.filter(isBroadcast)).toHaveLength(3);
		answer();
	});

	it("do not wait for a clock that was set back", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		wait(portal, "accept", 3, 2);
		const { now } = portal.clock;
		const set = (values: string, subject: string) =>
			portal.sqlite.prepare(`update outbox set ${values} where subject = ?`).run(subject);
		const later = now + 86_400_000;
		// Written, tried, and being sent while the clock was a day ahead.
		set(`created_at = ${later}, next_at = ${later}`, "accept-0");
		set(`attempts = 2, next_at = ${later}`, "accept-1");
		set(`state = 'sending', lease_until = ${later}`, "accept-2");
		portal.start();
		await until(() => mailbox.mails.length === 3);
	});

	it("are found by indexes, however many there are", async () => {
		const seen = new Set<string>();
		const prepare = Sqlite.prototype.prepare;
		vi.spyOn(Sqlite.prototype, "prepare").mockImplementation(function (this: Sqlite.Database, source: string) {
			seen.add(source);
			return prepare.call(this, source);
		} as typeof prepare);
		onTestFinished(() => void vi.restoreAllMocks());
		const portal = await openPortal();
		await sendTalks(portal, { title: "First" });
		wait(portal, "accept", 20, 2);
		portal.sqlite.exec("analyze");
		// Once a minute all that waits is looked over.
		await portal.services.mailing.claim({ all: 0, paced: 0 }, []);
		seen.clear();
		const deliveries = await portal.services.mailing.claim({ all: 4, paced: 3 }, ["other@example.org"]);
		for (const delivery of deliveries) await portal.services.mailing.markSent(delivery);
		const asked = [...seen].filter((source) => /(from|update) "outbox"/.test(source));
		expect(asked.length).toBeGreaterThan(5);
		const scans = asked.flatMap((source) => {
			const plan = prepare.call(portal.sqlite, `explain query plan ${source}`) as Sqlite.Statement<unknown[]>;
			const steps = plan.all(...Array.from(source.matchAll(/\?/g), () => null)) as { detail: string }[];
			return steps
				.filter(({ detail }) => /^SCAN outbox(?! USING INDEX outbox_leased)/.test(detail))
				.map(({ detail }) => `${detail}: ${source}`);
		});
		expect(scans).toEqual([]);
	});
});

it("doctor, the list of mails and the metrics count the same", async () => {
	const where = installation();
	const portal = await openPortal({ ...where, METRICS: "1" }, { asStarted: true });
	portal.sqlite.exec("update outbox set state = 'sent'");
	wait(portal, "accept", 7, 2);
	portal.sqlite.exec(
		"update outbox set state = 'sending', lease_until = 9e15 where subject in ('accept-0', 'accept-1')",
	);
	expect((await portal.agent().get("/metrics")).text).toMatch(/rostrum_mails\{state="pending"\} 5\n/);
	expect((await cli(where, "mail", "list")).output).toMatch(/5 pending, 2 sending|2 sending, 5 pending/);
	expect((await cli(where, "doctor")).output).toContain("ok   7 emails not sent yet\n");
});
