import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { installation, send } from "../support/backups.ts";
import { openCapricious } from "../support/capricious-mail.ts";
import { ASK, PAGE as DECISIONS, RELEASE } from "../support/decisions.ts";
import { ADMIN } from "../support/portal.ts";
import { administratorAt, browserAt, type Form } from "../support/process-browser.ts";
import { type ServerProcess, startServer } from "../support/server.ts";

const ENTRIES = 200;
/** Mailboxes that do not exist. */
const GONE = [7, 8, 9];
const DAY_MS = 24 * 60 * 60 * 1000;

it("a season of 200 entries: nobody gets two emails of a kind or contradicting ones, whatever fails", async () => {
	const mailbox = await openCapricious(GONE.map((n) => `author${n}@example.org`));
	const environment = {
		...installation(),
		SMTP_URL: mailbox.url,
		ADMIN_EMAIL: ADMIN.email,
		ADMIN_PASSWORD: ADMIN.password,
	};
	let server: ServerProcess | undefined = await startServer(environment);
	const origin = () => server?.origin ?? "http://127.0.0.1:9";
	await send(server, { tracks: "ai-next" });
	await server.end("SIGTERM");
	server = undefined;
	const sqlite = new Sqlite(join(environment.DATA_DIR, "rostrum.db"), { timeout: 10_000 });
	const count = (where: string) => Number(sqlite.prepare(`select count(*) from ${where}`).pluck().get());
	// Where it is noon now, so that reminders leave; the event is a year ahead.
	const hours = 12 - new Date().getUTCHours();
	const confirmBy = Date.now() + DAY_MS;
	sqlite.exec(`delete from outbox;
		update events set zone = 'Etc/GMT${hours > 0 ? `-${hours}` : `+${-hours}`}';
		update days set date = date(date, '+3 years');
		update programmes set tells = 'when released', confirm_by = ${confirmBy} where category = 'hangzhou';
		with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ENTRIES})
		insert into entries (category, name, email, email_folded, org, title, track_id, answers, incomplete, public_text,
			search_text, locale, submission_key, created_at, updated_at, consent, status, told_status)
		select category, 'Author ' || i, 'author' || i || '@example.org', 'author' || i || '@example.org', org, 'Talk ' || i,
			track_id, answers, incomplete, public_text, search_text, locale, 'copy:' || i, created_at, updated_at, 1,
			case i % 5 when 0 then 'Reject' when 1 then 'Hold' else 'Accept' end, 'New' from entries, n where id = 1`);

	/** Starts it again, and lets what waits for hours leave now. */
	async function again(): Promise<void> {
		server ??= await startServer(environment);
		sqlite.exec(`update outbox set lease_until = 0 where state = 'sending';
			update outbox set next_at = 0 where state = 'pending'`);
	}
	const kill = async () => {
		const running = server;
		server = undefined;
		await running?.end("SIGKILL");
	};
	const signIn = async () => {
		await again();
		return administratorAt(origin);
	};
	/** Repeats something, killing the server at each mail that `at` names, until nothing waits. */
	async function through(at: readonly number[], work: () => Promise<unknown>): Promise<void> {
		const left = at.map((n) => mailbox.mails.length + n);
		mailbox.onTaken(async () => {
			if (mailbox.mails.length !== left[0]) return;
			left.shift();
			await kill();
		});
		await again();
		await work().catch(() => undefined);
		while (count("outbox where state in ('pending', 'sending')") > 0) {
			await again();
			await sleep(200);
		}
		mailbox.onTaken(undefined);
	}

	// Decisions are released, by two clicks at once, and once more by who thinks that it was lost.
	await through([3, 40, 41, 90], async () => {
		const admin = await signIn();
		const release = async () => admin.press(await admin.linked(DECISIONS, ASK), RELEASE.selector);
		await Promise.all([release(), release()]);
	});
	const late = await signIn();
	await late.press(await late.linked(DECISIONS, ASK), RELEASE.selector);
	expect(count("decision_releases")).toBe(1);
	expect(count("outbox where decision_release is not null")).toBe(ENTRIES);
	expect(count("outbox where state = 'failed'")).toBe(GONE.length);
	expect(count("entries where told_status is not null")).toBe(0);

	// Speakers answer by their links; some click twice, and the server is killed in between.
	const bodies = sqlite
		.prepare("select id, kind from outbox where kind = 'accept' and state = 'sent' order by id")
		.all() as { id: number }[];
	const links = mailbox.mails.flatMap(({ text = "" }) => /\/entry\/talk-\d+\?key=[\w.-]+/.exec(text)?.[0] ?? []);
	const accepted = [...new Set(links)].filter((link) => {
		const id = Number(/talk-(\d+)/.exec(link)?.[1]);
		return sqlite.prepare("select status from entries where id = ?").pluck().get(id) === "Accept";
	});
	expect(accepted).toHaveLength(bodies.length);
	const guest = browserAt(origin);
	const [declining, confirming] = [accepted.slice(0, 10), accepted.slice(10, 70)];
	for (const [at, link] of [...declining, ...confirming].entries()) {
		const answer: Form = at < declining.length ? { "do.decline": "1", reason: "No visa" } : { "do.confirm": "1" };
		const isKilled = at % 20 === 5;
		const clicks = Promise.allSettled([guest.post(link, answer), guest.post(link, answer)]);
		if (isKilled) await kill();
		await clicks;
		await again();
		expect((await guest.post(link, answer)).status).toBe(303);
	}
	expect([count("entries where presence = 'declined'"), count("entries where confirmed_at is not null")]).toEqual([
		declining.length,
		confirming.length,
	]);
	expect(count("entry_log where type in ('Declined', 'Confirmed')")).toBe(declining.length + confirming.length);

	// The first of the waiting list get the places, by two clicks each, and once by a click that a kill cuts off.
	const next = sqlite
		.prepare("select id from entries where status = 'Hold' order by id limit 10")
		.pluck()
		.all() as number[];
	await through([2, 6], async () => {
		for (const [at, id] of next.entries()) {
			const admin = await signIn();
			const press = () => admin.press(`/admin/waiting?promote=${id}`, "form:has([name=seen])", { "do.promote": "1" });
			const clicks = Promise.allSettled([press(), press()]);
			if (at === 4) await kill();
			await clicks;
		}
		for (const id of next)
			await (await signIn()).press(`/admin/waiting?promote=${id}`, "form:has([name=seen])", { "do.promote": "1" });
	});
	for (const id of next) {
		await again();
		await (await signIn()).press(`/admin/waiting?promote=${id}`, "form:has([name=seen])", { "do.promote": "1" });
	}
	await through([], async () => undefined);
	expect(count(`entries where status = 'Accept' and id in (${next.join()})`)).toBe(next.length);

	// Reminders: by the portal at each start, and by an organiser's button, pressed twice.
	sqlite.exec(`update entry_log set at = at - ${2 * DAY_MS}`);
	await kill();
	await through([4, 5], async () => {
		const admin = await signIn();
		const remind = () => admin.press(DECISIONS, "form:has([name='do.remind'])", { "do.remind": "1" });
		await Promise.allSettled([remind(), remind()]);
	});
	await kill();
	await through([], async () => undefined);

	// All who are accepted are written to, by two clicks at once, and once more by who thinks that it was lost.
	const MANY = "/admin/mail/broadcasts?of=talk&status=Accept";
	const TEXT = { subjectEn: "Slides", bodyEn: "Please send the slides of {{title}}.", "do.keep": "1" };
	await again();
	await (await signIn()).press(MANY, "form:has([name=subjectEn])", TEXT);
	await through([3, 20], async () => {
		const admin = await signIn();
		const send = () => admin.press(MANY, "form:has([name=seen])", { "do.send": "1" });
		await Promise.allSettled([send(), send()]);
	});
	const present = count("entries where status = 'Accept' and presence = 'active'");
	expect([count("broadcasts"), count("outbox where kind = 'broadcast'")]).toEqual([1, present]);

	const kinds = new Map(
		(sqlite.prepare("select message_id, kind, dedupe_key from outbox").all() as Record<string, string>[]).map((row) => [
			row.message_id,
			row,
		]),
	);
	const got = new Map<string, Map<string, Set<string>>>();
	for (const { to, messageId = "" } of mailbox.mails) {
		const address = to?.[0]?.address ?? "";
		const row = kinds.get(messageId);
		if (!address.startsWith("author") || !row) continue;
		// The portal reminds some days before the last day, and an organiser may on any day.
		const kind = row.kind === "attendance" ? (row.dedupe_key ?? "").replace(/^attendance:\d+/, "attendance") : row.kind;
		const own = got.get(address) ?? new Map<string, Set<string>>();
		got.set(address, own.set(kind ?? "", (own.get(kind ?? "") ?? new Set()).add(messageId)));
	}
	expect(got.size).toBe(ENTRIES - GONE.length);
	const doubled = [...got].filter(([, own]) => [...own.values()].some(({ size }) => size > 1));
	expect(doubled).toEqual([]);
	const promoted = new Set(
		sqlite.prepare(`select email from entries where id in (${next.join()})`).pluck().all() as string[],
	);
	const contradicted = [...got].filter(([address, own]) => {
		const told = ["accept", "hold", "reject"].filter((kind) => own.has(kind));
		return told.length > 1 && !(promoted.has(address) && told.join() === "accept,hold");
	});
	expect(contradicted).toEqual([]);
	const answered = sqlite
		.prepare("select email from entries where presence = 'declined' or confirmed_at is not null")
		.pluck()
		.all() as string[];
	const reminded = [...got].filter(([, own]) => [...own.keys()].some((kind) => kind.startsWith("attendance")));
	expect(reminded.filter(([address]) => answered.includes(address))).toEqual([]);
	const unanswered = "status = 'Accept' and presence = 'active' and confirmed_at is null";
	const gone = GONE.map((n) => `'author${n}@example.org'`);
	expect(reminded.length).toBe(count(`entries where ${unanswered} and email not in (${gone})`));
	sqlite.close();
});
