import { describe, expect, it } from "vitest";
import { sendRegistration } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { runToEnd } from "../support/server.ts";
import { until } from "../support/smtp.ts";
import { openStages, type Stage } from "../support/smtp-stages.ts";

const MINUTE = 60_000;
const PERSON = "li@example.org";

const mailsOf = (portal: TestPortal) =>
	portal.sqlite.prepare("select state, attempts, last_error as error from outbox order by id").all() as {
		state: string;
		attempts: number;
		error: string | null;
	}[];

async function open(stage: Stage, line: string) {
	const server = await openStages();
	server.refuse(stage, line);
	const portal = await openPortal({ SMTP_URL: `smtp://us:secret@${server.host}` });
	portal.start();
	await sendRegistration(portal, { email: PERSON });
	await until(() => mailsOf(portal)[0]?.attempts === 1);
	return { server, portal };
}

const doctor = ({ config }: TestPortal) =>
	runToEnd("cli.js", { DATA_DIR: config.dataDir, UPLOADS_DIR: config.uploadsDir, SMTP_URL: config.smtpUrl ?? "" }, [
		"doctor",
	]);

const overview = async (portal: TestPortal, language = "en") =>
	textOfPage((await (await portal.admin()).get("/admin").set("Accept-Language", language).expect(200)).text);

