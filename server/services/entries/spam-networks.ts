import { and, eq, gt, isNotNull, lte, sql } from "drizzle-orm";
import { FIRST_PRESENCE, PRESENCE_AFTER } from "../../../app/lifecycle.ts";
import type { Orm } from "../../../db/client.ts";
import { entries } from "../../../db/schema.ts";
import type { Actor } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import type { EntryRow } from "./entry-rows.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a network stays marked after an entry of one of its guests was removed as spam. */
const MARKED_MS = 7 * DAY_MS;
/** How long the network of a guest's entry is known. */
const KNOWN_MS = 30 * DAY_MS;

/** Columns of a new entry that follow from where it came from. */
export type Origin = Pick<EntryRow, "sentFrom" | "presence" | "toldPresence" | "apartAt">;

export type SpamNetworks = ReturnType<typeof createSpamNetworks>;

/**
 * The networks that spam came from. A network is marked while an entry of it is removed as spam, for seven days: undoing
 * the last one lifts the mark. Nothing else is stored of a mark.
 */
export function createSpamNetworks({ db, now, secrets }: Pick<Runtime, "db" | "now" | "secrets">) {
	const isSpam = () => and(eq(entries.presence, PRESENCE_AFTER.removingAsSpam), gt(entries.apartAt, now() - MARKED_MS));

	/** A new entry of a guest waits for organisers if its network is marked. @param actor without a proven account */
	function ofGuest(tx: Orm, { network }: Actor): Partial<Origin> {
		if (!network) return {};
		const sentFrom = secrets.lastingName("network", network);
		const spam = and(eq(entries.sentFrom, sentFrom), isSpam());
		const isMarked = tx.select({ id: entries.id }).from(entries).where(spam).limit(1).get() !== undefined;
		if (!isMarked) return { sentFrom };
		return { sentFrom, presence: PRESENCE_AFTER.holding, toldPresence: FIRST_PRESENCE, apartAt: now() };
	}

	/** Forgets the networks of entries after a month, but not of spam while it marks its network. */
	async function sweep(): Promise<void> {
		const isOver = and(isNotNull(entries.sentFrom), lte(entries.createdAt, now() - KNOWN_MS), sql`not (${isSpam()})`);
		await db.settle((tx) => tx.update(entries).set({ sentFrom: null }).where(isOver).run());
	}

	return { ofGuest, sweep };
}
