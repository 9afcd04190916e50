import { randomBytes } from "node:crypto";
import { count, inArray, isNotNull } from "drizzle-orm";
import type { Orm } from "../../db/client.ts";
import { entries, installation, photos } from "../../db/schema.ts";
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

	/** Whether one of these is the name of a photo. */
	function knowsAny(names: readonly string[]): boolean {
		const known = inArray(photos.name, [...names]);
		return db.orm.select().from(photos).where(known).get() !== undefined;
	}

	/** How many entries have a photo. */
	function entriesWithPhoto(): number {
		return db.orm.select({ n: count() }).from(entries).where(isNotNull(entries.photo)).get()?.n ?? 0;
	}

	return { name, knowsAny, entriesWithPhoto };
}
