import { randomBytes } from "node:crypto";
import { count, inArray, isNotNull } from "drizzle-orm";
import type { Orm } from "../../db/client.ts";
import { entries, installation, lateEntries, photos } from "../../db/schema.ts";
import type { Runtime } from "./runtime.ts";

/** The name of this installation; undefined before the first run has given one. */
export const nameIn = (orm: Orm): string | undefined => orm.select().from(installation).get()?.id;

/** Which installation this is, and what it knows of its photos. */
export function createInstallation({ db }: Pick<Runtime, "db">) {
	/** 32 hexadecimal digits, given on the first run. */
	async function name(): Promise<string> {
		const given = nameIn(db.orm);
		if (given !== undefined) return given;
		return db.settle((tx) => {
			const id = nameIn(tx) ?? randomBytes(16).toString("hex");
			tx.insert(installation).values({ id }).onConflictDoNothing().run();
			return id;
		});
	}

	/** Whether any of these names is a photo in the database. */
	function knowsAny(names: readonly string[]): boolean {
		const known = inArray(photos.name, [...names]);
		return db.orm.select().from(photos).where(known).get() !== undefined;
	}

	/** How many entries and late forms have a photo. */
	function photosInUse(): number {
		const counts = [entries, lateEntries].map((table) =>
			db.orm.select({ n: count() }).from(table).where(isNotNull(table.photo)).get(),
		);
		return counts.reduce((sum, found) => sum + (found?.n ?? 0), 0);
	}

	return { name, knowsAny, photosInUse };
}
