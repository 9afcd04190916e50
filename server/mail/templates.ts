import type { Brand } from "../../app/brand/brand.ts";
import type { LetterKind, LetterLanguage } from "../../app/enumerations.ts";
import type { EntryKind } from "../../app/kinds.ts";
import { translators } from "../../app/locales/index.ts";
import type { Locale, Programme } from "../../app/programmes/define.ts";
import { marks } from "../../app/programmes/marks.ts";
import type { Step } from "../../app/programmes/next-steps.ts";
import { spotId } from "../../app/programmes/spot-ids.ts";
import { formatInstant } from "../../app/programmes/window.ts";

export interface LetterText {
	subject: string;
	body: string;
}

/** Separator between languages. Not two hyphens, which start a signature. */
const RULE = "-".repeat(40);

/** A mail in one language, or in both: the recipient's first. */
export function inLanguage(own: Locale, language: LetterLanguage, write: (locale: Locale) => LetterText): LetterText {
	if (language !== "both") return write(language);
	const letters = [own, own === "en" ? ("zh" as const) : ("en" as const)].map(write);
	return {
		subject: letters.map(({ subject }) => subject).join(" / "),
		body: letters.map(({ body }) => body).join(`\n${RULE}\n\n`),
	};
}

interface Received {
	locale: Locale;
	programme: Programme;
	kind: EntryKind;
	id: number;
	incomplete: readonly string[];
	/** Link to view and edit: private link for guests, dashboard for accounts. */
	link: string;
	guest: boolean;
}

/**
 * Receipt of an entry, in its language. Quotes nothing typed, so that the form cannot be used to send messages to
 * strangers.
 */
export function receiptLetter(entry: Received & { brand: Brand; steps?: readonly Step[] }): LetterText {
	const t = translators[entry.locale];
	const programme = entry.programme.label[entry.locale];
	const reference = spotId(entry);
	const paragraphs = [
		t("mail.greeting"),
		t("mail.received", { programme, product: entry.brand.product, reference }),
		...lackingIn(entry, entry.locale),
		...stepsIn(entry),
		`${t(entry.guest ? "mail.privateLink" : "mail.accountLink")}\n${entry.link}`,
		t("mail.support", { address: entry.brand.support }),
		entry.brand.foundation,
	];
	return {
		subject: t("mail.receivedSubject", { product: entry.brand.product, reference }),
		body: `${paragraphs.join("\n\n")}\n`,
	};
}

/** The receipt of several entries that name one address, each with its link. It quotes nothing, either. */
export function receiptsLetter(entries: readonly Received[], locale: Locale, brand: Brand): LetterText {
	const t = translators[locale];
	const { product, support: address, foundation } = brand;
	const paragraphs = [
		t("mail.greeting"),
		t("mail.receivedSeveral", { product }),
		...entries.map((entry) => {
			const programme = entry.programme.label[locale];
			const named = t("mail.receivedOne", { reference: spotId(entry), programme });
			return [named, ...lackingIn(entry, locale), entry.link].join("\n");
		}),
		t(entries.some(({ guest }) => guest) ? "mail.privateLinks" : "mail.accountLinks"),
		t("mail.support", { address }),
		foundation,
	];
	return { subject: t("mail.receivedSeveralSubject", { product }), body: `${paragraphs.join("\n\n")}\n` };
}

/** What happens next, as a numbered list. */
function stepsIn({ steps = [], locale }: { steps?: readonly Step[]; locale: Locale }): string[] {
	if (steps.length === 0) return [];
	const title = `${translators[locale]("steps.title")}${marks[locale].colon.trimEnd()}`;
	return [[title, ...steps.map(({ text }, index) => `${index + 1}. ${text}`)].join("\n")];
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
	locale: Locale;
	kind: EntryKind;
	id: number;
	name: string;
	title: string;
	brand: Brand;
	/** Where its author finds it. */
	link: string;
	/** From the first day of the event to the last, if they are known. */
	days?: string;
}