describe("a mail server that refuses the portal", () => {
	it.each<[Stage, string]>([
		["greeting", "554 5.7.1 203.0.113.9 is on our list"],
		["EHLO", "550 5.7.1 we do not know your name"],
		["STARTTLS", "554 5.7.3 no encryption today"],
		["AUTH", "535 5.7.8 wrong password"],
		["MAIL FROM", "550 5.1.8 sender domain not found"],
		["RCPT TO", "550 5.7.1 relaying denied"],
		["RCPT TO", "554 policy forbids your network"],
		["RCPT TO", "530 5.7.0 log in first"],
		["DATA", "451 4.7.1 not now"],
		["end of data", "452 4.3.1 no room"],
	])("at %s with “%s” loses no mail, says why, and gets it once it says yes", async (stage, line) => {
		const { server, portal } = await open(stage, line);
		const said = line.replace(/^\d+ (\d\.\d\.\d )?/, "");
		expect(mailsOf(portal)).toEqual([{ state: "pending", attempts: 1, error: expect.stringContaining(said) }]);
		expect(await overview(portal)).toMatch(
			new RegExp(`emails? not sent yet.*last attempt to send failed: [^\\n]*${said}`, "s"),
		);
		const found = await doctor(portal);
		expect(found.output).toMatch(
			new RegExp(`^WARN \\d emails? not sent yet, [12] of them after a failed attempt: .*${said}`, "m"),
		);
		const noted = portal.lines.filter(({ event, mail }) => event === "mail.failed" && mail === 1);
		expect(noted).toEqual([expect.objectContaining({ final: false, reason: expect.stringContaining(said) })]);
		expect(JSON.stringify(portal.lines)).not.toContain(PERSON);
		server.refuse();
		portal.clock.now += 2 * MINUTE;
		await until(() => mailsOf(portal)[0]?.state === "sent");
		expect(server.taken.filter((address) => address === PERSON)).toHaveLength(1);
		await until(() => mailsOf(portal).every(({ state }) => state === "sent"));
		expect(await overview(portal)).not.toContain("last attempt to send failed");
	});

	it("keeps mails longer than two days, and sends them soon after recovery", async () => {
		const { server, portal } = await open("AUTH", "535 5.7.8 wrong password");
		portal.sqlite.exec("update outbox set attempts = 40, next_at = 0");
		portal.clock.now += MINUTE;
		await until(() => mailsOf(portal)[0]?.attempts === 41);
		expect(mailsOf(portal)[0]?.state).toBe("pending");
		server.refuse();
		portal.clock.now += 37 * MINUTE;
		await until(() => mailsOf(portal)[0]?.state === "sent");
	});

	it.each<[Stage, string]>([
		["MAIL FROM", "pending"],
		["end of data", "failed"],
	])("or ends the connection at %s: after two days the mail is %s", async (stage, state) => {
		const { portal } = await open(stage, "");
		expect(mailsOf(portal)[0]?.state).toBe("pending");
		portal.sqlite.exec("update outbox set attempts = 16, next_at = 0");
		portal.clock.now += MINUTE;
		await until(() => mailsOf(portal)[0]?.attempts === 17);
		expect(mailsOf(portal)[0]?.state).toBe(state);
	});

	it("is tried with one mail at a time", async () => {
		const server = await openStages();
		server.refuse("MAIL FROM", "550 5.7.1 not you");
		const portal = await openPortal({ SMTP_URL: `smtp://${server.host}` });
		for (let n = 0; n < 30; n += 1) await sendRegistration(portal);
		portal.start();
		await until(() => mailsOf(portal).some(({ attempts }) => attempts > 0));
		await until(() => mailsOf(portal).every(({ state }) => state === "pending"));
		expect(mailsOf(portal).filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(4);
		server.refuse();
		portal.clock.now += MINUTE;
		await until(() => mailsOf(portal).every(({ state }) => state === "sent"));
		expect(new Set(server.taken).size).toBe(30);
	});
});

describe("a mail server that does not know the recipient", () => {
	it.each(["550 5.1.1 user unknown", "550 no such user here", "553 5.1.3 bad address"])(
		"“%s” is final",
		async (line) => {
			const { portal } = await open("RCPT TO", line);
			expect(mailsOf(portal)).toEqual([{ state: "failed", attempts: 1, error: expect.stringContaining(line) }]);
			expect(portal.lines).toContainEqual(expect.objectContaining({ event: "mail.failed", final: true }));
			expect((await doctor(portal)).output).toContain("WARN 1 email failed: npm run cli -- mail list");
		},
	);

	it.each<[Stage, string]>([
		["DATA", "554 5.7.1 not from here"],
		["end of data", "550 5.7.1 looks like spam"],
		["end of data", "552 5.3.4 too big"],
	])("or refuses this mail for good at %s with “%s”: that is final", async (stage, line) => {
		const { portal } = await open(stage, line);
		expect(mailsOf(portal)).toEqual([{ state: "failed", attempts: 1, error: expect.stringContaining(line) }]);
	});

	it("says nothing of the sender's rights by an answer to another command", async () => {
		const { portal } = await open("MAIL FROM", "550 5.1.1 user unknown");
		expect(mailsOf(portal)[0]?.state).toBe("pending");
	});
});

describe("several mails", () => {
	const addresses = (portal: TestPortal) =>
		portal.sqlite.prepare("select to_address from outbox order by id").pluck().all() as string[];

	it("overtake one that the server accepts slowly, four at once on few connections", async () => {
		const server = await openStages();
		const portal = await openPortal({ SMTP_URL: `smtp://${server.host}` });
		await sendRegistration(portal, { email: "slow@example.org" });
		for (let n = 0; n < 120; n += 1) await sendRegistration(portal);
		const free = server.hold("slow@example.org");
		portal.start();
		await until(() => server.taken.length === 120);
		expect(server.taken).not.toContain("slow@example.org");
		// A later mail does not wait for a slow one either.
		await sendRegistration(portal, { email: "later@example.org" });
		await until(() => server.taken.includes("later@example.org"));
		free();
		await until(() => mailsOf(portal).every(({ state, attempts }) => state === "sent" && attempts === 1));
		expect(server.taken.toSorted()).toEqual(addresses(portal).toSorted());
		expect(server.connections()).toBeLessThanOrEqual(5);
		expect(server.mostAtOnce()).toBeLessThanOrEqual(4);
		expect(server.mostAtOnce()).toBeGreaterThan(1);
	});

	it("to one address leave in their order, one after the other", async () => {
		const server = await openStages();
		const portal = await openPortal({ SMTP_URL: `smtp://${server.host}` });
		const letter = (n: number) => ({
			kind: "test" as const,
			dedupeKey: `test:${n}`,
			to: n % 2 ? PERSON : "LI@example.org",
		});
		await portal.db.write((tx) => {
			for (let n = 0; n < 6; n += 1)
				portal.services.mailing.enqueue(tx, {
					...letter(n),
					subject: `${n}`,
					body: "x",
					notBefore: portal.clock.now - 6 + n,
				});
		});
		portal.start();
		await until(() => mailsOf(portal).every(({ state }) => state === "sent"));
		expect(server.taken).toEqual(["LI@example.org", PERSON, "LI@example.org", PERSON, "LI@example.org", PERSON]);
		expect(server.mostAtOnce()).toBe(1);
	});
});

describe("all mails that failed", () => {
	async function openWithFailed() {
		const portal = await openPortal();
		for (let n = 0; n < 60; n += 1) await sendRegistration(portal);
		portal.sqlite.exec(`
			update outbox set state = 'failed', attempts = 17, last_error = '550 5.1.1 <li@example.org> unknown';
			update outbox set last_error = 'restored from a backup, and perhaps sent since that was made' where id = 1;
			update outbox set state = 'pending', attempts = 3, next_at = ${Date.now() + 60 * MINUTE} where id = 2;
			update outbox set state = 'sent' where id = 3`);
		return portal;
	}
	const dueOf = (portal: TestPortal) =>
		portal.sqlite
			.prepare("select id from outbox where state = 'pending' and next_at <= ?")
			.pluck()
			.all(portal.clock.now) as number[];

	it("are tried again by one button, but for those that may have left already", async () => {
		const portal = await openWithFailed();
		const admin = await portal.admin();
		const page = (await admin.get("/admin/mail?state=failed").expect(200)).text;
		const form = { selector: 'main form[method="post"]', press: "do.retry-all", follow: false };
		const answer = await submitForm(admin, page, {}, form);
		const said = answer.status === 303 ? (await admin.get(answer.headers.location ?? "")).text : answer.text;
		expect(textOfPage(said)).toContain("58 emails are saved in the outbox.");
		expect(textOfPage(said)).toContain("1 failed email was not retried");
		expect(dueOf(portal).filter((id) => id <= 60)).toEqual([2, ...Array.from({ length: 57 }, (_, index) => index + 4)]);
		expect((await admin.get("/admin/mail?state=failed")).text).not.toContain("do.retry-all");
	});

	it("are listed and retried by commands, without email addresses", async () => {
		const portal = await openWithFailed();
		const { dataDir: DATA_DIR, uploadsDir: UPLOADS_DIR } = portal.config;
		const cli = (...words: string[]) => runToEnd("cli.js", { DATA_DIR, UPLOADS_DIR }, words);
		const list = await cli("mail", "list");
		expect(list.code).toBe(0);
		expect(list.output).toContain("58 failed");
		expect(list.output).toContain("1 pending");
		expect(list.output).toMatch(/^#4 failed, \w+, \d+ days old, 17 attempts: 550 5\.1\.1 <\(address\)> unknown$/m);
		expect(list.output.split("\n").filter((line) => line.startsWith("#"))).toHaveLength(59);
		expect(list.output).not.toMatch(/@/);
		portal.clock.now = Date.now();
		const retried = await cli("mail", "retry");
		expect([retried.code, retried.output]).toEqual([
			0,
			"58 emails to be sent again, 1 left as failed: retry those restored from a backup one by one at /admin/mail\nSMTP_URL is not set: nothing is sent until it is\n",
		]);
		portal.clock.now = Date.now();
		expect(dueOf(portal)).toHaveLength(58);
		expect((await cli("mail", "retry")).output).toBe(
			"0 emails to be sent again, 1 left as failed: retry those restored from a backup one by one at /admin/mail\n",
		);
	});
});
