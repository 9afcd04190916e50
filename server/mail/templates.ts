import type { Brand } from "../../app/brand/brand.ts";
import type { LetterKind, LetterLanguage } from "../../app/enumerations.ts";
import type { EntryKind } from "../../app/kinds.ts";
import { translators } from "../../app/locales/index.ts";
import type { MailText, OwnValues } from "../../app/mails/mail-texts.ts";
import type { Locale, Programme } from "../../app/programmes/define.ts";
import { marks } from "../../app/programmes/marks.ts";
import { isAnyAhead, type Step } from "../../app/programmes/next-steps.ts";
import { spotId } from "../../app/programmes/spot-ids.ts";
import { formatInstant } from "../../app/programmes/window.ts";

/** What the placeholders of mails to speakers and registrants stand for. */

/** Separator between languages. Not two hyphens, which start a signature. */
const RULE = "-".repeat(40);

/** A mail in one language, or in both: the recipient's first. */
export function inLanguage(own: Locale, language: LetterLanguage, write: (locale: Locale) => MailText): MailText {
	if (language !== "both") return write(language);
	const letters = [own, own === "en" ? ("zh" as const) : ("en" as const)].map(write);
	return {
		subject: letters.map(({ subject }) => subject).join(" / "),
		body: letters.map(({ body }) => body).join(`\n${RULE}\n\n`),
	};
}

interface Received {
	programme: Programme;
	kind: EntryKind;
	id: number;
	incomplete: readonly string[];
	/** Link to view and edit: private link for guests, dashboard for accounts. */
	link: string;
	guest: boolean;
}

/**
 * Receipt of an entry. Quotes nothing typed, so that the form cannot be used to send messages to strangers.
 */
export function receiptValues(locale: Locale, entry: Received & { steps: readonly Step[] }): OwnValues<"receipt"> {
	return {
		call: entry.programme.label[locale],
		reference: spotId(entry),
		missing: lackingIn(entry, locale).join("\n\n"),
		steps: stepsIn(entry.steps, locale),
		linkNote: linkNote(locale, entry.guest),
		link: entry.link,
	};
}

/** The receipt of several entries that name one address, each with its link. It quotes nothing, either. */
export function receiptsValues(locale: Locale, entries: readonly Received[]): OwnValues<"receipts"> {
	const t = translators[locale];
	const submissions = entries.map((entry) => {
		const programme = entry.programme.label[locale];
		const named = t("mail.receivedOne", { reference: spotId(entry), programme });
		return [named, ...lackingIn(entry, locale), entry.link].join("\n");
	});
	const isAnyPrivate = entries.some(({ guest }) => guest);
	return {
		submissions: submissions.join("\n\n"),
		linkNote: t(isAnyPrivate ? "mail.privateLinks" : "mail.accountLinks"),
	};
}

/** The link to a draft. It quotes nothing typed into it: anybody can name any address. */
export function draftValues(locale: Locale, about: { programme: Programme; link: string }): OwnValues<"draft"> {
	return { call: about.programme.label[locale], link: about.link };
}

const linkNote = (locale: Locale, guest: boolean) =>
	translators[locale](guest ? "mail.privateLink" : "mail.accountLink");

/** What happens next, as a numbered list. */
function stepsIn(steps: readonly Step[], locale: Locale): string {
	if (!isAnyAhead(steps)) return steps.map(({ text }) => text).join("\n");
	const title = `${translators[locale]("steps.title")}${marks[locale].colon.trimEnd()}`;
	return [title, ...steps.map(({ text }, index) => `${index + 1}. ${text}`)].join("\n");
}

/** Missing answers of an incomplete entry, and their consequences. */
function lackingIn({ programme, incomplete }: Received, locale: Locale): string[] {
	if (incomplete.length === 0) return [];
	const t = translators[locale];
	// A programme may have lost a question since.
	const missing = programme.fields.filter(({ name }) => incomplete.includes(name));
	if (missing.length === 0) return [];
	const labels = missing.map((field) => field.label[locale]);
	const fields = t("mail.incomplete", { fields: listOf(labels, locale) });
	return missing.some((field) => field.kind === "consent") ? [fields, t("mail.consent")] : [fields];
}