const wordsOf = ({ brand, title, kind, id }: About) => ({
	product: brand.product,
	title: title || spotId({ kind, id }),
});

type Decision = Exclude<LetterKind, "forum">;

/** What a decision asks the speaker to do next. */
const NEXT_STEPS: Partial<Record<Decision, "mail.acceptAction">> = { accept: "mail.acceptAction" };

/** Decision mail about a talk, in the speaker's language. Organisers see it and may edit it before it is sent. */
function decisionLetter(kind: Decision, about: About): LetterText {
	const t = translators[about.locale];
	const words = wordsOf(about);
	const next = NEXT_STEPS[kind];
	const paragraphs = [
		t("mail.dear", { name: about.name }),
		t(`mail.${kind}`, words),
		next && `${t(next)}\n${about.link}`,
		t("mail.support", { address: about.brand.support }),
		about.brand.foundation,
	];
	return { subject: t(`mail.${kind}Subject`, words), body: `${paragraphs.filter(Boolean).join("\n\n")}\n` };
}

/** Confirms a registration for the forum. */
function forumLetter(about: About): LetterText {
	const t = translators[about.locale];
	const { product, place } = about.brand;
	const words = { product };
	const { days } = about;
	const paragraphs = [
		t("mail.dear", { name: about.name }),
		place && days ? t("mail.forum", { product, place, days }) : t("mail.forumLater", words),
		t("mail.support", { address: about.brand.support }),
		about.brand.foundation,
	];
	return { subject: t("mail.forumSubject", words), body: `${paragraphs.join("\n\n")}\n` };
}

const ORGANISER_LETTERS: Record<LetterKind, (about: About) => LetterText> = {
	accept: (about) => decisionLetter("accept", about),
	hold: (about) => decisionLetter("hold", about),
	reject: (about) => decisionLetter("reject", about),
	forum: forumLetter,
};

/** A mail that organisers send about an entry. */
export function organiserLetter(kind: LetterKind, about: About): LetterText {
	return ORGANISER_LETTERS[kind](about);
}

/** Tells a speaker the time and room of their talk. With a calendar file. */
export function slotLetter(
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
): LetterText {
	const { locale, zone, start, place, track, page, guest } = about;
	const t = translators[locale];
	const words = wordsOf(about);
	const paragraphs = [
		t("mail.dear", { name: about.name }),
		t("mail.slot", words),
		[
			formatInstant(start, zone, locale, "long"),
			t("mail.slotMinutes", { count: place.minutes }),
			[place.room, track].filter(Boolean).join(" · "),
		].join("\n"),
		t("mail.slotCalendar"),
		page ? `${t("mail.slotLink")}\n${page}` : `${t(guest ? "mail.privateLink" : "mail.accountLink")}\n${about.link}`,
		t("mail.support", { address: about.brand.support }),
		about.brand.foundation,
	];
	return { subject: t("mail.slotSubject", words), body: `${paragraphs.join("\n\n")}\n` };
}

/** Tells a speaker that their slot was cancelled, with a calendar file. */
export function removalLetter(about: About & { guest: boolean }): LetterText {
	const t = translators[about.locale];
	const words = wordsOf(about);
	const paragraphs = [
		t("mail.dear", { name: about.name }),
		t("mail.removal", words),
		t("mail.removalCalendar"),
		`${t(about.guest ? "mail.privateLink" : "mail.accountLink")}\n${about.link}`,
		t("mail.support", { address: about.brand.support }),
		about.brand.foundation,
	];
	return { subject: t("mail.removalSubject", words), body: `${paragraphs.join("\n\n")}\n` };
}

/** Test mail to an administrator. */
export function testLetter(locale: Locale, brand: Brand): LetterText {
	const t = translators[locale];
	return { subject: t("mail.testSubject", { product: brand.product }), body: `${t("mail.test")}\n` };
}

export function listOf(items: readonly string[], locale: Locale): string {
	return new Intl.ListFormat(locale === "zh" ? "zh-CN" : "en-GB", { type: "conjunction" }).format(items);
}
