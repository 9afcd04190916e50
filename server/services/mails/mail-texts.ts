import { eq } from "drizzle-orm";
import { letterOf } from "../../../app/mails/letter-texts.ts";
import type { EventValues, MailText, MailTextKind, OwnValues, TextKind } from "../../../app/mails/mail-texts.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { formatDays } from "../../../app/programmes/window.ts";
import { mailTexts } from "../../../db/schema.ts";
import { shippedText } from "../../mail/shipped-texts.ts";
import type { Runtime } from "../runtime.ts";
import type { EventDays } from "../schedule/event-days.ts";

export type MailTexts = ReturnType<typeof createMailTexts>;

/** Writes mails with the text of the current event, from memory: it is read again after a write of any process. */
export function createMailTexts({ db, event }: Pick<Runtime, "db" | "event">, { eventDays }: { eventDays: EventDays }) {
	const changed = db.rememberingSetup((): ReadonlyMap<string, MailText> => {
		const rows = db.orm.select().from(mailTexts).where(eq(mailTexts.eventId, event.row().id)).all();
		return new Map(rows.map(({ kind, locale, subject, body }) => [`${kind} ${locale}`, { subject, body }]));
	});

	/** What every mail can name. */
	const eventValues = db.rememberingSetup((locale: Locale): EventValues => {
		const { product, place, support, foundation } = event.brand(locale);
		const days = eventDays();
		const dates = days ? formatDays(days.first, days.last, locale) : "";
		return { event: product, place, dates, support, organisation: foundation };
	});

	const shippedNamed = db.rememberingSetup((name: `${MailTextKind} ${Locale}`): MailText => {
		const [kind, locale] = name.split(" ") as [MailTextKind, Locale];
		return shippedText(kind, locale, eventValues(locale));
	});

	/** The program's own text. */
	const shipped = (kind: MailTextKind, locale: Locale): MailText => shippedNamed(`${kind} ${locale}`);

	/** The text that mails have now. */
	function present(kind: MailTextKind, locale: Locale): MailText {
		return changed().get(`${kind} ${locale}`) ?? shipped(kind, locale);
	}

	/** A mail. @param text to try another one */
	function write<K extends MailTextKind>(
		kind: K,
		locale: Locale,
		values: OwnValues<K>,
		text = present(kind, locale),
	): MailText {
		return fill(text, locale, values);
	}

	/** A text with its placeholders replaced. */
	function fill<K extends TextKind>(text: MailText, locale: Locale, values: OwnValues<K>): MailText {
		const ofEvent = eventValues(locale);
		return letterOf(text, { ...ofEvent, ...values });
	}

	return { write, fill, present, shipped, eventValues };
}
