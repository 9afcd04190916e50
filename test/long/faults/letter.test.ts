import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { count } from "../../../bench/report.ts";
import { installation, read, send } from "../../support/backups.ts";
import { tell } from "../../support/figures.ts";
import { submitForm } from "../../support/form.ts";
import { ADMIN, openPortal } from "../../support/portal.ts";
import { type ServerProcess, startServer } from "../../support/server.ts";
import { type Mailbox, openMailbox, until } from "../../support/smtp.ts";
import { sendTalks } from "../../support/talks-sent.ts";

const SPEAKER = "li@example.org";
const PRESS = { selector: "main form", press: "do.send" };
const accepted = (mails: Mailbox["mails"]) => mails.filter(({ subject }) => subject?.includes("was accepted"));

const KILLS = 100;
const MOST_MAILS_BEFORE_A_KILL = 3;
const JSON_TYPE = { "content-type": "application/json" };

/** A bearer token of the administrator; it outlives the server. */
async function tokenOf({ origin }: ServerProcess): Promise<string> {
	const body = JSON.stringify({ username: ADMIN.email, password: ADMIN.password });
	const signedIn = await fetch(`${origin}/api/auth/login`, { method: "POST", headers: JSON_TYPE, body });
	return ((await signedIn.json()) as { token: string }).token;
}

const callTo = ({ origin }: ServerProcess, token: string, method: string, path: string, body: object) =>
	fetch(origin + path, {
		method,
		headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
		body: JSON.stringify(body),
	});

const isSent = (sql: string) => `select count(*) from outbox where state <> 'sent' and ${sql}`;

/** A server on one installation that its mail server kills in the middle of mails, again and again. */
async function openKilledServer() {
	const where = installation();
	let server: ServerProcess | undefined;
	let dying: Promise<unknown> | undefined;
	/** How many mails it may still send, the last of which kills it, and whether the answer to that is held back. */
	let fate = { mails: Number.POSITIVE_INFINITY, isHeldBack: false };
	const strike = (isHeldBack: boolean) => {
		if (dying || isHeldBack !== fate.isHeldBack) return;
		fate.mails -= 1;
		if (fate.mails === 0) dying = server?.end("SIGKILL");
		return dying;
	};
	const mailbox = await openMailbox(
		0,
		() => strike(true),
		() => void strike(false),
	);
	const environment = {
		...where,
		SMTP_URL: mailbox.url,
		ADMIN_EMAIL: ADMIN.email,
		ADMIN_PASSWORD: ADMIN.password,
		DAILY_BACKUP: "0",
	};
	return {
		where,
		mailbox,
		/** Starts it on the same data; a mail that was under way is due at once. @param given undefined: it may live */
		async start(given: typeof fate = { mails: Number.POSITIVE_INFINITY, isHeldBack: false }): Promise<ServerProcess> {
			await server?.end("SIGKILL");
			if (server) {
				const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"), { timeout: 5_000 });
				sqlite.exec("update outbox set lease_until = 0 where state = 'sending'");
				sqlite.close();
			}
			[dying, fate] = [undefined, given];
			server = await startServer(environment);
			return server;
		},
		/** When the next kill comes. */
		draw: () => ({ mails: 1 + Math.floor(Math.random() * MOST_MAILS_BEFORE_A_KILL), isHeldBack: Math.random() < 0.5 }),
		isKilled: () => dying !== undefined,
		/** Waits until all mails have left, or it was killed. */
		settled: () => until(() => dying || read(where, isSent("state in ('pending', 'sending')"))[0] === 0),
	};
}

/** How often each mail arrived, by its Message-ID. */
function copiesIn(mails: Mailbox["mails"]): Map<string, number> {
	const copies = new Map<string, number>();
	for (const { messageId = "" } of mails) copies.set(messageId, (copies.get(messageId) ?? 0) + 1);
	return copies;
}

it(`a server killed between the mail server's reply and recording it, ${KILLS} times, loses no mail and repeats one a kill at most, with the same Message-ID`, async (context) => {
	const { where, mailbox, start, draw, isKilled, settled } = await openKilledServer();
	const first = await start();
	const token = await tokenOf(first);
	await settled();
	const talks: { id: number; email: string }[] = [];
	const acceptedTalks: typeof talks = [];
	let sent = 0;

	/** Causes one mail: the receipt of another talk, or the acceptance of the oldest that has none. */
	async function causeMail(server: ServerProcess): Promise<void> {
		const waiting = talks[acceptedTalks.length];
		if (waiting && Math.random() < 0.4) {
			const { id } = waiting;
			expect((await callTo(server, token, "PATCH", `/api/entries/${id}`, { status: "Accept" })).status).toBe(200);
			acceptedTalks.push(waiting);
			await callTo(server, token, "POST", "/api/mailer/status", { ...waiting, status: "Accept" });
			return;
		}
		sent += 1;
		const email = `speaker-${sent}@example.org`;
		const [id] = await send(server, { email }).then(() =>
			read(where, `select id from entries where email = '${email}'`),
		);
		talks.push({ id: Number(id), email });
	}

	let heldBack = 0;
	for (let kills = 0; kills < KILLS; kills += 1) {
		const fate = draw();
		if (fate.isHeldBack) heldBack += 1;
		const server = await start(fate);
		for (;;) {
			// One mail at a time: each kill is in the middle of one.
			await settled();
			if (isKilled()) break;
			await causeMail(server).catch((error) => {
				if (!isKilled()) throw error;
			});
		}
	}

	const last = await start();
	await settled();
	const copies = copiesIn(mailbox.mails);
	const [due = 0] = read(where, "select count(*) from outbox") as number[];
	const ids = read(where, "select message_id from outbox") as string[];
	const lost = ids.filter((id) => !copies.has(id));
	expect(lost).toEqual([]);
	const repeated = mailbox.mails.length - copies.size;
	expect(copies.size).toBe(due);
	expect(repeated).toBeLessThanOrEqual(KILLS);
	// Nobody had been told of these when the server died, so the test is about the gap.
	expect(repeated).toBeGreaterThanOrEqual(heldBack);
	const named = new Set(mailbox.mails.map(({ to, subject }) => `${to[0]?.address} ${subject}`));
	expect(named.size).toBe(copies.size);
	expect(read(where, isSent("1"))).toEqual([0]);
	const receipts = read(where, "select to_address from outbox where kind = 'receipt'");
	expect(talks.filter(({ email }) => !receipts.includes(email))).toEqual([]);
	const logged = read(
		where,
		"select entry_id from entry_log where type = 'Email' and state = 'Accept' order by entry_id",
	);
	const letters = read(where, "select entry_id from outbox where kind = 'accept' order by entry_id");
	expect(logged).toEqual(letters);
	for (const { id, email } of acceptedTalks.filter((talk) => letters.includes(talk.id))) {
		const again = await callTo(last, token, "POST", "/api/mailer/status", { id, email, status: "Accept" });
		expect([id, again.status]).toEqual([id, 409]);
	}
	tell(
		context,
		`${KILLS} kills, ${heldBack} before and ${KILLS - heldBack} right after the mail server's 250; ${count(due)} mails, 0 lost, ${repeated} sent once more with the same Message-ID`,
	);
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
