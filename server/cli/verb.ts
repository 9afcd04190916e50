import type { EventTemplate } from "../../app/enumerations.ts";
import type { UnusableDatabase } from "../../db/errors.ts";
import type { Migrated } from "../../db/migrate.ts";
import type { Directories } from "../backup/archive.ts";
import type { SecurityLog } from "../security-log.ts";
import type { Volume } from "../volume.ts";

export interface Choice {
	option: string;
	of: readonly string[];
}

/** What is known without the database. */
export type Surroundings = Pick<Volume, "config" | "disk">;

interface Words {
	/** One or two words. */
	name: string;
	/** Names of what must follow. */
	takes: readonly string[];
	/** Names of what may follow those. */
	mayTake?: readonly string[];
	/** An option that must be given, with one of these values; its value is the first word of the command. */
	choice?: Choice;
	/** An option that may be given with a value of this name; its value is the last word of the command. */
	value?: { option: string; of: string };
	/** Options, allowed anywhere after the verb. */
	options?: readonly string[];
	help: string;
}

/** A command of the operator on an open volume. */
export interface OpenVerb extends Words {
	/** @returns the exit code */
	run(volume: Volume, given: readonly string[], options: ReadonlySet<string>): Promise<number>;
	/** Where the data cannot be opened, or are of an earlier program. Without it the command stops there. */
	runWithout?(surroundings: Surroundings, fault: UnusableDatabase, given: readonly string[]): Promise<number>;
}

/** Paths of an installation and properties of the program, for commands that open files themselves. */
export interface Site extends Directories {
	/** Opens the data as the server does, and closes them: makes a new database, and migrates that of an earlier program. */
	open(template?: EventTemplate): Promise<Migrated | undefined>;
	/**
	 * Serves a copy of the data on this machine until it is stopped: mails are off, and nobody can change anything.
	 * @returns its address
	 */
	serve(copy: Directories, whenStopped: () => Promise<void>): Promise<string>;
	/** The zone that the first event has, for data without an event. */
	zone: string;
	version: string;
	/** How many migrations it knows, and the folder that holds them. */
	migrations: number;
	migrationsFolder: string;
	/** Logs the command once it is done. */
	security: Pick<SecurityLog, "note">;
}

/** A command that works on the files themselves, which may be damaged or missing. */
export interface FileVerb extends Words {
	/** @returns the exit code */
	runOnFiles(site: Site, given: readonly string[], options: ReadonlySet<string>): Promise<number>;
}

export type Verb = OpenVerb | FileVerb;

/** Only says what would be done. */
export const DRY_RUN = "--dry-run";

/** `1 entry`, `2 entries`. */
export const counted = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;
