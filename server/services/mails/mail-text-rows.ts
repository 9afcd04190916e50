import { and, asc, eq } from "drizzle-orm";
import { LOCALES } from "../../../app/i18n.ts";
import { type MailTextFault, mailTextFaults, tidied } from "../../../app/mails/letter-texts.ts";
import { isMailTextKind, type MailText, type MailTextKind } from "../../../app/mails/mail-texts.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import type { Orm } from "../../../db/client.ts";
import { mailTexts } from "../../../db/schema.ts";
import { newRevision } from "../revisions.ts";

/** A text that organisers have changed, as plain data. */
export interface ChangedMailText extends MailText {
	kind: string;
	locale: string;
}

/** What is wrong with one of several texts. `at` counts from 0. */
export interface MailTextRowFault extends Omit<MailTextFault, "part" | "fault"> {
	at: number;
	part: MailTextFault["part"] | "kind" | "locale";
	fault: MailTextFault["fault"] | "twice";
}

/** Who changes texts, and when. */
export interface Change {
	actorId: number | null;
	at: number;
}

interface Place {
	eventId: number;
	kind: MailTextKind;
	locale: Locale;
}

const isAt = ({ eventId, kind, locale }: Place) =>
	and(eq(mailTexts.eventId, eventId), eq(mailTexts.kind, kind), eq(mailTexts.locale, locale));

/** Keeps an organiser's text. */
export function keepMailText(tx: Orm, place: Place, { subject, body }: MailText, { actorId, at }: Change): void {
	const values = { subject, body, revision: newRevision(), at, actorId };
	tx.delete(mailTexts).where(isAt(place)).run();
	tx.insert(mailTexts)
		.values({ ...place, ...values })
		.run();
}

/** Lets the program's own text take the place of an organiser's. */
export function dropMailText(tx: Orm, place: Place): void {
	tx.delete(mailTexts).where(isAt(place)).run();
}

/** All texts of an event that organisers have changed. */
export function changedMailTexts(tx: Orm, eventId: number): ChangedMailText[] {
	const { kind, locale, subject, body } = mailTexts;
	const ofEvent = tx.select({ kind, locale, subject, body }).from(mailTexts).where(eq(mailTexts.eventId, eventId));
	return ofEvent.orderBy(asc(kind), asc(locale)).all();
}

/**
 * Replaces all changed texts of an event; the others are the program's again.
 * @returns every fault of the texts; with any, nothing is replaced
 */
export function replaceMailTexts(
	tx: Orm,
	eventId: number,
	texts: readonly ChangedMailText[],
	change: Change,
): MailTextRowFault[] {
	const known = new Set<string>();
	const faults: MailTextRowFault[] = [];
	const valid: (MailText & Place)[] = [];
	for (const [at, { kind, locale: named, ...text }] of texts.entries()) {
		const locale = LOCALES.find((one) => one === named);
		if (!isMailTextKind(kind)) faults.push({ at, part: "kind", fault: "unknown", about: kind.slice(0, 40) });
		if (!locale) faults.push({ at, part: "locale", fault: "unknown", about: named.slice(0, 40) });
		if (!isMailTextKind(kind) || !locale) continue;
		if (known.has(`${kind} ${locale}`)) faults.push({ at, part: "kind", fault: "twice", about: kind });
		known.add(`${kind} ${locale}`);
		const tidy = tidied(text);
		faults.push(...mailTextFaults(kind, tidy).map((fault) => ({ ...fault, at })));
		valid.push({ ...tidy, eventId, kind, locale });
	}
	if (faults.length > 0) return faults;
	tx.delete(mailTexts).where(eq(mailTexts.eventId, eventId)).run();
	for (const one of valid) keepMailText(tx, one, one, change);
	return [];
}

/** Gives the next edition the texts of an earlier one in place of its own. */
export function copyMailTexts(tx: Orm, fromEvent: number, toEvent: number): void {
	const rows = tx.select().from(mailTexts).where(eq(mailTexts.eventId, fromEvent)).all();
	tx.delete(mailTexts).where(eq(mailTexts.eventId, toEvent)).run();
	for (const row of rows)
		tx.insert(mailTexts)
			.values({ ...row, eventId: toEvent })
			.run();
}
