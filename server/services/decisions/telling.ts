import type { Orm } from "../../../db/client.ts";
import { tellOnPages } from "../entries/told.ts";
import type { Letters } from "../mails/letters.ts";
import type { Runtime } from "../runtime.ts";
import type { DueDecision } from "./due-decisions.ts";

export type TellDecision = ReturnType<typeof createTelling>;

/** Tells an author a decision: by its mail, which is a row of the outbox, or on their pages where none leaves. */
export function createTelling(
	{ config, now }: Pick<Runtime, "config" | "now">,
	{ letters }: { letters: Pick<Letters, "enqueue"> },
) {
	return function tellDecision(
		tx: Orm,
		{ entry, letter }: DueDecision,
		by: { actorId: number; decisionRelease?: number },
	): void {
		if (letter) letters.enqueue(tx, entry, { ...letter, ...by });
		if (letter && config.smtpUrl) return;
		tellOnPages(tx, { entryId: entry.id, status: entry.status, actorId: by.actorId, at: now() });
	};
}
