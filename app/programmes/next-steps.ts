import type { Translate } from "../i18n.ts";
import { type EntryKind, rulesOfKind } from "../kinds.ts";
import { FIRST_STATUS, isActive, type Presence, type Status, statusesOf } from "../lifecycle.ts";
import type { Attendance } from "./attendance.ts";
import type { Locale } from "./define.ts";
import { dayOf, formatDays, formatInstant, hasEnded, type ProgrammeWindow, phaseAt } from "./window.ts";

/** What is known about an entry and its call. Instants are milliseconds since the epoch. */
export interface StepFacts {
	entry: {
		kind: EntryKind;
		status: Status;
		presence: Presence;
		incomplete: readonly string[];
		createdAt: number;
		email: string;
	};
	/** Whether its author takes part, where that is asked, and until when. */
	asked?: { state: Attendance; confirmBy: number | null } | undefined;
	window: ProgrammeWindow;
	/** First and last day of the event, as `2025-09-13`; undefined for none. */
	days: { first: string; last: string } | undefined;
	/** The time the entry was given in the schedule, where that was released. */
	slot?: { start: string; text: string } | undefined;
	mailLeaves: boolean;
	now: number;
	zone: string;
}

export interface Step {
	name: "received" | "complete" | "editing" | "decision" | "attendance" | "event" | "slot";
	text: string;
	/** The date in the text, which is never broken between two lines. */
	date?: string;
	/** Of those not done, the first is what comes next; once it is decided, that is not to edit it. */
	state: "done" | "next" | "later";
}

type Told = Omit<Step, "state"> & { done: boolean };

/** Whether anything is still to come. If not, what is left is a sentence about the past. */
export const isAnyAhead = (steps: readonly Step[]): boolean => steps.some(({ state }) => state !== "done");

/**
 * What happens to an entry and when, from its arrival to the event, as true today. Once the event is over, only what can
 * still be done, and when it took place. Nothing for an entry that was withdrawn.
 */
export function nextSteps(facts: StepFacts, t: Translate, locale: Locale): Step[] {
	const { entry, now, zone, slot } = facts;
	if (!isActive(entry)) return [];
	const isOver = hasEnded(facts.days, now, zone);
	const instant = (at: number) => formatInstant(at, zone, locale);
	const received = instant(entry.createdAt);
	const told: (Told | undefined)[] = [
		{ name: "received", text: t("steps.received", { date: received }), date: received, done: true },
		...editing(),
		decision(),
		...attendance(),
		slot ? { name: "slot", text: slot.text, done: Date.parse(slot.start) < now } : event(),
	];
	let isNext = true;
	return told.flatMap((step) => {
		if (!step) return [];
		const { done, ...said } = step;
		const isPassed = done || (said.name === "editing" && isDecided());
		if (isOver && isPassed && said.name !== "event" && said.name !== "slot") return [];
		const state = done ? "done" : isNext && !isPassed ? "next" : "later";
		isNext &&= isPassed;
		return [{ ...said, state }];
	});

	function editing(): Told[] {
		const { window } = facts;
		const { opensAt, closesAt } = window;
		const about = (text: string, done: boolean, date?: string): Told => ({ name: "editing", text, done, date });
		const dated = (key: "editUntil" | "editExtended" | "editSoon" | "editClosedOn", at: number, done = false) =>
			about(t(`steps.${key}`, { date: instant(at) }), done, instant(at));
		switch (phaseAt(window, now)) {
			case "open": {
				const lacking: Told = { name: "complete", text: t("steps.complete"), done: false };
				const until =
					closesAt === null
						? about(t("steps.editOpen"), false)
						: dated(now > closesAt ? "editExtended" : "editUntil", closesAt);
				return entry.incomplete.length > 0 ? [lacking, until] : [until];
			}
			case "soon":
				return [dated("editSoon", opensAt ?? 0)];
			case "external":
				return [about(t("steps.editExternal"), true)];
			case "closed":
				// Closed before its last day, which is then no day to name.
				return [
					closesAt === null || now <= closesAt
						? about(t("steps.editClosed"), true)
						: dated("editClosedOn", closesAt, true),
				];
		}
	}

	function decision(): Told | undefined {
		const { kind, status, email } = entry;
		const about = (text: string, done: boolean): Told => ({ name: "decision", text, done });
		if (isOver) return;
		if (isDecided()) return about(t("steps.decided", { status: t(`status.${status}`) }), true);
		const isTold = facts.mailLeaves && email !== "" && rulesOfKind(kind).letters.length > 0;
		return about(t(isTold ? "steps.decideMail" : "steps.decide"), false);
	}

	function attendance(): Told[] {
		const { asked } = facts;
		const about = (text: string, done: boolean, date?: string): Told => ({ name: "attendance", text, done, date });
		if (asked?.state === "confirmed") return [about(t("steps.confirmed"), true)];
		if (asked?.state !== "asked" || asked.confirmBy === null || isOver) return [];
		if (asked.confirmBy < now) return [about(t("steps.confirmNow"), false)];
		const date = instant(asked.confirmBy);
		return [about(t("steps.confirmBy", { date }), false, date)];
	}

	function isDecided(): boolean {
		return entry.status !== FIRST_STATUS;
	}

	/** Left out for who was turned down. */
	function event(): Told | undefined {
		const { days } = facts;
		if (!days || statusesOf("reject").includes(entry.status)) return;
		const date = formatDays(days.first, days.last, locale);
		const key = isOver ? "eventOver" : dayOf(now, zone) < days.first ? "eventAhead" : "eventNow";
		return { name: "event", text: t(`steps.${key}`, { date }), date, done: isOver };
	}
}
