import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { migrationsIn } from "../../db/copy.ts";
import { UnusableDatabase } from "../../db/errors.ts";
import { buildPaths } from "../app.ts";
import { BackupFault } from "../backup/archive.ts";
import { type Config, ConfigError, readConfig } from "../config.ts";
import { keepToOwner } from "../permissions.ts";
import { directoriesOf, openVolume } from "../portal.ts";
import { print, printError } from "../print.ts";
import { createAdmin, listAdmins, revokeAdmin } from "./admin.ts";
import { backup, restore, verify } from "./backup.ts";
import { doctor } from "./doctor.ts";
import { importForum } from "./import-forum.ts";
import { rotateKeys } from "./rotate-keys.ts";
import { eraseSubject, exportSubject, purge } from "./subject.ts";
import type { Site, Verb } from "./verb.ts";

const verbs: readonly Verb[] = [
	createAdmin,
	revokeAdmin,
	listAdmins,
	backup,
	verify,
	restore,
	rotateKeys,
	importForum,
	exportSubject,
	eraseSubject,
	purge,
	doctor,
];

/** Exit codes: 0 done, 1 failed or a check did not pass, 2 the call itself is wrong, 3 as a command explains. */
async function main(words: readonly string[]): Promise<number> {
	const verb = verbs.find(({ name }) => name.split(" ").every((word, index) => words[index] === word));
	const behind = words.slice(verb?.name.split(" ").length ?? 0);
	const given = behind.filter((word) => !verb?.options?.includes(word));
	if (!verb || given.includes("--help")) {
		print(verb ? `${usage(verb)}\n\n${verb.help}` : `Commands:\n${verbs.map((one) => `  ${usage(one)}`).join("\n")}`);
		return verb || words.includes("--help") ? 0 : 2;
	}
	const most = verb.takes.length + (verb.mayTake?.length ?? 0);
	// A mistyped option must not become the name of a folder.
	if (given.length < verb.takes.length || given.length > most || given.some((word) => word.startsWith("-"))) {
		printError(usage(verb));
		return 2;
	}
	const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
	const config = readConfig(process.env);
	if ("runOnFiles" in verb) return verb.runOnFiles(siteOf(config, root), given, new Set(behind));
	const volume = await openVolume(config, { root, exclusive: false });
	try {
		const exit = await verb.run(volume, given, new Set(behind));
		volume.security.note("command.run", { command: verb.name, exit });
		return exit;
	} finally {
		volume.close();
	}
}

function siteOf(config: Config, root: string): Site {
	const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
	const migrations = migrationsIn(buildPaths(root).migrations);
	return { ...directoriesOf(config, root), zone: config.zone, version, migrations };
}

function usage(verb: Verb): string {
	const options = [...(verb.mayTake ?? []), ...(verb.options ?? [])].map((option) => `[${option}]`);
	return ["npm run cli --", verb.name, ...verb.takes, ...options].join(" ");
}

keepToOwner();
main(process.argv.slice(2))
	.then((code) => {
		process.exitCode = code;
	})
	.catch((error) => {
		const expected = [ConfigError, UnusableDatabase, BackupFault].some((kind) => error instanceof kind);
		printError(expected ? `rostrum: ${error.message}` : inspect(error));
		process.exitCode = 1;
	});
