import { join, resolve } from "node:path";
import { format } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { DATABASE } from "./backup/archive.ts";
import { ConfigError, readConfig } from "./config.ts";
import { loadEnvFile } from "./env-file.ts";
import { run, serve } from "./listen.ts";
import { mailFault } from "./mail/sender.ts";
import { directoriesOf } from "./paths.ts";
import { becomeOwner, keepToOwner } from "./permissions.ts";
import { createPortal, type Portal } from "./portal.ts";
import { migratedInWords, print } from "./print.ts";
import { openVolume } from "./volume.ts";

/** Begins with an empty database where keys, photos or backups say that there was one. */
const ANEW = "--new";
/** Makes keys where those of the database are lost. */
const NEW_KEYS = "--new-keys";

async function main(): Promise<void> {
	const root = resolve(import.meta.dirname, "..");
	loadEnvFile(root);
	const config = readConfig(process.env);
	becomeOwner(join(directoriesOf(config, root).dataDir, DATABASE));
	const volume = await openVolume(config, {
		root,
		exclusive: true,
		...wishesIn(process.argv.slice(2)),
	});
	const { migrated } = volume.db;
	if (migrated) print(migratedInWords(migrated));
	const portal = await createPortal(volume, { root, development: await developmentOf(root) });
	await createFirstAdministrator(portal);
	const setupToken = await portal.services.administrators.newSetupToken();
	freeStartMemory();
	const address = await serve(portal);
	// Installed first: from then on all output goes to the log.
	announce(address, portal, setupToken);
	logOnly(portal.log);
}

/** @throws ConfigError for any other word: a mistyped one must not be ignored */
function wishesIn(words: readonly string[]): { anew: boolean; newKeys: boolean } {
	const unknown = words.find((word) => word !== ANEW && word !== NEW_KEYS);
	if (unknown !== undefined)
		throw new ConfigError(`${unknown} is unknown; the options of the server are ${ANEW} and ${NEW_KEYS}`);
	return { anew: words.includes(ANEW), newKeys: words.includes(NEW_KEYS) };
}

/** The build replaces the condition by `false`, so that neither this import nor its packages are needed there. */
async function developmentOf(root: string) {
	if (process.env.NODE_ENV === "development") return (await import("./development.ts")).createDevelopment(root);
}

/** The one named in the environment, where there is none yet. */
async function createFirstAdministrator({ services, config }: Portal): Promise<void> {
	if (!config.admin || services.administrators.exist()) return;
	await services.administrators.create(config.admin.email, config.admin.password);
	print("The administrator named in ADMIN_EMAIL was created");
}

/**
 * Runs one full garbage collection. The start leaves garbage behind, a fifth of the resident memory, and an idle server never
 * collects it. Takes about 40 ms, before the server listens.
 */
function freeStartMemory(): void {
	setFlagsFromString("--expose-gc");
	const collect = runInNewContext("gc") as NonNullable<typeof globalThis.gc>;
	collect({ type: "major", flavor: "last-resort", execution: "sync" });
}

/** Prints where to go and, until there is an administrator, the link with which the first one sets a password. */
function announce(address: string, { config }: Portal, setupToken: string | undefined): void {
	print(`rostrum listens on ${address}`);
	if (setupToken) {
		print(`No administrator yet. Set a password here within 60 minutes:\n  ${address}/setup?token=${setupToken}`);
	}
	const fault = mailFault(config);
	for (const line of [...config.mistyped, ...(fault ? [fault] : [])]) print(line);
}

/** Redirects console output of libraries and Node to the log. */
function logOnly(log: Portal["log"]): void {
	for (const level of ["debug", "log", "info", "warn", "error"] as const) {
		console[level] = (...said: unknown[]) => log.warn({ event: "console" }, format(...said));
	}
	process.removeAllListeners("warning");
	process.on("warning", (err) => log.warn({ err }, "warning of Node"));
}

keepToOwner();
run(main);
