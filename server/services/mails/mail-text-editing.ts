import { and, eq } from "drizzle-orm";
import { LOCALES } from "../../../app/i18n.ts";
import { MAIL_TEXT_KINDS, type MailText, type MailTextKind } from "../../../app/mails/mail-texts.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import type { Orm } from "../../../db/client.ts";
import { mailTexts, users } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { dropMailText, keepMailText } from "./mail-text-rows.ts";
import type { MailTexts } from "./mail-texts.ts";

/** A text as organisers edit it. */
export interface EditedMailText extends MailText {
	/** Names its state, for a form that relies on it; 0 for the program's own text. */
	revision: number;
	/** Who changed it last, and when; by "" if their account is gone. */
	changed: { by: string; at: number } | undefined;
}

export type EditedMailTexts = Readonly<Record<Locale, EditedMailText>>;

/** What a form was made with. */
export type SeenMailTexts = Readonly<Record<Locale, Pick<EditedMailText, "subject" | "body" | "revision">>>;

export const isSameText = (one: MailText, other: MailText) => one.subject === other.subject && one.body === other.body;

/** The texts of mails of the current event, for organisers. */
export function createMailTextEditing(
	{ db, event, log, now }: Pick<Runtime, "db" | "event" | "log" | "now">,
	{ texts }: { texts: MailTexts },
) {
	/** Every kind of mail, and the languages in which its text was changed. */
	function list(actor: Actor): { kind: MailTextKind; changed: Locale[] }[] {
		requireCan(actor, "mails.manage");
		const { kind, locale, eventId } = mailTexts;
		const rows = db.orm.select({ kind, locale }).from(mailTexts).where(eq(eventId, event.row().id)).all();
		return MAIL_TEXT_KINDS.map((one) => ({
			kind: one,
			changed: LOCALES.filter((language) => rows.some((row) => row.kind === one && row.locale === language)),
		}));
	}

	/** The texts of a kind of mail in both languages. */
	function open(actor: Actor, kind: MailTextKind): EditedMailTexts {
		requireCan(actor, "mails.manage");
		return read(db.orm, kind);
	}

	function read(tx: Orm, kind: MailTextKind): EditedMailTexts {
		const { eventId, subject, body, revision, at, locale } = mailTexts;
		const rows = tx
			.select({ locale, subject, body, revision, at, by: users.email })
			.from(mailTexts)
			.leftJoin(users, eq(users.id, mailTexts.actorId))
			.where(and(eq(eventId, event.row().id), eq(mailTexts.kind, kind)))
			.all();
		const inLanguage = (language: Locale): EditedMailText => {
			const row = rows.find((one) => one.locale === language);
			if (!row) return { ...texts.shipped(kind, language), revision: 0, changed: undefined };
			const changed = { by: row.by ?? "", at: row.at };
			return { subject: row.subject, body: row.body, revision: row.revision, changed };
		};
		return { en: inLanguage("en"), zh: inLanguage("zh") };
	}

	/**
	 * Keeps texts without faults in the languages in which they differ from what the organiser saw. The program's own text is
	 * not kept, so that it follows the event.
	 * @returns false, and nothing changes, where someone else has changed one of them to something else
	 */
	async function save(
		actor: Actor,
		kind: MailTextKind,
		seen: SeenMailTexts,
		given: Readonly<Record<Locale, MailText>>,
	): Promise<boolean> {
		const { id: user } = requireCan(actor, "mails.manage");
		const written = await db.write((tx) => {
			const present = read(tx, kind);
			const changed = LOCALES.filter(
				(locale) => !isSameText(given[locale], seen[locale]) && !isSameText(given[locale], present[locale]),
			);
			if (changed.some((locale) => present[locale].revision !== seen[locale].revision)) return;
			for (const locale of changed) {
				const place = { eventId: event.row().id, kind, locale };
				if (isSameText(given[locale], texts.shipped(kind, locale))) dropMailText(tx, place);
				else keepMailText(tx, place, given[locale], { actorId: user, at: now() });
			}
			return changed;
		});
		note(user, kind, written ?? []);
		return written !== undefined;
	}

	/** Brings the program's own text back. @returns false where the text is not what the organiser saw any more */
	async function restore(actor: Actor, kind: MailTextKind, locale: Locale, revision: number): Promise<boolean> {
		const { id: user } = requireCan(actor, "mails.manage");
		const done = await db.write((tx) => {
			if (read(tx, kind)[locale].revision !== revision) return false;
			dropMailText(tx, { eventId: event.row().id, kind, locale });
			return true;
		});
		if (done) note(user, kind, [locale]);
		return done;
	}

	function note(user: number, kind: MailTextKind, languages: readonly Locale[]): void {
		if (languages.length > 0) log.info({ event: "mail text changed", user, kind, languages }, "mail text changed");
	}

	return { list, open, save, restore };
}
