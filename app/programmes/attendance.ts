import { type EntryKind, rulesOfKind } from "../kinds.ts";
import { isActive, PRESENCE_AFTER, type Presence, SCHEDULABLE, type Status } from "../lifecycle.ts";

/** What is known of whether an accepted author takes part. */
export type Attendance = "asked" | "confirmed" | "declined";

interface Accepted {
	kind: EntryKind;
	/** As its author knows it. */
	status: Status;
	presence: Presence;
	/** Milliseconds since the epoch. */
	confirmedAt: number | null;
}

/**
 * Whether the author of an entry takes part; undefined where nobody asks.
 * @param confirmBy until when its call wants an answer; null: its call does not ask
 */
export function attendanceOf(entry: Accepted, confirmBy: number | null): Attendance | undefined {
	if (entry.presence === PRESENCE_AFTER.declining) return "declined";
	if (!isActive(entry) || !rulesOfKind(entry.kind).confirms || !SCHEDULABLE.includes(entry.status)) return;
	if (entry.confirmedAt !== null) return "confirmed";
	return confirmBy === null ? undefined : "asked";
}

/** Most characters of the reason for declining. */
export const MOST_IN_REASON = 1_000;

/** What the form keeps that declines, with its maximum length. */
export const DECLINE_KEEPS = { reason: 20 * MOST_IN_REASON } as const;

/** Reminders before the day until which an answer is wanted: at most this many days. */
export const MOST_REMIND_DAYS = 60;

/** Names of the buttons by which an author answers. */
export const ANSWER_BUTTONS = { confirm: "do.confirm", decline: "do.decline" } as const;

/** Names of the buttons by which an organiser records an answer, or asks again. */
export const RECORD_BUTTONS = {
	confirm: "do.attendance-confirm",
	decline: "do.attendance-decline",
	ask: "do.attendance-ask",
} as const;