interface About {
	kind: EntryKind;
	id: number;
	name: string;
	title: string;
	/** Where its author finds it. */
	link: string;
	/** From the first day of the event to the last, if they are known. */
	days?: string;
}

/**
 * A mail that organisers send about an entry. They see it and may edit it before it is sent.
 * @param confirm how its author confirms that they take part
 */
export function organiserValues({ confirm, ...about }: About & { confirm: string }): OwnValues<LetterKind> {
	return { ...aboutValues(about), confirm };
}

const aboutValues = ({ name, title, link, kind, id }: About) => ({ name, title: title || spotId({ kind, id }), link });

/** Asks an accepted author to confirm. @param about.deadline in words */
export function attendanceValues(
	locale: Locale,
	{ guest, deadline, ...about }: About & { guest: boolean; deadline: string },
): OwnValues<"attendance"> {
	return { ...aboutValues(about), deadline, linkNote: linkNote(locale, guest) };
}

/** Entries of one person that a broadcast names. */
export const MOST_NAMED = 20;

/**
 * A broadcast, to the author of one entry or of several, the newest first. Links that are the same stand once; where there
 * are several, each is named.
 */
export function broadcastValues(
	locale: Locale,
	name: string,
	about: readonly Pick<About, "kind" | "id" | "title" | "link">[],
): OwnValues<"broadcast"> {
	const named = about.slice(0, MOST_NAMED).map((entry) => aboutValues({ ...entry, name }));
	const links = new Map<string, string[]>();
	for (const { link, title } of named) links.set(link, [...(links.get(link) ?? []), title]);
	const lines = [...links].map(([link, titles]) => `${listOf(titles, locale)}${marks[locale].colon}${link}`);
	const [only] = links.keys();
	return {
		name,
		title: listOf(
			named.map(({ title }) => title),
			locale,
		),
		link: links.size === 1 ? (only ?? "") : lines.join("\n"),
	};
}

/** A broadcast with the lines that say how to get no more. @param link to unsubscribe */
export function unsubscribableLetter(
	locale: Locale,
	{ subject, body }: MailText,
	{ product, link }: { product: string; link: string },
): MailText {
	return { subject, body: `${body}\n${translators[locale]("mail.unsubscribe", { product })}\n${link}\n` };
}

/** Tells the author of an entry that there is a message. It quotes nothing of it. */
export function messageValues(locale: Locale, { guest, ...about }: About & { guest: boolean }): OwnValues<"message"> {
	const linkNote = translators[locale](guest ? "mail.messageByPrivateLink" : "mail.messageByAccount");
	return { ...aboutValues(about), reference: spotId(about), linkNote };
}

/** Tells a speaker the time and room of their talk. With a calendar file. */
export function slotValues(
	locale: Locale,
	about: About & {
		zone: string;
		/** When it begins, milliseconds since the epoch. */
		start: number;
		place: { minutes: number; room: string };
		track: string;
		/** Its page in the schedule, if that is public. */
		page: string | undefined;
		guest: boolean;
	},
): OwnValues<"slot"> {
	const { zone, start, place, track, page, guest } = about;
	const t = translators[locale];
	const own = aboutValues(about);
	return {
		...own,
		time: formatInstant(start, zone, locale, "long"),
		length: t("mail.slotMinutes", { count: place.minutes }),
		room: [place.room, track].filter(Boolean).join(" · "),
		linkNote: page ? t("mail.slotLink") : linkNote(locale, guest),
		link: page ?? own.link,
	};
}

/** Tells a speaker that their slot was cancelled, with a calendar file. */
export function removalValues(locale: Locale, about: About & { guest: boolean }): OwnValues<"removal"> {
	return { ...aboutValues(about), linkNote: linkNote(locale, about.guest) };
}

/** Test mail to an administrator. */
export function testLetter(locale: Locale, brand: Brand): MailText {
	const t = translators[locale];
	return { subject: t("mail.testSubject", { product: brand.product }), body: `${t("mail.test")}\n` };
}

/** Made once: making one takes longer than using it. */
const LISTS: Record<Locale, Intl.ListFormat> = {
	en: new Intl.ListFormat("en-GB", { type: "conjunction" }),
	zh: new Intl.ListFormat("zh-CN", { type: "conjunction" }),
};

export function listOf(items: readonly string[], locale: Locale): string {
	return LISTS[locale].format(items);
}
