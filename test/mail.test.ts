import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { submitForm, textOfPage } from "./support/form.ts";
import { openPortal, type TestPortal } from "./support/portal.ts";
import { openMailbox, until } from "./support/smtp.ts";
import { portrait, talk } from "./support/talks.ts";

async function submit(portal: TestPortal, changes: Record<string, string> = {}): Promise<void> {
	const agent = portal.agent();
	const page = (await agent.get("/hangzhou")).text;
	await submitForm(agent, page, talk({ ...changes, file: await portrait() })).expect(303);
}

const rows = (portal: TestPortal) =>
	portal.sqlite
		.prepare("select state, attempts, last_error as error, next_at as nextAt from outbox order by id")
		.all() as {
		state: string;
		attempts: number;
		error: string | null;
		nextAt: number;
	}[];

describe("the receipt", () => {
	it("reaches the speaker over a real connection, once, as plain text with a link that works", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url, MAIL_FROM: "CFP <cfp@conference.example>", PORT: "1" });
		portal.start();
		await submit(portal, { email: "speaker@example.org", title: "Please do not quote me" });
		const [mail] = await until(() => mailbox.mails.length > 0 && mailbox.mails);
		expect(mail).toMatchObject({
			subject: "Hangzhou 2025: we received your submission talk-1",
			from: { name: "CFP", address: "cfp@conference.example" },
			to: [{ address: "speaker@example.org" }],
			messageId: expect.stringMatching(/^<[0-9a-f]{40}@rostrum\.local>$/),
		});
		expect(mail?.headers).toContainEqual(expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }));
		expect(mail?.html).toBeUndefined();
		expect(mail?.text).not.toContain("quote me");
		const address = /http\S+/.exec(mail?.text ?? "")?.[0] ?? "";
		const { pathname, search } = new URL(address);
		expect((await portal.agent().get(pathname + search)).text).toContain("Please do not quote me");
		await until(() => rows(portal)[0]?.state === "sent");
		expect(mailbox.mails).toHaveLength(1);
	});

	it("waits while the mail server is away or says later, and goes out when it is back", async () => {
		const mailbox = await openMailbox();
		mailbox.refuse(451, "try later");
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		await submit(portal);
		const [waiting] = await until(() => rows(portal)[0]?.attempts === 1 && rows(portal));
		expect([waiting?.state, waiting?.error]).toEqual(["pending", expect.stringContaining("try later")]);
		expect((waiting?.nextAt ?? 0) - portal.clock.now).toBeGreaterThanOrEqual(24_000);
		expect((waiting?.nextAt ?? 0) - portal.clock.now).toBeLessThanOrEqual(36_000);
		mailbox.refuse(undefined);
		portal.clock.now += 60_000;
		await until(() => mailbox.mails.length === 1);
		await until(() => rows(portal)[0]?.state === "sent");
	});

	it("fails at once if the address does not exist, and keeps the reason", async () => {
		const mailbox = await openMailbox();
		mailbox.refuse(550, "no such mailbox");
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		await submit(portal);
		const [failed] = await until(() => rows(portal)[0]?.state === "failed" && rows(portal));
		expect(failed?.error).toContain("no such mailbox");
		const page = await (await portal.admin()).get("/admin/mail");
		expect(page.text).toContain("no such mailbox");
	});

	it("half sent in a crash is sent again after the next start, with the same Message-ID", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await submit(portal);
		portal.sqlite.exec(`update outbox set state = 'sending', lease_until = ${portal.clock.now - 1}`);
		const id = portal.sqlite.prepare("select message_id from outbox").pluck().get();
		portal.start();
		const [mail] = await until(() => mailbox.mails.length > 0 && mailbox.mails);
		expect(mail?.messageId).toBe(id);
	});

	it("stays in the outbox without a mail server; administrators can read it there and are told so", async () => {
		const portal = await openPortal();
		portal.start();
		await submit(portal, { email: "kept@example.org" });
		const page = (await (await portal.admin()).get("/admin/mail").expect(200)).text;
		expect(textOfPage(page)).toContain(
			"Email is not set up. Emails are saved in the outbox and not sent. The operator of the server can set it up with SMTP_URL.",
		);
		expect(page).toContain("kept@example.org");
		expect(rows(portal)[0]?.state).toBe("pending");
	});

	it("does not delay shutdown when the mail server says nothing", async () => {
		const silent = createServer((socket) => socket.on("error", () => undefined));
		await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
		onTestFinished(() => void silent.close());
		const { port } = silent.address() as AddressInfo;
		const portal = await openPortal({ SMTP_URL: `smtp://127.0.0.1:${port}` });
		portal.start();
		await submit(portal);
		await until(() => rows(portal)[0]?.state === "sending");
		await portal.stop();
		// The attempt fails once the mail server has not greeted in time: shutdown comes first.
		expect(portal.lines.filter(({ event }) => event === "mail.failed")).toEqual([]);
	});

	it("of an edit replaces the one that still waits", async () => {
		const portal = await openPortal();
		await submit(portal);
		const { body } = portal.sqlite.prepare("select body from outbox").get() as { body: string };
		const key = /key=(\S+)/.exec(body)?.[1];
		const agent = portal.agent();
		const form = (await agent.get(`/hangzhou?spot=talk-1&key=${key}`)).text;
		await submitForm(agent, form, { title: "Other" }).expect(303);
		expect(rows(portal).map((row) => row.state)).toEqual(["cancelled", "pending"]);
	});
});
