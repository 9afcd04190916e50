import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { installation, send } from "../../support/backups.ts";
import { ASK, PAGE as DECISIONS, RELEASE } from "../../support/decisions.ts";
import { ADMIN } from "../../support/portal.ts";
import { administratorAt } from "../../support/process-browser.ts";
import { type ServerProcess, startServer } from "../../support/server.ts";
import { openMailbox, until } from "../../support/smtp.ts";

const COUNT = 60;
/** After how many letters the server is killed. */
const KILLED_AT = [5, 20, 45];

it("a server killed while decisions are released sends every author one letter, and tells no status without it", async () => {
	const killing = { left: [...KILLED_AT], server: undefined as ServerProcess | undefined };
	const mailbox = await openMailbox(0, async () => {
		const letters = mailbox.mails.filter(({ to }) => to[0]?.address.startsWith("author"));
		const { server } = killing;
		if (!server || letters.length < (killing.left[0] ?? Number.POSITIVE_INFINITY)) return;
		killing.left.shift();
		killing.server = undefined;
		// Between the whole mail and the answer that it was taken.
		await server.end("SIGKILL");
	});
	const environment = {
		...installation(),
		SMTP_URL: mailbox.url,
		ADMIN_EMAIL: ADMIN.email,
		ADMIN_PASSWORD: ADMIN.password,
	};
	const first = await startServer(environment);
	await send(first);
	await first.end("SIGTERM");
	const sqlite = new Sqlite(join(environment.DATA_DIR, "rostrum.db"), { timeout: 5_000 });
	sqlite.exec(`delete from outbox;
		update programmes set tells = 'when released';
		with recursive n(i) as (select 1 union all select i + 1 from n where i < ${COUNT})
		insert into entries (category, name, email, email_folded, org, title, track_id, answers, incomplete, public_text,
			search_text, locale, submission_key, created_at, updated_at, consent, status, told_status)
		select category, 'Author ' || i, 'author' || i || '@example.org', 'author' || i || '@example.org', org, 'Talk ' || i,
			track_id, answers, incomplete, public_text, search_text, locale, 'copy:' || i, created_at, updated_at, 1,
			iif(i % 3 = 0, 'Reject', 'Accept'), 'New' from entries, n where id = 1`);
	const count = (where: string) => Number(sqlite.prepare(`select count(*) from ${where}`).pluck().get());

	// Killed while the release is being written: all of it is there, or nothing.
	const writing = await startServer(environment);
	const organiser = await administratorAt(() => writing.origin);
	const release = await organiser.open(await organiser.linked(DECISIONS, ASK), RELEASE.selector);
	const lost = release?.().catch(() => undefined);
	await writing.end("SIGKILL");
	await lost;
	expect([0, COUNT]).toContain(count("outbox where decision_release is not null"));

	for (;;) {
		const kills = killing.left.length;
		const server = await startServer(environment);
		killing.server = server;
		// Mails that were on their way when it was killed: their lease would end by itself.
		sqlite.exec("update outbox set lease_until = 0 where state = 'sending'");
		// It may be killed meanwhile.
		await administratorAt(() => server.origin)
			.then(async (admin) => admin.press(await admin.linked(DECISIONS, ASK), RELEASE.selector))
			.catch(() => undefined);
		const isSent = () => count("outbox where decision_release is not null and state = 'sent'") === COUNT;
		await until(() => killing.left.length < kills || isSent(), 150_000);
		const untold = "entries join outbox on entry_id = entries.id where told_status is not null and state = 'sent'";
		expect(count(`${untold} and decision_release is not null`)).toBe(0);
		if (killing.left.length === kills) break;
	}
	const letters = mailbox.mails.filter(({ to }) => to[0]?.address.startsWith("author"));
	const names = new Map<string, Set<string>>();
	for (const { to, messageId } of letters) {
		const address = to[0]?.address ?? "";
		names.set(address, (names.get(address) ?? new Set()).add(messageId ?? ""));
	}
	// A mail whose answer was lost goes out once more, as the same mail.
	expect(names.size).toBe(COUNT);
	expect([...names.values()].every((ids) => ids.size === 1)).toBe(true);
	expect(letters.length).toBeLessThanOrEqual(COUNT + KILLED_AT.length * 4);
	expect(count("outbox where decision_release is not null")).toBe(COUNT);
	expect(count("entries where told_status is not null")).toBe(0);
	expect(count("decision_releases")).toBe(1);
	sqlite.close();
});
