import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { inspect, parseArgs } from "node:util";
import { migrationsIn } from "../../db/copy.ts";
import { UnusableDatabase } from "../../db/errors.ts";
import { DATABASE, type Directories } from "../backup/archive.ts";
import { type Config, onTrial, readConfig } from "../config.ts";
import { createDisk } from "../disk.ts";
import { loadEnvFile } from "../env-file.ts";
import { createOperatorLog, OPERATOR_LOG } from "../log.ts";
import { buildPaths, directoriesOf } from "../paths.ts";
import { becomeOwner, keepToOwner } from "../permissions.ts";
import { mindNoReader, print, printError, reasonOf } from "../print.ts";
import { noteIn } from "../security-log.ts";
import { surroundingsFault } from "../surroundings.ts";
import { createAdmin, listAdmins, revokeAdmin } from "./admin.ts";
import { backup, restore, verify } from "./backup.ts";
import { doctor } from "./doctor.ts";
import { exportEvent, importEvent } from "./event.ts";
import { importForum } from "./import-forum.ts";
import { init } from "./init.ts";
import { listMails, retryMails } from "./mail.ts";
import { migrate } from "./migrate.ts";
import { rotateKeys } from "./rotate-keys.ts";
import { eraseSubject, exportSubject, purge } from "./subject.ts";
import type { Site, Verb } from "./verb.ts";

const verbs: readonly Verb[] = [
	init,
	migrate,
	createAdmin,
	revokeAdmin,
	listAdmins,
	backup,
	verify,
	restore,
	rotateKeys,
	exportEvent,
	importEvent,
	importForum,
	listMails,
	retryMails,
	exportSubject,
	eraseSubject,
	purge,
	doctor,
];

/** Exit codes: 0 done, 1 failed or a check did not pass, 2 the call itself is wrong, 3 as a command explains. */
async function main(words: readonly string[]): Promise<number> {
	const verb = verbs.find(({ name }) => name.split(" ").every((word, index) => words[index] === word));
	if (!verb) {
		print(`Commands:\n${verbs.map((one) => `  ${usage(one)}`).join("\n")}`);
		return words.includes("--help") ? 0 : 2;
	}
	const behind = words.slice(verb.name.split(" ").length);
	if (behind.includes("--help")) {
		print(`${usage(verb)}\n\n${verb.help}`);
		return 0;
	}
	const said = wordsOf(verb, behind);
	if (!said) {
		printError(verb.choice ? `${usage(verb)} (${verb.choice.of.join(", ")})` : usage(verb));
		return 2;
	}
	const { given, options } = said;
	const root = resolve(import.meta.dirname, "..");
	loadEnvFile(root);
	const config = readConfig(process.env);
	becomeOwner(join(directoriesOf(config, root).dataDir, DATABASE));
	if ("runOnFiles" in verb) {
		const site = siteOf(config, root);
		return noted(verb, site.security, () => verb.runOnFiles(site, given, options));
	}
	// The services take longer to load than most commands to run.
	const { openVolume } = await import("../volume.ts");
	const volume = await openVolume(config, { root, exclusive: false }).catch((error) => {
		if (error instanceof UnusableDatabase && verb.runWithout) return error;
		throw error;
	});
	if (volume instanceof UnusableDatabase) {
		const surroundings = { config: { ...config, ...directoriesOf(config, root) }, disk: createDisk() };
		return noted(verb, siteOf(config, root).security, async () => verb.runWithout?.(surroundings, volume, given) ?? 1);
	}
	try {
		return await noted(verb, volume.security, () => verb.run(volume, given, options));
	} finally {
		volume.close();
	}
}

/** Notes that a command ended, in whatever way. */
async function noted({ name }: Verb, security: Site["security"], run: () => Promise<number>): Promise<number> {
	let exit = 1;
	try {
		exit = await run();
		return exit;
	} finally {
		security.note("command.run", { command: name, exit });
	}
}

