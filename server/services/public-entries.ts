import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { programmes } from "../../app/programmes/index.ts";
import { entries, entryLog } from "../../db/schema.ts";
import type { Runtime } from "./runtime.ts";

/** An entry as everybody may see it. What is not named here is never read from the database for a visitor. */
export type PublicEntry = ReturnType<PublicEntries["list"]>[number];

export type PublicEntries = ReturnType<typeof createPublicEntries>;

/** Answers without a column of their own that the programmes mark as public. */
const publicAnswers = [
	...new Set(
		programmes.flatMap((programme) =>
			programme.fields.filter((field) => field.audience === "public" && !field.column).map((field) => field.name),
		),
	),
];

export function createPublicEntries({ db }: Runtime) {
	const answers = sql<Record<string, string>>`json_object(${sql.join(
		publicAnswers.map((name) => sql`${name}, ${entries.answers} ->> ${`$.${name}`}`),
		sql`, `,
	)})`.mapWith(JSON.parse);

	const mailed = db.orm
		.select({ entryId: entryLog.entryId })
		.from(entryLog)
		.where(and(eq(entryLog.type, "Email"), eq(entryLog.state, "Accept")));

	let kept: { version: number; entries: ReturnType<typeof read> } | undefined;

	/** Entries that may be shown: nothing missing and consent not refused. In order of their numbers. */
	function list() {
		const version = db.version();
		if (kept?.version !== version) kept = { version, entries: read() };
		return kept.entries;
	}

	function read() {
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
				answers,
				emailSent: sql<boolean>`${entries.id} in ${mailed}`.mapWith(Boolean),
			})
			.from(entries)
			.where(and(sql`${entries.incomplete} = '[]'`, or(isNull(entries.consent), eq(entries.consent, true))))
			.orderBy(asc(entries.id))
			.all();
	}

	return { list };
}
