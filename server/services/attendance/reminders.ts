import { TZDate } from "@date-fns/tz";
import { and, eq, exists, inArray, isNotNull, isNull, lt, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { statusesOf } from "../../../app/lifecycle.ts";
import type { MailText } from "../../../app/mails/mail-texts.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { dayOf, formatInstant } from "../../../app/programmes/window.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog, outbox, programmes } from "../../../db/schema.ts";
import { attendanceValues } from "../../mail/templates.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { ToldEntry } from "../entries/entry-rows.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import type { MailTexts } from "../mails/mail-texts.ts";
import type { Mailing } from "../mails/mailing.ts";
import { ofCurrentEvent } from "../programmes/current-programmes.ts";
import type { Runtime } from "../runtime.ts";
import { instantOf } from "../schedule/calendar-files.ts";
import { ACCEPTED_AND_TOLD } from "./attendance.ts";

/** Nobody is reminded before this hour, where the event is. */
const EARLIEST = "09:00";
const DAY_MS = 24 * 60 * 60 * 1000;
/** Mails written in one transaction, which others wait for. */
const MOST_AT_A_TIME = 100;

type Call = typeof programmes.$inferSelect;

export type Reminders = ReturnType<typeof createReminders>;

/** Mails that ask accepted authors to confirm: some days before the last day, on it, and when an organiser says so. */
export function createReminders(
	{ db, config, event, now }: Runtime,
	{ links, mailing, texts }: { links: PrivateLinks; mailing: Mailing; texts: MailTexts },
) {
	/**
	 * Writes the reminders that are due: one per entry and occasion, to those who were told before today that they are
	 * accepted and have not answered. Where no mail leaves the machine, nobody is reminded.
	 */
	async function sweep(): Promise<void> {
		if (!config.smtpUrl) return;
		const today = dayOf(now(), event.zone());
		if (now() < instantOf({ date: today, time: EARLIEST }, event.zone())) return;
		const begin = instantOf({ date: today, time: "00:00" }, event.zone());
		for (const call of askingCalls()) {
			const occasion = occasionOn(today, call);
			if (occasion) await writeAll(call, occasion, lt(entryLog.at, begin));
		}
	}

	/** The calls that ask, and whose last day to answer is not over. */
	const askingCalls = () =>
		db.orm
			.select()
			.from(programmes)
			.where(and(isNotNull(programmes.confirmBy), eq(programmes.archived, false), ofCurrentEvent))
			.all();

	/** What a day is to a call; undefined for no day to remind on. */
	function occasionOn(today: string, { confirmBy, remindDays }: Call): "day" | "before" | undefined {
		const last = dayOf(confirmBy ?? 0, event.zone());
		if (today === last) return "day";
		const first = new TZDate(Date.parse(last) - remindDays * DAY_MS, "UTC").toISOString().slice(0, 10);
		return today >= first && today < last ? "before" : undefined;
	}

	/**
	 * Reminds everybody of a call who has not answered, at most once a day.
	 * @returns how many mails were written
	 */
	async function remindNow(actor: Actor, category: string): Promise<number> {
		const { id } = requireCan(actor, "mails.manage");
		const call = askingCalls().find((one) => one.category === category);
		if (!call || isOver(call)) return 0;
		return writeAll(call, `asked ${dayOf(now(), event.zone())}`, undefined, id);
	}

	const isOver = ({ confirmBy }: Call) => confirmBy !== null && confirmBy < now();

	async function writeAll(call: Call, occasion: string, told: SQL | undefined, actorId?: number): Promise<number> {
		const ending = `:${dayOf(call.confirmBy ?? 0, event.zone())}:${occasion}`;
		let written = 0;
		for (;;) {
			const some = await db.write((tx) => {
				const found = due(tx, call, { ending, told });
				for (const entry of found) {
					const { id: entryId, email: to, locale } = entry;
					const letter = { kind: "attendance", entryId, to, ...(actorId && { actorId }) } as const;
					const expires = { expiresAt: call.confirmBy ?? 0 };
					mailing.enqueue(tx, {
						...letter,
						...expires,
						...text(entry, locale),
						dedupeKey: `attendance:${entryId}${ending}`,
					});
				}
				return found.length;
			});
			written += some;
			if (some < MOST_AT_A_TIME) return written;
		}
	}

	/** Who has not answered, has an address, knows by mail or a release of the acceptance, and has no such mail yet. */
	function due(tx: Orm, { category }: Call, { ending, told }: { ending: string; told: SQL | undefined }) {
		const accepted = statusesOf("accept");
		const isTold = tx
			.select({ id: entryLog.id })
			.from(entryLog)
			.where(
				and(
					eq(entryLog.entryId, entries.id),
					inArray(entryLog.type, ["Email", "Told"]),
					or(inArray(entryLog.told, accepted), inArray(entryLog.state, accepted)),
					told,
				),
			);
		const written = tx
			.select({ id: outbox.id })
			.from(outbox)
			.where(eq(outbox.dedupeKey, sql`'attendance:' || ${entries.id} || ${ending}`));
		return tx
			.select()
			.from(entries)
			.where(
				and(
					eq(entries.category, category),
					ACCEPTED_AND_TOLD,
					isNull(entries.confirmedAt),
					ne(entries.email, ""),
					exists(isTold),
					notExists(written),
				),
			)
			.limit(MOST_AT_A_TIME)
			.all();
	}

	/** The mail as it would be sent now. @param own another text to try */
	function text(entry: ToldEntry, locale: Locale, own?: MailText): MailText {
		const call = askingCalls().find(({ category }) => category === entry.category);
		const deadline = formatInstant(call?.confirmBy ?? now(), event.zone(), locale);
		const about = { ...entry, link: links.openedBy(entry), guest: entry.userId === null, deadline };
		return texts.write("attendance", locale, attendanceValues(locale, about), own);
	}

	return { sweep, remindNow, written: text };
}