function siteOf(config: Config, root: string): Site {
	const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
	const migrationsFolder = buildPaths(root).migrations;
	const migrations = migrationsIn(migrationsFolder);
	const directories = directoriesOf(config, root);
	return {
		...directories,
		open: async (template) => {
			const { openVolume } = await import("../volume.ts");
			const volume = await openVolume(config, { root, exclusive: true, ...(template && { template }) });
			volume.close();
			return volume.db.migrated;
		},
		serve: async (copy, whenStopped) => {
			const [{ openVolume }, { createPortal }, { serve }] = await Promise.all([
				import("../volume.ts"),
				import("../portal.ts"),
				import("../listen.ts"),
			]);
			const portal = await createPortal(await openVolume(onTrial(config, copy), { root, exclusive: true }), { root });
			return serve({ ...portal, stop: () => portal.stop().then(whenStopped) });
		},
		zone: config.firstEvent.hangzhou.zone,
		version,
		migrations,
		migrationsFolder,
		security: notesBeside(directories),
	};
}

/**
 * Log for commands that open no volume. Writes nothing if there is no data directory or it belongs to another user;
 * failures to log are ignored.
 */
function notesBeside({ dataDir }: Directories): Site["security"] {
	return {
		note: (event, details) => {
			if (!existsSync(dataDir) || statSync(dataDir).uid !== process.getuid?.()) return;
			try {
				noteIn(createOperatorLog({ dataDir }), event, details);
			} catch (error) {
				printError(`rostrum: ${OPERATOR_LOG} cannot be written: ${reasonOf(error)}`);
			}
		},
	};
}

function usage(verb: Verb): string {
	const value = verb.value ? [`${verb.value.option} ${verb.value.of}`] : [];
	const options = [...(verb.mayTake ?? []), ...value, ...(verb.options ?? [])].map((option) => `[${option}]`);
	const choice = verb.choice ? [`${verb.choice.option} NAME`] : [];
	return ["npm run cli --", verb.name, ...choice, ...verb.takes, ...options].join(" ");
}

/**
 * The words after a verb: what the command takes, with the value of its choice first and any other value last, and its
 * options. Undefined where words are missing, too many, repeated or unknown, so that a mistyped option is not taken for a
 * folder.
 */
function wordsOf({ choice, value, options = [], takes, mayTake = [] }: Verb, words: readonly string[]) {
	const known: Record<string, { type: "boolean" | "string" }> = {};
	for (const option of options) known[withoutDashes(option)] = { type: "boolean" };
	for (const named of [choice, value]) if (named) known[withoutDashes(named.option)] = { type: "string" };
	try {
		const { values, positionals, tokens } = parseArgs({
			args: [...words],
			options: known,
			allowPositionals: true,
			tokens: true,
		});
		const named = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
		if (new Set(named).size < named.length || positionals.some((word) => word.startsWith("-"))) return;
		if (positionals.length < takes.length || positionals.length > takes.length + mayTake.length) return;
		const chosen = choice ? [String(values[withoutDashes(choice.option)])] : [];
		if (chosen.some((word) => !choice?.of.includes(word))) return;
		const last = value && values[withoutDashes(value.option)];
		return {
			given: [...chosen, ...positionals, ...(typeof last === "string" ? [last] : [])],
			options: new Set(options.filter((one) => values[withoutDashes(one)])),
		};
	} catch {
		return;
	}
}

const withoutDashes = (option: string) => option.replace(/^--/, "");

/** Path of the database from the settings; undefined if they are invalid. */
function databaseOf(environment: NodeJS.ProcessEnv): string | undefined {
	try {
		const root = resolve(import.meta.dirname, "..");
		return join(directoriesOf(readConfig(environment), root).dataDir, DATABASE);
	} catch {
		return;
	}
}

keepToOwner();
mindNoReader();
main(process.argv.slice(2))
	.then((code) => {
		process.exitCode = code;
	})
	.catch((error) => {
		const line = surroundingsFault(error, databaseOf(process.env));
		printError(line ? `rostrum: ${line}` : inspect(error));
		process.exitCode = 1;
	});
