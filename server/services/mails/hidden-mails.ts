import { and, eq, not, or, type SQL, sql } from "drizzle-orm";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import { discussionPath } from "../../../app/reviews/review-controls.ts";
import { outbox } from "../../../db/schema.ts";
import type { SignedIn } from "../actor.ts";
import { hiddenFrom } from "../reviews/result-rows.ts";
import { rulesOfEvent } from "../reviews/rule-rows.ts";
import type { Runtime } from "../runtime.ts";

/**
 * The condition that a reader may see a mail. Mails about the discussion of an entry that they have a conflict of interest
 * with would tell who reviews it, and so would the number in a reminder by someone else, which counts that entry.
 * Undefined: they may see all.
 */
export function shownTo(
	{ db, event, registry }: Pick<Runtime, "db" | "event" | "registry">,
	{ id, email }: Pick<SignedIn, "id" | "email">,
): SQL | undefined {
	const paths = rulesOfEvent(db.orm).flatMap(({ category }) => {
		const kind = registry().find(category)?.kind;
		if (!kind) return [];
		const hidden = hiddenFrom(db.orm, registry(), { id, address: email }, { eventId: event.id(), kind, category });
		return [...hidden.keys()].map((entryId) => discussionPath(spotId({ kind, id: entryId })));
	});
	if (paths.length === 0) return;
	const isOfHidden = sql`exists (select 1 from json_each(${JSON.stringify(paths)}) where instr(${outbox.body}, value))`;
	const isMention = and(eq(outbox.kind, "mentioned"), isOfHidden);
	const isReminder = and(eq(outbox.kind, "reviewing"), sql`${outbox.actorId} is not ${id}`);
	return not(or(isMention, isReminder) ?? sql`false`);
}
