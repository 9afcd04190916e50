import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { installation } from "./support/backups.ts";
import { temporaryDirectory } from "./support/portal.ts";
import { runToEnd } from "./support/server.ts";
import { openMailbox } from "./support/smtp.ts";

async function look(where: Record<string, string>) {
	const { code, output } = await runToEnd("cli.js", where, ["doctor"]);
	return { code, warnings: output.split("\n").filter((line) => !line.startsWith("ok  ") && line !== "") };
}

it("the doctor warns about missing setup, and about nothing on a complete installation", async () => {
	const where = { ...installation() };
	await runToEnd("cli.js", where, ["admin", "create", "ops@example.org"], { input: "chosen-password\n" });
	const bare = await look(where);
	expect(bare).toEqual({
		code: 0,
		warnings: [
			"WARN SMTP_URL is not set: emails stay in the outbox",
			"WARN PUBLIC_URL is not set: links in emails lead to localhost",
			"WARN TRUST_PROXY is 0: behind a proxy, all visitors would share one limit",
			`WARN there is no backup in ${where.DATA_DIR}/backups yet: npm run cli -- backup`,
			expect.stringMatching(/^WARN no backup is known outside DATA_DIR/),
		],
	});
	const mailbox = await openMailbox();
	const whole = { ...where, SMTP_URL: mailbox.url, PUBLIC_URL: "https://cfp.example", TRUST_PROXY: "1" };
	Object.assign(whole, { MAIL_FROM: "cfp@conference.test" });
	expect((await runToEnd("cli.js", where, ["backup"])).code).toBe(0);
	expect((await look(whole)).warnings).toEqual([expect.stringMatching(/^WARN no backup is known outside DATA_DIR/)]);
	expect((await runToEnd("cli.js", where, ["backup", temporaryDirectory()])).code).toBe(0);
	expect(await look(whole)).toEqual({ code: 0, warnings: [] });
	expect((await look({ ...whole, TRUST_PROXY: "0" })).warnings).toEqual([
		expect.stringMatching(/^WARN X-Forwarded-For is ignored/),
	]);
	writeFileSync(
		join(where.DATA_DIR, "backup-elsewhere.json"),
		JSON.stringify({ path: "/mnt/x.tar", at: Date.now() - 20 * 86_400_000 }),
	);
	expect((await look(whole)).warnings).toEqual([
		"WARN the newest backup outside DATA_DIR is 20 days old: npm run cli -- backup FOLDER, on another disk",
	]);
});

it("the doctor names what restores have left", async () => {
	const where = { ...installation() };
	await runToEnd("cli.js", where, ["admin", "create", "ops@example.org"], { input: "chosen-password\n" });
	const folders = [
		join(where.DATA_DIR, "before-2025-09-13T09-00-00-000Z"),
		join(where.UPLOADS_DIR, "before-2025-09-13T09-00-00-000Z"),
	];
	for (const folder of folders) mkdirSync(folder);
	const { warnings } = await look(where);
	for (const folder of folders)
		expect(warnings).toContain(`WARN ${folder} holds data that a restore replaced: remove it when no longer needed`);
});

it("the doctor reports old backups even if daily backups are turned off", async () => {
	const where = { ...installation(), DAILY_BACKUP: "0" };
	await runToEnd("cli.js", where, ["admin", "create", "ops@example.org"], { input: "chosen-password\n" });
	mkdirSync(join(where.DATA_DIR, "backups"), { recursive: true });
	const old = join(where.DATA_DIR, "backups/rostrum-old.tar");
	writeFileSync(old, "");
	const then = Date.now() / 1000 - 9 * 86_400;
	utimesSync(old, then, then);
	expect((await look(where)).warnings).toContain(
		`WARN the newest backup in ${where.DATA_DIR}/backups is 216 hours old`,
	);
});
