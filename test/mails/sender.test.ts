import { expect, it } from "vitest";
import { installation } from "../support/backups.ts";
import { SEND, written } from "../support/broadcasts.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { runToEnd } from "../support/server.ts";
import { openMailbox, until } from "../support/smtp.ts";

const SENDER = "CFP <cfp@conference.test>";
const TODO = "Emails leave from an address that does not exist: the operator has to set MAIL_FROM";

it("every mail is answered at the event's support address; a broadcast where it says, with a name for its list", async () => {
	const mailbox = await openMailbox();
	const portal = await openPortal({
		SMTP_URL: mailbox.url,
		MAIL_FROM: SENDER,
		BRAND_SUPPORT: "help@conference.test",
	});
	portal.start();
	await sendTalk(portal);
	const [receipt] = await until(() => mailbox.mails.length > 0 && mailbox.mails);
	expect(receipt?.replyTo?.[0]?.address).toBe("help@conference.test");
	expect(receipt?.headers.some(({ key }) => key === "list-id")).toBe(false);
	const admin = await portal.admin();
	const asked = await submitForm(admin, await written(admin), {}, SEND);
	expect(asked.status).toBeLessThan(400);
	const broadcast = await until(() => mailbox.mails.find(({ subject }) => subject?.startsWith("News of")));
	expect(broadcast.replyTo?.[0]?.address).toBe("programme@example.org");
	const headers = new Map(broadcast.headers.map(({ key, value }) => [key, value]));
	expect(headers.get("list-id")).toContain("<broadcasts.localhost>");
	expect(headers.get("auto-submitted")).toBe("auto-generated");
});

it("until the event has a support address, mails are answered at their sender", async () => {
	const mailbox = await openMailbox();
	const portal = await openPortal({ SMTP_URL: mailbox.url, MAIL_FROM: SENDER });
	portal.start();
	await sendTalk(portal);
	const [receipt] = await until(() => mailbox.mails.length > 0 && mailbox.mails);
	expect(receipt?.replyTo?.[0]?.address).toBe("cfp@conference.test");
});

it("an accepted speaker is asked for a reply where the support address takes it, whoever sends", async () => {
	const own = { SMTP_URL: "smtp://localhost:9", BRAND_SUPPORT: "help@conference.test" };
	const portal = await openPortal(own);
	await sendTalk(portal);
	const page = await (await portal.admin()).get("/admin/proposals?modal=email&id=1&letter=accept").expect(200);
	expect(page.text).toContain("Please reply to this email to confirm");
});

it.each([
	[{ MAIL_FROM: SENDER }, undefined],
	[{ PUBLIC_URL: "https://cfp.conference.test" }, undefined],
	[{}, "MAIL_FROM is not set, and PUBLIC_URL names no public host"],
	[{ PUBLIC_URL: "http://127.0.0.1" }, "MAIL_FROM is not set, and PUBLIC_URL names no public host"],
	[{ MAIL_FROM: "team@localhost", PUBLIC_URL: "https://cfp.conference.test" }, "MAIL_FROM is team@localhost"],
])("nothing leaves for another machine without a sender that exists, and doctor says so: %o", async (settings, why) => {
	const own = { ...installation(), SMTP_URL: "smtp://mail.conference.test:587", ...settings };
	const { output } = await runToEnd("cli.js", own, ["doctor"]);
	expect(/WARN (.+?): emails stay in the outbox/.exec(output)?.[1]).toBe(why);
});

it("the overview names the sender that is missing, and not the mail server that is there", async () => {
	const portal = await openPortal({ SMTP_URL: "smtp://mail.conference.test:587" });
	const overview = textOfPage((await (await portal.admin()).get("/admin").expect(200)).text);
	expect(overview).toContain(
		"Emails stay in the outbox, because they have no valid sender address: the operator has to set MAIL_FROM",
	);
	expect(overview).not.toContain("No mail server");
});

it("without MAIL_FROM mails leave from the public host, with the name of the event", async () => {
	const mailbox = await openMailbox();
	const portal = await openPortal({ SMTP_URL: mailbox.url, PUBLIC_URL: "https://cfp.conference.test" });
	portal.start();
	await sendTalk({ agent: () => portal.agent().set("Host", "cfp.conference.test") });
	const [receipt] = await until(() => mailbox.mails.length > 0 && mailbox.mails);
	expect(receipt?.from).toMatchObject({ address: "cfp@cfp.conference.test", name: "Hangzhou 2025" });
});

it("overview, start and doctor name a sender that does not exist, and no other", async () => {
	const mailbox = await openMailbox();
	for (const [sender, named] of [
		[{}, "not set, and PUBLIC_URL names no public host"],
		[{ MAIL_FROM: "team@localhost" }, "team@localhost"],
		[{ MAIL_FROM: SENDER }, undefined],
	] as const) {
		const portal = await openPortal({ SMTP_URL: mailbox.url, ...sender });
		const overview = textOfPage((await (await portal.admin()).get("/admin").expect(200)).text);
		expect([sender, overview.includes(TODO)]).toEqual([sender, named !== undefined]);
		const where = { ...installation(), SMTP_URL: mailbox.url, ...sender };
		const { output } = await runToEnd("cli.js", where, ["doctor"]);
		expect([sender, /WARN MAIL_FROM is (.+?):/.exec(output)?.[1]]).toEqual([sender, named]);
	}
	const portal = await openPortal();
	expect(textOfPage((await (await portal.admin()).get("/admin").expect(200)).text)).not.toContain(TODO);
});
