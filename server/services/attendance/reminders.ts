import { and, eq, exists, gte, inArray, isNull, lt, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import { statusesOf } from "../../../app/lifecycle.ts";
import type { MailText } from "../../../app/mails/mail-texts.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { dayAfter, dayOf, formatInstant } from "../../../app/programmes/window.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog, outbox } from "../../../db/schema.ts";
import { attendanceValues } from "../../mail/templates.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { ToldEntry } from "../entries/entry-rows.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import type { MailTexts } from "../mails/mail-texts.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Programmes } from "../programmes/programmes.ts";
import type { Runtime } from "../runtime.ts";
import { instantOf } from "../schedule/calendar-files.ts";
import { CONFIRMABLE } from "./attendance.ts";

/** Nobody is reminded before this hour, where the event is. */
const EARLIEST = "09:00";
/** Mails written in one transaction, which others wait for. */
const MOST_AT_A_TIME = 100;

interface Call {
	category: string;
	/** Milliseconds since the epoch. */
	confirmBy: number;
}

interface Parts {
	links: PrivateLinks;
	mailing: Mailing;
	programmes: Pick<Programmes, "confirmByOf" | "remindDaysOf">;
	texts: MailTexts;
}

export type Reminders = ReturnType<typeof createReminders>;

/** Mails that ask accepted authors to confirm: some days before the last day, on it, and when an organiser says so. */
export function createReminders(
	{ db, config, event, registry, now }: Runtime,
	{ links, mailing, programmes, texts }: Parts,
) {
	/**
	 * Writes the reminders that are due: one per entry and occasion, to those who were told before today that they are
	 * accepted and have not answered. Where no mail leaves the machine, nobody is reminded, and nobody twice a day.
	 */
	async function sweep(): Promise<void> {
		if (!config.smtpUrl) return;
		const today = dayOf(now(), event.zone());
		if (now() < at(today, EARLIEST)) return;
		for (const call of askingCalls()) {
			const occasion = occasionOn(today, call);
			if (occasion) await writeAll(call, occasion, lt(entryLog.at, at(today, "00:00")));
		}
	}

	const at = (date: string, time: string) => instantOf({ date, time }, event.zone());

	/** The calls that still want answers. */
	const askingCalls = (): Call[] =>
		registry().all.flatMap(({ category }) => {
			const confirmBy = programmes.confirmByOf(category);
			return confirmBy === null || confirmBy < now() ? [] : [{ category, confirmBy }];
		});

	/** What a day is to a call; undefined for no day to remind on. */
	function occasionOn(today: string, { category, confirmBy }: Call): "day" | "before" | undefined {
		const last = dayOf(confirmBy, event.zone());
		if (today === last) return "day";
		return today >= dayAfter(last, -programmes.remindDaysOf(category)) ? "before" : undefined;
	}

	/**
	 * Reminds everybody of a call who has not answered, at most once a day.
	 * @returns how many mails were written
	 */
	async function remindNow(actor: Actor, category: string): Promise<number> {
		const { id } = requireCan(actor, "mails.manage");
		const call = askingCalls().find((one) => one.category === category);
		if (!call) return 0;
		return writeAll(call, `asked ${dayOf(now(), event.zone())}`, undefined, id);
	}

	async function writeAll(call: Call, occasion: string, told: SQL | undefined, actorId?: number): Promise<number> {
		const ending = `:${dayOf(call.confirmBy, event.zone())}:${occasion}`;
		let written = 0;
		for (;;) {
			const some = await db.write((tx) => {
				const found = due(tx, call, { ending, told });
				for (const entry of found) {
					const { id: entryId, email: to, locale } = entry;
					const letter = { kind: "attendance", entryId, to, ...(actorId && { actorId }) } as const;
					const expires = { expiresAt: call.confirmBy };
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

	/** Who has not answered, has an address, knows by mail or a release of the acceptance, and has no such mail of today or of this occasion. */
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
		const isOfOccasion = eq(outbox.dedupeKey, sql`'attendance:' || ${entries.id} || ${ending}`);
		const isOfToday = gte(outbox.createdAt, at(dayOf(now(), event.zone()), "00:00"));
		const written = tx
			.select({ id: outbox.id })
			.from(outbox)
			.where(and(eq(outbox.entryId, entries.id), eq(outbox.kind, "attendance"), or(isOfOccasion, isOfToday)));
		return tx
			.select()
			.from(entries)
			.where(
				and(
					eq(entries.category, category),
					CONFIRMABLE,
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
		const deadline = formatInstant(programmes.confirmByOf(entry.category) ?? now(), event.zone(), locale);
		const about = { ...entry, link: links.openedBy(entry), guest: entry.userId === null, deadline };
		return texts.write("attendance", locale, attendanceValues(locale, about), own);
	}

	return { sweep, remindNow, written: text };
}
