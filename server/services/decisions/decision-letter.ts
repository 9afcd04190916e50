import { and, inArray, sql } from "drizzle-orm";
import { LETTER_KINDS, type LetterKind, type MailState } from "../../../app/enumerations.ts";
import { type Status, statusAnnouncedBy } from "../../../app/lifecycle.ts";
import type { Orm } from "../../../db/client.ts";
import { outbox } from "../../../db/schema.ts";

/** A mail that tells a decision. */
export type DecisionLetter = LetterKind;

/** Those that tell a decision. */
export const DECISION_LETTERS: readonly DecisionLetter[] = LETTER_KINDS.filter((kind) => statusAnnouncedBy(kind));

/** The mail that announces a status, if any. */
export function letterAnnouncing(status: Status): DecisionLetter | undefined {
	return DECISION_LETTERS.find((kind) => statusAnnouncedBy(kind) === status);
}

/** Whether an entry, one of these, has such a mail in one of these states. */
export function announcedIn(tx: Orm, about: readonly { id: number }[], states: readonly MailState[]) {
	const ids = JSON.stringify(about.map(({ id }) => id));
	const found = tx
		.select({ entryId: outbox.entryId, kind: outbox.kind })
		.from(outbox)
		.where(
			and(
				sql`${outbox.entryId} in (select value from json_each(${ids}))`,
				inArray(outbox.kind, [...DECISION_LETTERS]),
				inArray(outbox.state, [...states]),
			),
		)
		.all();
	const all = new Set(found.map(({ entryId, kind }) => `${entryId} ${kind}`));
	return ({ id }: { id: number }, kind: DecisionLetter): boolean => all.has(`${id} ${kind}`);
}
