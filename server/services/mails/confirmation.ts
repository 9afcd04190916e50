import type { LetterKind } from "../../../app/enumerations.ts";
import { rulesOfKind } from "../../../app/kinds.ts";
import { SCHEDULABLE, statusAnnouncedBy } from "../../../app/lifecycle.ts";
import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { formatInstant } from "../../../app/programmes/window.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import type { Programmes } from "../programmes/programmes.ts";
import type { Runtime } from "../runtime.ts";

/** Until when an author is asked to confirm, and the present, in milliseconds since the epoch. */
interface Asked {
	confirmBy: number;
	now: number;
	zone: string;
}

/** Whether a mail tells an author that there is a place for the entry. */
export function announcesPlace(kind: LetterKind): boolean {
	const status = statusAnnouncedBy(kind);
	return status !== undefined && SCHEDULABLE.includes(status);
}

/** Whether a mail asks the author of an entry to confirm by the button on its page: it announces a place, of a call that asks. */
export function createConfirmation(
	{ event, now }: Pick<Runtime, "event" | "now">,
	{ confirmByOf }: Pick<Programmes, "confirmByOf">,
) {
	return function askedBy(entry: Pick<EntryRow, "kind" | "category">, kind: LetterKind): Asked | undefined {
		if (!announcesPlace(kind) || !rulesOfKind(entry.kind).confirms) return;
		const confirmBy = confirmByOf(entry.category);
		return confirmBy === null ? undefined : { confirmBy, now: now(), zone: event.zone() };
	};
}

/**
 * How an author confirms that they take part: if they are asked, by the button on the page of their entry, else by a reply,
 * or by a message there where replies reach nobody.
 */
export function confirmSentence(locale: Locale, asked: Asked | undefined, byReply: boolean): string {
	const t = translators[locale];
	if (!asked) return t(byReply ? "mail.acceptAction" : "mail.acceptMessage");
	const { confirmBy, now, zone } = asked;
	if (confirmBy < now) return t("mail.acceptConfirmNow");
	return t("mail.acceptConfirm", { date: formatInstant(confirmBy, zone, locale) });
}
