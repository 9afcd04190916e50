import type { LetterKind } from "../../../app/enumerations.ts";
import { rulesOfKind } from "../../../app/kinds.ts";
import { SCHEDULABLE, statusAnnouncedBy } from "../../../app/lifecycle.ts";
import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { formatInstant } from "../../../app/programmes/window.ts";
import type { ToldEntry } from "../entries/entry-rows.ts";
import type { Programmes } from "../programmes/programmes.ts";
import type { Runtime } from "../runtime.ts";

/** Until when an author is asked to confirm, and the present, in milliseconds since the epoch. */
interface Asked {
	confirmBy: number;
	now: number;
	zone: string;
}

/** Whether a mail asks the author of an entry to confirm by the button on its page: it announces a place, of a call that asks. */
export function createConfirmation(
	{ event, now }: Pick<Runtime, "event" | "now">,
	{ confirmByOf }: Pick<Programmes, "confirmByOf">,
) {
	return function askedBy(entry: ToldEntry, kind: LetterKind): Asked | undefined {
		const status = statusAnnouncedBy(kind);
		if (!status || !SCHEDULABLE.includes(status) || !rulesOfKind(entry.kind).confirms) return;
		const confirmBy = confirmByOf(entry.category);
		return confirmBy === null ? undefined : { confirmBy, now: now(), zone: event.zone() };
	};
}

/** How an author confirms that they take part: by a reply, or if they are asked, by the button on the page of their entry. */
export function confirmSentence(locale: Locale, asked: Asked | undefined): string {
	const t = translators[locale];
	if (!asked) return t("mail.acceptAction");
	const { confirmBy, now, zone } = asked;
	if (confirmBy < now) return t("mail.acceptConfirmNow");
	return t("mail.acceptConfirm", { date: formatInstant(confirmBy, zone, locale) });
}
