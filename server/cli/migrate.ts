import { existsSync } from "node:fs";
import { join } from "node:path";
import { DATABASE } from "../backup/archive.ts";
import { migratedInWords, print, printError } from "../print.ts";
import type { FileVerb } from "./verb.ts";

/** Brings data of an earlier program up to date. */
export const migrate: FileVerb = {
	name: "migrate",
	takes: [],
	help: `Brings the database of an earlier program up to date, as npm start does, without serving anything. Stop the server first:
while a program holds the data, nothing is changed and the exit code is 1. A copy of the database as it was is kept in
DATA_DIR/backups. No other command migrates.`,
	async runOnFiles({ dataDir, open, migrations }) {
		const database = join(dataDir, DATABASE);
		if (!existsSync(database)) {
			printError(`There is no database at ${database}. npm start makes one`);
			return 1;
		}
		const migrated = await open();
		print(migrated ? migratedInWords(migrated) : `The database is up to date, at version ${migrations}`);
		return 0;
	},
};
