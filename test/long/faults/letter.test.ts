import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { installation, send } from "../../support/backups.ts";
import { submitForm } from "../../support/form.ts";
import { ADMIN, openPortal } from "../../support/portal.ts";
import { type ServerProcess, startServer } from "../../support/server.ts";
import { type Mailbox, openMailbox, until } from "../../support/smtp.ts";
import { sendTalks } from "../../support/talks-sent.ts";

const SPEAKER = "li@example.org";
const PRESS = { selector: "main form", press: "do.send" };
const accepted = (mails: Mailbox["mails"]) => mails.filter(({ subject }) => subject?.includes("was accepted"));

/** Calls a server of its own as its administrator. */
async function callsTo({ origin }: ServerProcess) {
	const json = { "content-type": "application/json" };
	const login = { username: ADMIN.email, password: ADMIN.password };
	const signedIn = await fetch(`${origin}/api/auth/login`, {
		method: "POST",
		headers: json,
		body: JSON.stringify(login),
	});
	const { token } = (await signedIn.json()) as { token: string };
	return (method: string, path: string, body: object) =>
		fetch(origin + path, {
			method,
			headers: { ...json, authorization: `Bearer ${token}` },
			body: JSON.stringify(body),
		});
}

it("a server killed between the mail server's reply and recording it sends the mail at most once more, with the same Message-ID", async () => {
	let server: ServerProcess | undefined;
	let mayKill = true;
	const mailbox = await openMailbox(0, async () => {
		if (mayKill && accepted(mailbox.mails).length > 0) {
			mayKill = false;
			await server?.end("SIGKILL");
		}
	});
	const environment = {
		...installation(),
		SMTP_URL: mailbox.url,
		ADMIN_EMAIL: ADMIN.email,
		ADMIN_PASSWORD: ADMIN.password,
	};
	server = await startServer(environment);
	await send(server, { email: SPEAKER });
	const call = await callsTo(server);
	expect((await call("PATCH", "/api/entries/1", { status: "Accept" })).status).toBe(200);
	const letter = { id: 1, email: SPEAKER, status: "Accept" };
	await expect(call("POST", "/api/mailer/status", letter)).rejects.toThrow();
	expect(accepted(mailbox.mails)).toHaveLength(1);

	server = await startServer(environment);
	const again = await callsTo(server);
	// Retrying reports "sent or sending"; the outbox completes it.
	expect((await again("POST", "/api/mailer/status", letter)).status).toBe(409);
	const sqlite = new Sqlite(join(environment.DATA_DIR, "rostrum.db"), { timeout: 5_000 });
	sqlite.exec("update outbox set lease_until = 0 where kind = 'accept' and state = 'sending'");
	await until(() => sqlite.prepare("select state from outbox where kind = 'accept'").pluck().get() === "sent", 40_000);
	sqlite.close();
	const sent = accepted(mailbox.mails);
	expect(sent).toHaveLength(2);
	expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1);
});

it("two administrators who double-click send one mail, even if the mail server defers it", async () => {
	const mailbox = await openMailbox();
	const portal = await openPortal({ SMTP_URL: mailbox.url });
	portal.start();
	await sendTalks(portal, { title: "A", email: SPEAKER });
	await until(() => mailbox.mails.length === 1);
	portal.sqlite.exec("update entries set status = 'Accept'");
	const admins = [await portal.admin(), portal.agent()];
	await portal.services.administrators.create("second@example.org", ADMIN.password);
	await admins[1]
		?.post("/login")
		.type("form")
		.send({ email: "second@example.org", password: ADMIN.password })
		.expect(303);
	const pages = await Promise.all(
		admins.map(async (admin) => (await admin.get("/admin/proposals?modal=email&id=1").expect(200)).text),
	);
	mailbox.refuse(451, "not now");
	const clicks = admins.flatMap((admin, index) => [0, 1].map(() => submitForm(admin, pages[index] ?? "", {}, PRESS)));
	const answers = await Promise.all(clicks);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
	mailbox.refuse(undefined);
	portal.clock.now += 60_000;
	await until(() => accepted(mailbox.mails).length > 0, 20_000);
	await until(() => portal.sqlite.prepare("select state from outbox where kind = 'accept'").pluck().get() === "sent");
	expect(accepted(mailbox.mails)).toHaveLength(1);
	expect(portal.sqlite.prepare("select count(*) from outbox where kind = 'accept'").pluck().get()).toBe(1);
});
