import { hostname } from "node:os";
import { expect, it } from "vitest";
import { installation } from "../support/backups.ts";
import { sendRegistration } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { runToEnd } from "../support/server.ts";
import { until } from "../support/smtp.ts";
import { openStages } from "../support/smtp-stages.ts";

/** How the portal names itself where PUBLIC_URL has no public host. */
const OF_MACHINE = hostname().includes(".") ? hostname() : "[127.0.0.1]";

it.each<[string, Record<string, string>, string, string]>([
	["the host of PUBLIC_URL", { PUBLIC_URL: "https://cfp.example.org" }, "cfp.example.org", "cfp.example.org"],
	[
		"its ASCII form",
		{ PUBLIC_URL: "https://会议.example.org:8443" },
		"xn--6oqu09l.example.org",
		"xn--6oqu09l.example.org",
	],
	["the machine, where it is not set", {}, OF_MACHINE, "rostrum.local"],
	["the machine, where it is on loopback", { PUBLIC_URL: "http://127.0.0.1:3000" }, OF_MACHINE, "127.0.0.1"],
	["the machine, where it is a number", { PUBLIC_URL: "https://203.0.113.7" }, OF_MACHINE, "203.0.113.7"],
])("a mail server is greeted by the name of %s", async (_what, settings, name, host) => {
	const server = await openStages();
	const smtp = { SMTP_URL: `smtp://us:secret@${server.host}`, ...settings };
	const portal = await openPortal(smtp);
	portal.start();
	const headers = portal.config.publicUrl ? { Host: new URL(portal.config.publicUrl).host } : {};
	await sendRegistration({ ...portal, agent: () => portal.agent().set(headers) });
	await until(() => server.messageIds.length > 0);
	expect([new Set(server.names), server.messageIds[0]]).toEqual([
		new Set([name]),
		expect.stringMatching(new RegExp(`^<[0-9a-f]{40}@${host.replaceAll(".", "\\.")}>$`)),
	]);
	const { dataDir, uploadsDir } = portal.config;
	server.names.length = 0;
	await runToEnd("cli.js", { DATA_DIR: dataDir, UPLOADS_DIR: uploadsDir, ...smtp }, ["doctor"]);
	expect(server.names).toEqual([name]);
});

it("a mail that waits in the outbox keeps its Message-ID when PUBLIC_URL is set", async () => {
	const where = { ...installation() };
	const before = await openPortal(where);
	await sendRegistration(before);
	const id = before.sqlite.prepare("select message_id from outbox").pluck().get();
	await before.release();
	const server = await openStages();
	const smtp = { SMTP_URL: `smtp://us:secret@${server.host}`, PUBLIC_URL: "https://cfp.example.org" };
	const after = await openPortal({ ...where, ...smtp });
	after.start();
	await until(() => server.messageIds.length > 0);
	expect([server.names[0], server.messageIds[0], id]).toEqual([
		"cfp.example.org",
		id,
		expect.stringMatching(/@rostrum\.local>$/),
	]);
});
