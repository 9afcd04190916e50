import { and, count, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { consolePath, kindsThat, rulesOfKind } from "../../../app/kinds.ts";
import { PRESENCE_AFTER } from "../../../app/lifecycle.ts";
import { type Attendance, attendanceOf } from "../../../app/programmes/attendance.ts";
import type { Programme } from "../../../app/programmes/define.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { answerLetter } from "../../mail/account-letters.ts";
import { inLanguage } from "../../mail/templates.ts";
import { decidersIn } from "../accounts/team.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import type { OwnEntries } from "../entries/own-entries.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { acceptedAndToldOf } from "../entries/schedulable.ts";
import { asTold } from "../entries/told.ts";
import { OF_ENTRIES } from "../lists/entry-facets.ts";
import type { Mailing } from "../mails/mailing.ts";
import { cancelOutdated } from "../mails/outdated-letters.ts";
import type { Programmes } from "../programmes/programmes.ts";
import type { Runtime } from "../runtime.ts";
import { leaveSlot } from "../schedule/leaving-slots.ts";

/** An author's answer. Only declining has a reason, which may be "". */
export interface Answer {
	takesPart: boolean;
	reason: string;
}

/** Whether an author takes part, and until when an answer is wanted. */
export interface Asked {
	state: Attendance;
	/** Milliseconds since the epoch; null where the call does not ask. */
	confirmBy: number | null;
	/** That instant has passed. */
	isLate: boolean;
	/** The author may answer: they have not declined, and the event is not over. */
	isOpen: boolean;
}

type Asking = Pick<EntryRow, "category" | "kind" | "status" | "toldStatus" | "presence" | "confirmedAt">;

/** Entries whose authors are asked, or were, in SQL. */
export const CONFIRMABLE = and(
	inArray(
		entries.kind,
		kindsThat(({ confirms }) => confirms),
	),
	acceptedAndToldOf(OF_ENTRIES),
);

interface Parts {
	links: PrivateLinks;
	mailing: Mailing;
	own: OwnEntries;
	programmes: Pick<Programmes, "confirmByOf">;
}

export type AttendanceService = ReturnType<typeof createAttendance>;

/** Whether accepted authors take part: they confirm or decline, organisers see and correct it. */
export function createAttendance({ db, event, now }: Runtime, { links, mailing, own, programmes }: Parts) {
	/** As its author may know it; undefined for an entry that nobody asks about. */
	const stateOf = (entry: Asking): Attendance | undefined =>
		attendanceOf(asTold(entry), programmes.confirmByOf(entry.category));

	/** The same, with what its author may do about it. */
	function of(entry: Asking & Pick<EntryRow, "eventId">): Asked | undefined {
		const confirmBy = programmes.confirmByOf(entry.category);
		const state = stateOf(entry);
		const isOpen = state !== "declined" && !own.isPast(entry);
		return state && { state, confirmBy, isLate: confirmBy !== null && confirmBy < now(), isOpen };
	}

	/**
	 * Keeps the answer of an author, by their account or the key of their private link. Repeating an answer changes
	 * nothing. A declined entry leaves its slot, and organisers are told by mail.
	 * @returns what is known now: `declined` is final, and undefined means that nobody asks (any more) or the event is over
	 * @throws AppError NOT_FOUND
	 */
	async function answer(actor: Actor, spot: string, key: string, given: Answer): Promise<Attendance | undefined> {
		return db.write((tx) => {
			const entry = own.ownRow(tx, actor, spot, key);
			const asked = of(entry);
			if (!asked?.isOpen) return asked?.state === "declined" ? asked.state : undefined;
			return keep(tx, entry, given, { actorId: actor.user?.id ?? null, tells: true });
		});
	}

	/**
	 * Keeps an answer that an organiser was given otherwise.
	 * @returns what is known now
	 * @throws AppError NOT_FOUND
	 */
	async function record(actor: Actor, id: number, given: Answer): Promise<Attendance | undefined> {
		const { id: actorId } = requireCan(actor, "entries.manage");
		return db.write((tx) => keep(tx, currentEntry(tx, id), given, { actorId, tells: false }));
	}

	/** Asks again who has declined: their entry is active again. @throws AppError NOT_FOUND */
	async function askAgain(actor: Actor, id: number): Promise<void> {
		const { id: actorId } = requireCan(actor, "entries.manage");
		await db.write((tx) => {
			const entry = currentEntry(tx, id);
			if (stateOf(entry) !== "declined") return;
			tx.update(entries).set({ presence: PRESENCE_AFTER.askingAgain }).where(eq(entries.id, id)).run();
			write(tx, entry, "Asked", { actorId });
		});
	}

	function currentEntry(tx: Orm, id: number): EntryRow {
		const row = tx
			.select()
			.from(entries)
			.where(and(eq(entries.id, id), eq(entries.eventId, event.id())))
			.get();
		if (!row) throw new AppError("NOT_FOUND");
		return row;
	}

	function keep(
		tx: Orm,
		entry: EntryRow,
		{ takesPart, reason }: Answer,
		{ actorId, tells }: { actorId: number | null; tells: boolean },
	): Attendance | undefined {
		const before = stateOf(entry);
		const after = takesPart ? "confirmed" : "declined";
		if (before === undefined || before === "declined" || before === after) return before;
		const { id } = entry;
		if (takesPart) {
			tx.update(entries).set({ confirmedAt: now() }).where(eq(entries.id, id)).run();
			write(tx, entry, "Confirmed", { actorId });
		} else {
			const declined = { presence: PRESENCE_AFTER.declining, confirmedAt: null, submissionKey: null };
			tx.update(entries).set(declined).where(eq(entries.id, id)).run();
			write(tx, entry, "Declined", { actorId, reason });
			leaveSlot(tx, id, { at: now(), actorId });
			if (tells) tellOrganisers(tx, entry);
		}
		cancelOutdated(tx, { entryId: id });
		return after;
	}

	function write(
		tx: Orm,
		entry: EntryRow,
		type: "Confirmed" | "Declined" | "Asked",
		{ actorId, reason = "" }: { actorId: number | null; reason?: string },
	): void {
		const changes = reason ? { reason: { from: "", to: reason } } : null;
		const { id: entryId, status: state } = asTold(entry);
		tx.insert(entryLog).values({ entryId, at: now(), actorId, type, state, changes }).run();
	}

	/** Names nobody and quotes nothing: what was written about a person is erased with them. */
	function tellOrganisers(tx: Orm, entry: EntryRow): void {
		const reference = spotId(entry);
		const link = `${links.origin()}${consolePath(entry)}`;
		for (const { id, email } of decidersIn(tx)) {
			const text = inLanguage("en", "both", (one) => answerLetter(one, event.brand(one), { reference, link }));
			const dedupeKey = `answer:${entry.id}:${now()}:${id}`;
			mailing.enqueue(tx, { kind: "answer", dedupeKey, to: email, ...text });
		}
	}

	/**
	 * How many accepted authors of a call have confirmed, declined, or not answered, and whether it asks now. Undefined for
	 * a call that does not ask and was not answered either.
	 */
	function counts(
		actor: Actor,
		{ category, kind }: Pick<Programme, "category" | "kind">,
	): (Record<Attendance, number> & { asks: boolean }) | undefined {
		requireCan(actor, "entries.read");
		if (!rulesOfKind(kind).confirms) return;
		const many = (...those: Parameters<typeof and>) =>
			db.orm
				.select({ n: count() })
				.from(entries)
				.where(and(eq(entries.category, category), ...those))
				.get()?.n ?? 0;
		const asks = programmes.confirmByOf(category) !== null;
		const confirmed = many(CONFIRMABLE, isNotNull(entries.confirmedAt));
		const declined = many(eq(entries.presence, PRESENCE_AFTER.declining));
		if (!asks && confirmed + declined === 0) return;
		return { asked: many(CONFIRMABLE, isNull(entries.confirmedAt)), confirmed, declined, asks };
	}

	return { stateOf, of, answer, record, askAgain, counts };
}
