import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { categoriesOf, programmes } from "../../app/programmes/index.ts";
import { entries, entryLog } from "../../db/schema.ts";
import type { Runtime } from "./runtime.ts";

/** An entry as everybody may see it. What is not named here is never read from the database for a visitor. */
export type PublicEntry = ReturnType<PublicEntries["list"]>[number];

export type PublicEntries = ReturnType<typeof createPublicEntries>;

/** Kinds of entries that have a public list. */
export type PublicKind = "talk" | "aigc";

/** Answers without a column of their own that the programmes of a kind mark as public. */
function publicAnswers(kind: PublicKind): string[] {
	const fields = programmes.filter((programme) => programme.kind === kind).flatMap((programme) => programme.fields);
	return [
		...new Set(fields.filter(({ audience, column }) => audience === "public" && !column).map(({ name }) => name)),
	];
}

export function createPublicEntries({ db }: Runtime) {
	/** Lists are JSON inside JSON, which `->` keeps and `->>` would turn into text. */
	const answersOf = (kind: PublicKind) =>
		sql<Record<string, string | string[]>>`json_object(${sql.join(
			publicAnswers(kind).map((name) => sql`${name}, ${entries.answers} -> ${`$.${name}`}`),
			sql`, `,
		)})`.mapWith(JSON.parse);

	const mailed = db.orm
		.select({ entryId: entryLog.entryId })
		.from(entryLog)
		.where(and(eq(entryLog.type, "Email"), eq(entryLog.state, "Accept")));

	const kept = new Map<PublicKind, { version: number; entries: ReturnType<typeof read> }>();

	/** Entries that may be shown: nothing missing, consent not refused, not taken back. In order of their numbers. */
	function list(kind: PublicKind) {
		const version = db.version();
		const present = kept.get(kind);
		if (present?.version === version) return present.entries;
		const fresh = { version, entries: read(kind) };
		kept.set(kind, fresh);
		return fresh.entries;
	}

	function read(kind: PublicKind) {
		return db.orm
			.select({
				id: entries.id,
				category: entries.category,
				name: entries.name,
				org: entries.org,
				title: entries.title,
				trackId: entries.trackId,
				photo: entries.photo,
				status: entries.status,
				createdAt: entries.createdAt,
				updatedAt: entries.updatedAt,
				answers: answersOf(kind),
				emailSent: sql<boolean>`${entries.id} in ${mailed}`.mapWith(Boolean),
			})
			.from(entries)
			.where(
				and(
					inArray(entries.category, categoriesOf(kind)),
					sql`${entries.incomplete} = '[]'`,
					or(isNull(entries.consent), eq(entries.consent, true)),
					isNull(entries.withdrawnAt),
				),
			)
			.orderBy(asc(entries.id))
			.all();
	}

	return { list };
}
