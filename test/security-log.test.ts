import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { SecurityEvent } from "../server/security-log.ts";
import { FORM, linkIn, PASSWORD, register, signIn } from "./support/accounts.ts";
import { sendRegistration, sendTalk } from "./support/entries.ts";
import { submitForm } from "./support/form.ts";
import { githubSettings, openGithub } from "./support/github.ts";
import { ADMIN, openPortal, type TestPortal } from "./support/portal.ts";
import { runToEnd } from "./support/server.ts";
import { openMailbox, until } from "./support/smtp.ts";

type Line = Record<string, unknown>;

const AUTHOR = "han@example.org";
const BOSS = "boss@example.org";

/** Runs a command of the operator beside the portal. */
async function cli({ config }: TestPortal, ...words: string[]) {
	const environment = { DATA_DIR: config.dataDir, UPLOADS_DIR: config.uploadsDir };
	return runToEnd("cli.js", environment, words, { input: "Cherry-tree 9\n" });
}

/** Every security event noted so far, by the portal and by commands. */
function events({ lines, config }: TestPortal): Line[] {
	const file = join(config.dataDir, "operator.log");
	const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
	const byCommands = text === "" ? [] : text.split("\n").map((line) => JSON.parse(line) as Line);
	return [...lines, ...byCommands].filter(({ msg }) => msg === "security");
}

/** The last of all: no server may run on the data. */
async function restoreTheBackup(portal: TestPortal): Promise<void> {
	await portal.release();
	const folder = join(portal.config.dataDir, "backups");
	const file = readdirSync(folder).find((name) => name.endsWith(".tar")) ?? "";
	await cli(portal, "verify", join(folder, file));
	await cli(portal, "verify", join(folder, "none.tar"));
	await cli(portal, "restore", join(folder, file));
}

/** For each event, the real action that causes it and the expected line. */
const ACTIONS: Record<SecurityEvent, [(portal: TestPortal) => Promise<unknown>, Line]> = {
	"sign-in.ok": [(portal) => signIn(portal, AUTHOR), { user: 1, by: "password", admin: false }],
	"sign-in.failed": [
		async (portal) => {
			await portal.agent().get("/auth/github/callback?code=x&state=y").expect(422);
			await portal.agent().post("/login").type("form").send({ email: AUTHOR, password: "wrong" }).expect(422);
		},
		{ by: "password", account: expect.stringMatching(/^[\w-]{12}$/) },
	],
	"access.refused": [
		async (portal) => {
			await portal.agent().get("/dashboard").expect(302);
			await portal.agent().get("/api/me/export").expect(401);
			await portal.agent().post("/login").set("Origin", "https://other.example").expect(403);
			await (await signIn(portal, AUTHOR)).get("/admin/mail?state=sent").expect(302);
		},
		{ asked: "GET /admin/mail", user: 1, status: 302 },
	],
	"limit.hit": [
		async (portal) => {
			const forget = () => portal.agent().post("/forgot-password").type("form").send({ email: "x@y.zz" });
			for (let n = 0; n < 4; n += 1) await forget().expect(303);
			let status = 0;
			for (let n = 0; n < 20 && status !== 429; n += 1) status = (await forget()).status;
		},
		{ asked: "POST /forgot-password" },
	],
	"role.granted": [(portal) => cli(portal, "admin", "create", BOSS), { subject: expect.any(Number) }],
	"role.revoked": [(portal) => cli(portal, "admin", "revoke", BOSS), { subject: expect.any(Number) }],
	"password.changed": [(portal) => cli(portal, "admin", "create", BOSS), { subject: expect.any(Number) }],
	"proof.failed": [
		async (portal) => {
			const agent = await signIn(portal, AUTHOR);
			await agent
				.post("/confirm")
				.set("Sec-Fetch-Site", "same-origin")
				.type("form")
				.send({ proof: "wrong" })
				.expect(422);
		},
		{ user: 1 },
	],
	"mail.links-read": [
		async (portal) => {
			await portal.services.passwordReset.request(AUTHOR, "en");
			const admin = await signIn(portal, ADMIN.email, ADMIN.password);
			const { smtpUrl } = portal.config;
			Object.assign(portal.config, { smtpUrl: undefined });
			await admin.get("/admin/mail").expect(200);
			Object.assign(portal.config, { smtpUrl });
		},
		{ user: 2, mails: expect.any(Array) },
	],
	"password.reset": [
		async (portal) => {
			await portal.services.passwordReset.request(AUTHOR, "en");
			const agent = portal.agent();
			const page = (await agent.get(linkIn(portal, "reset")).expect(200)).text;
			await submitForm(agent, page, { password: PASSWORD, confirm: PASSWORD }, FORM).expect(303);
		},
		{ subject: 1 },
	],
	"admin.action": [
		async (portal) => {
			const admin = await signIn(portal, ADMIN.email, ADMIN.password);
			const change = admin.patch("/api/entries/1").set("Sec-Fetch-Site", "same-origin");
			await change.send({ status: "Accept" }).expect(200);
		},
		{ asked: "PATCH /api/entries/:id", user: 2, status: 200 },
	],
	"data.exported": [
		async (portal) => {
			const admin = await signIn(portal, ADMIN.email, ADMIN.password);
			await admin.get("/api/forum/entries").expect(200);
			await (await signIn(portal, AUTHOR)).get("/api/me/export").expect(200);
			await cli(portal, "subject", "export", AUTHOR);
			await admin.get("/admin/export/talk").expect(200);
		},
		{ what: "talk", user: 2 },
	],
	"mail.failed": [
		async (portal) => {
			portal.start();
			await sendRegistration(portal);
			await until(() => events(portal).some(({ event }) => event === "mail.failed"));
		},
		{ mail: expect.any(Number), kind: expect.any(String), final: true },
	],
	"mail.sent": [
		async (portal) => {
			portal.sqlite.exec("update outbox set state = 'pending', next_at = 0 where state = 'failed'");
			await until(() => events(portal).some(({ event }) => event === "mail.sent"));
		},
		{ mail: expect.any(Number), kind: expect.any(String) },
	],
	"data.erased": [
		async (portal) => {
			const agent = await signIn(portal, AUTHOR);
			const page = (await agent.get("/account/erase").expect(200)).text;
			await submitForm(agent, page, { word: AUTHOR }, { selector: 'form[action^="/account/erase"]' }).expect(303);
		},
		{ subject: 1, entries: 0, drafts: 0, mails: expect.any(Number), photos: 0 },
	],
	// Commands have the real clock: the registration is more than a year old by then.
	"data.purged": [(portal) => cli(portal, "purge"), { entries: 1, mails: 1, photos: 0 }],
	"keys.rotated": [(portal) => cli(portal, "rotate-keys"), { kid: expect.any(String) }],
	"command.run": [(portal) => cli(portal, "admin", "list"), { command: "admin list", exit: 0 }],
	"backup.made": [(portal) => cli(portal, "backup", "--with-secrets"), { keys: true, entries: 2, photos: 1 }],
	"backup.restored": [restoreTheBackup, { keys: true, entries: 2, photos: 1, made: expect.stringMatching(/Z$/) }],
};

