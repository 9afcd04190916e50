import Sqlite from "better-sqlite3";

/**
 * The zone of the current event in a database file that a server may have open; undefined where the file has none or
 * cannot be read, which others report.
 */
export function eventZoneIn(file: string): string | undefined {
	let sqlite: Sqlite.Database | undefined;
	try {
		sqlite = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
		return sqlite.prepare<[], string>("select zone from events where state = 'current'").pluck().get();
	} catch {
		return;
	} finally {
		sqlite?.close();
	}
}
