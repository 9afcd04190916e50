import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Config, readConfig } from "../../server/config.ts";
import { loadEnvFile } from "../../server/env-file.ts";
import { run, serve } from "../../server/listen.ts";
import { keepToOwner } from "../../server/permissions.ts";
import { createPortal } from "../../server/portal.ts";
import { print } from "../../server/print.ts";
import { openVolume } from "../../server/volume.ts";
import { fill } from "./fill.ts";
import type { Clock } from "./simulation.ts";

const ENDINGS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

async function main(): Promise<void> {
	const root = resolve(import.meta.dirname, "..");
	loadEnvFile(root);
	// Successful requests are not logged, so that the logins stay visible.
	const given = readConfig({ LOG_LEVEL: "warn", ...process.env });
	const folder = mkdtempSync(join(tmpdir(), "rostrum-demo-"));
	process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
	const leave = () => process.exit(0);
	for (const signal of ENDINGS) process.on(signal, leave);

	const config: Config = {
		...given,
		dataDir: join(folder, "data"),
		uploadsDir: join(folder, "uploads"),
		admin: undefined,
		// Never send mail to invented people.
		smtpUrl: undefined,
		lacksSender: false,
	};
	const signIn = { email: "admin@demo.example", password: randomBytes(9).toString("base64url") };
	print("Filling a throw-away instance …");
	const clock: Clock = { now: Date.now() };
	const past = await openVolume(config, { root, exclusive: true, now: () => clock.now });
	const { reviewer, entries, incomplete } = await fill(past, clock, signIn);
	past.close();

	const portal = await createPortal(await openVolume(config, { root, exclusive: true }), { root });
	const address = await serve(portal);
	for (const signal of ENDINGS) process.off(signal, leave);
	// Exits on SIGHUP; the server itself ignores it, for nohup.
	process.on("SIGHUP", () => process.kill(process.pid, "SIGTERM"));
	print(`rostrum demo listens on ${address}
  ${entries} entries of every programme, ${incomplete} of them incomplete; all is removed when this program ends (Ctrl-C)
  Sign in at ${address}/login
    Administrator: ${signIn.email}
    Reviewer:      ${reviewer}
    Password:      ${signIn.password}
  Mails stay in the outbox (/admin/mail)`);
}

keepToOwner();
run(main);
