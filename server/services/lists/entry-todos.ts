import { and, eq, gt, inArray, isNotNull, notInArray, type SQL, sql } from "drizzle-orm";
import type { Need } from "../../../app/enumerations.ts";
import {
	ACTIVE,
	FIRST_STATUS,
	letterBeside,
	PRESENCE_AFTER,
	presencesThat,
	SCHEDULABLE,
	STATUSES,
	statusesOf,
} from "../../../app/lifecycle.ts";
import { isNotActive } from "../../../db/not-active.ts";
import { entries, entryLog, outbox, programmes, slots } from "../../../db/schema.ts";
import { acceptedAndToldOf, schedulableOf } from "../entries/schedulable.ts";
import type { Runtime } from "../runtime.ts";
import { type Facets, withoutTrack } from "./entry-facets.ts";
import type { Wanted } from "./entry-query.ts";

// Values are written into the statements, because the partial indexes of acceptance mails and edits need them.
const isAcceptance = sql`${outbox.kind} = 'accept' and ${outbox.state} <> 'cancelled'`;
const isEdit = sql`${entryLog.type} = 'Edited'`;
const BESIDE = sql.join(
	STATUSES.map((status) => sql`when ${status} then ${letterBeside(status)}`),
	sql` `,
);
const WITHDRAWN = presencesThat(({ listedAsWithdrawn }) => listedAsWithdrawn);

/** The to-dos of an entry, as conditions and columns of a query on entries. */
export function createEntryNeeds({ db }: Pick<Runtime, "db">) {
	// From one schedulable status to another an entry stays accepted; the same status once more confirms it as it is now.
	const [from, to] = [sql`${entryLog.changes} ->> '$.status.from'`, sql`${entryLog.changes} ->> '$.status.to'`];
	const acceptance = db.orm
		.select({ id: sql`max(${entryLog.id})` })
		.from(entryLog)
		.where(
			and(
				eq(entryLog.entryId, entries.id),
				eq(entryLog.type, "Status"),
				inArray(entryLog.state, SCHEDULABLE),
				sql`(${from} is null or ${from} = ${to} or ${notInArray(from, SCHEDULABLE)})`,
			),
		);
	const editedSince = sql<number>`(${inArray(entries.status, SCHEDULABLE)} and exists (select 1 from ${entryLog} where ${and(
		eq(entryLog.entryId, entries.id),
		isEdit,
		gt(entryLog.id, sql`(${acceptance})`),
	)}))`;
	const newestMail = (isOne: SQL) =>
		sql<string | null>`(select ${outbox.state} from ${outbox} where ${and(
			eq(outbox.entryId, entries.id),
			isOne,
		)} order by ${outbox.id} desc limit 1)`;
	const mailStates = {
		acceptance: newestMail(isAcceptance),
		beside: newestMail(sql`${outbox.kind} = case ${entries.status} ${BESIDE} end and ${outbox.state} <> 'cancelled'`),
	};

	const unmailed = (of: Facets) => and(inArray(of.status, statusesOf("accept")), inArray(of.presence, ACTIVE));

	/** The entries with to-dos. */
	function needs(need: Need): Pick<Wanted, "facets" | "where" | "leftOut"> {
		switch (need) {
			case "unread":
				return { facets: (of) => and(eq(of.status, FIRST_STATUS), inArray(of.presence, ACTIVE)) };
			case "untracked":
				return {
					facets: (of) => and(schedulableOf(of), withoutTrack(of)),
				};
			case "incomplete":
				return { facets: (of) => and(sql`${of.isIncomplete}`, inArray(of.presence, ACTIVE)) };
			case "untold":
				return { facets: (of) => and(sql`${of.toldStatus} <> ${of.status}`, inArray(of.presence, ACTIVE)) };
			case "unconfirmed": {
				const asking = db.orm
					.select({ category: programmes.category })
					.from(programmes)
					.where(isNotNull(programmes.confirmBy));
				return {
					facets: (of) => and(acceptedAndToldOf(of), sql`not ${of.isConfirmed}`),
					where: inArray(entries.category, asking),
					leftOut: notInArray(entries.category, asking),
				};
			}
			case "confirmed":
				return { facets: (of) => and(acceptedAndToldOf(of), sql`${of.isConfirmed}`) };
			case "declined":
				return { facets: (of) => and(isNotActive(of.presence), eq(of.presence, PRESENCE_AFTER.declining)) };
			case "withdrawn":
				return { facets: (of) => and(isNotActive(of.presence), inArray(of.presence, WITHDRAWN)) };
			case "unmailed": {
				const mailed = db.orm
					.select({ id: outbox.entryId })
					.from(outbox)
					.where(and(isNotNull(outbox.entryId), isAcceptance));
				return { facets: unmailed, where: notInArray(entries.id, mailed), leftOut: inArray(entries.id, mailed) };
			}
			case "unplaced": {
				const placed = db.orm.select({ id: slots.entryId }).from(slots).where(isNotNull(slots.entryId));
				return { facets: schedulableOf, where: notInArray(entries.id, placed), leftOut: inArray(entries.id, placed) };
			}
			case "changed": {
				// First, because few entries were edited: reading the history of all others takes long.
				const edited = sql`${entries.id} in (select ${entryLog.entryId} from ${entryLog} where ${isEdit})`;
				return { facets: schedulableOf, where: and(edited, editedSince) };
			}
		}
	}

	return { editedSince, mailStates, needs };
}