it("every security event is logged with the number of its request and without names", async () => {
	const [github, mailbox] = [await openGithub(), await openMailbox()];
	const portal = await openPortal({ ...githubSettings(github), SMTP_URL: mailbox.url, RATE_LIMIT_SCALE: "1" });
	await register(portal, AUTHOR);
	await portal.admin();
	await sendTalk(portal);
	mailbox.refuse(550, "no such mailbox");
	for (const [event, [act, says]] of Object.entries(ACTIONS)) {
		if (event === "mail.sent") mailbox.refuse(undefined);
		const before = events(portal).filter((line) => line.event === event).length;
		await act(portal);
		// The line of a request is written when its connection is done with it.
		const noted = await until(() => {
			const all = events(portal).filter((line) => line.event === event);
			return all.length > before && all;
		});
		expect(noted, event).toContainEqual(expect.objectContaining(says));
	}

	const commands = events(portal).filter(({ event }) => event === "command.run");
	const ended = commands.slice(-4).map(({ command, exit }) => `${command}: ${exit}`);
	expect(ended).toEqual(["backup: 0", "verify: 0", "verify: 1", "restore: 0"]);

	const text = JSON.stringify([...portal.lines, ...events(portal)]);
	for (const word of [AUTHOR, BOSS, ADMIN.email, "x@y.zz", "Han Meimei", "127.0.0.1", PASSWORD]) {
		expect(text).not.toContain(word);
	}
	const requests = new Set(portal.lines.filter(({ method }) => method).map(({ req }) => req));
	const ofRequests = events(portal).filter(({ req }) => req !== undefined);
	expect(ofRequests.every(({ req, ip }) => requests.has(req) && ip === "127.0.0.0/24")).toBe(true);
	expect(new Set(ofRequests.map(({ event }) => event))).toEqual(
		new Set([
			"sign-in.ok",
			"sign-in.failed",
			"proof.failed",
			"access.refused",
			"limit.hit",
			"mail.links-read",
			"password.reset",
			"admin.action",
			"data.exported",
			"data.erased",
		]),
	);
});

it("distinguishes kinds of failures and refusals", async () => {
	const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
	await register(portal, AUTHOR);
	await portal.agent().get("/auth/github/callback?code=x&state=y").expect(422);
	await portal.agent().post("/login").type("form").send({ email: AUTHOR, password: "wrong" }).expect(422);
	await portal.agent().get("/dashboard").expect(302);
	await portal.agent().get("/api/me/export").expect(401);
	await portal.agent().post("/login").set("Origin", "https://other.example").expect(403);
	// Not ours to say: nobody was refused.
	await portal.agent().get("/nowhere").expect(404);
	const forgotten = () => events(portal).filter(({ event }) => event === "limit.hit");
	for (let n = 0; n < 4; n += 1) await portal.services.passwordReset.request(AUTHOR, "en");
	expect(forgotten()).toMatchObject([{ account: portal.security.nameOf(AUTHOR) }]);
	const told = await until(() => events(portal).length >= 6 && events(portal));
	expect(told.map(({ event, by, asked, status }) => [event, by ?? asked, status])).toEqual(
		expect.arrayContaining([
			["sign-in.failed", "github", undefined],
			["sign-in.failed", "password", undefined],
			["access.refused", "GET /dashboard", 302],
			["access.refused", "GET /api/me/export", 401],
			["access.refused", "POST /login", 403],
		]),
	);
	expect(told).toHaveLength(6);
});
