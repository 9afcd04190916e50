/** What the pages of the texts of mails show and do. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import type { SentBack } from "../handle.ts";
import { notFound, seeOther } from "../http.ts";
import { LOCALES } from "../i18n.ts";
import { held } from "../mails/letter-texts.ts";
import {
	isMailTextKind,
	kindsToldBy,
	type MailText,
	type MailTextKind,
	placeholdersOf,
	requiredOf,
	type TextKind,
} from "../mails/mail-texts.ts";
import { ABOUT, KEPT_OF_TEXTS, TEXT_CONTROLS } from "../mails/text-controls.ts";
import { textOf } from "../programmes/answers.ts";
import type { Locale } from "../programmes/define.ts";
import { marks } from "../programmes/marks.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatInstant } from "../programmes/window.ts";
import { mailTextProblems, postedText, textsSeen } from "../schemas/mail-texts.ts";

export const TEXTS = "/admin/mail/texts";
const pathOf = (kind: MailTextKind) => `${TEXTS}/${kind}`;
const RESTORE = "do.restore-";

export interface Outcome extends SentBack {
	/** The texts as mails, and what they are about; undefined for an example. */
	preview?: { reference: string | undefined; letters: Readonly<Record<Locale, MailText>> };
	/** What somebody else has changed since. */
	differences?: { id: string; label: string; before: string; now: string; typed: string }[];
}

/** Every kind of mail about what the event has calls for, and whether its text was changed. */
export function textsPage({ services, actor, t, locale }: AppLoadContext) {
	const kinds = services.overview.totals(actor).map(({ kind }) => kind);
	const isSent = ({ kind }: { kind: MailTextKind }) => kindsToldBy(kind).some((one) => kinds.includes(one));
	return services.mailTexts
		.list(actor)
		.filter(isSent)
		.map(({ kind, changed }) => ({
			id: kind,
			name: t(`mailTexts.kinds.${kind}.name`),
			path: pathOf(kind),
			when: t(`mailTexts.kinds.${kind}.when`),
			to: t(`mailTexts.kinds.${kind}.to`),
			state:
				changed.length === 0
					? t("mailTexts.default")
					: t("mailTexts.changedIn", {
							languages: changed.map((one) => t(`letters.languages.${one}`)).join(marks[locale].item),
						}),
		}));
}

/** @throws what is not found */
function kindIn(context: AppLoadContext, named: string): MailTextKind {
	if (isMailTextKind(named)) return named;
	throw notFound(context);
}

/** @param named the kind of mail in the address */
export function textPage(context: AppLoadContext, named: string) {
	const { services, actor, t, zone, locale } = context;
	const kind = kindIn(context, named);
	const texts = services.mailTexts.open(actor, kind);
	const [told] = kindsToldBy(kind);
	return {
		path: pathOf(kind),
		name: t(`mailTexts.kinds.${kind}.name`),
		when: t(`mailTexts.kinds.${kind}.when`),
		values: valuesOf(texts),
		was: seenOf(texts),
		about: ABOUT,
		languages: LOCALES.map((language) => {
			const { changed } = texts[language];
			const by = changed && (changed.by || t("callPage.someone"));
			return {
				language,
				name: t(`letters.languages.${language}`),
				restore: changed && `${RESTORE}${language}`,
				controls: TEXT_CONTROLS[language],
				state: changed
					? t("callPage.changedBy", { by, time: formatInstant(changed.at, zone, locale) })
					: t("mailTexts.isDefault"),
			};
		}),
		placeholders: placeholderRows(context, kind),
		/** An entry that a preview may be about; "" where none is. */
		example: told ? spotId({ kind: told, id: 57 }) : "",
	};
}

/** The placeholders of a text, and what each stands for. */
export function placeholderRows({ t, locale }: AppLoadContext, kind: TextKind) {
	const inSubject = placeholdersOf(kind, "subject");
	return placeholdersOf(kind).map((name) => ({
		id: name,
		written: held(name),
		meaning: t(`mailTexts.placeholders.${name}`),
		note: [
			requiredOf(kind).includes(name) && t("mailTexts.needed"),
			!inSubject.includes(name) && t("mailTexts.onlyInText"),
		]
			.filter(Boolean)
			.join(marks[locale].space),
	}));
}

type Texts = ReturnType<AppLoadContext["services"]["mailTexts"]["open"]>;

const seenOf = (texts: Texts) =>
	JSON.stringify(
		Object.fromEntries(
			LOCALES.map((locale) => {
				const { changed: _, ...seen } = texts[locale];
				return [locale, seen];
			}),
		),
	);

const valuesOf = (texts: Readonly<Record<Locale, MailText>>): Record<string, string> =>
	Object.fromEntries(
		LOCALES.flatMap((locale) =>
			(["subject", "body"] as const).map((part) => [TEXT_CONTROLS[locale][part], texts[locale][part]]),
		),
	);

/** Saves, shows as mails, or restores the texts of a kind of mail. @throws what is not found */
export async function takeText(context: AppLoadContext, named: string) {
	const { services, actor, form, t, locale: shownIn } = context;
	const kind = kindIn(context, named);
	const seen = textsSeen.safeParse(textOf(form, "was")).data;
	const restored = LOCALES.find((locale) => `${RESTORE}${locale}` in form);
	if (restored) {
		const isBack = seen && (await services.mailTexts.restore(actor, kind, restored, seen[restored].revision));
		return isBack ? said(context, kind, t("mailTexts.restored")) : stale(context, kind, seen);
	}
	const given = { en: postedText(form, "en"), zh: postedText(form, "zh") };
	const problems = LOCALES.flatMap((locale) => mailTextProblems(t, shownIn, kind, locale, given[locale]));
	if (problems.length > 0) return refused(context, { problems });
	if ("do.preview" in form) {
		const preview = services.mailTexts.preview(actor, kind, given, textOf(form, ABOUT));
		if (!preview) return refused(context, { problems: [{ field: ABOUT, message: t("mailTexts.noSuchEntry") }] });
		const { data: back } = context.sendBack(KEPT_OF_TEXTS, {});
		return data<Outcome>({ ...back, preview });
	}
	if (seen && (await services.mailTexts.save(actor, kind, seen, given)))
		return said(context, kind, t("mailTexts.saved"));
	return stale(context, kind, seen);
}

function refused(context: AppLoadContext, { problems }: Pick<SentBack, "problems">) {
	const { data: back } = context.sendBack(KEPT_OF_TEXTS, { problems });
	return data<Outcome>(back, { status: 422 });
}

/** Nothing of either side is lost: what only they have changed is taken over, what both have stands as it was typed. */
function stale(context: AppLoadContext, kind: MailTextKind, seen: Readonly<Record<Locale, MailText>> | undefined) {
	const { services, actor, t, page, form } = context;
	const texts = services.mailTexts.open(actor, kind);
	const given = valuesOf({ en: postedText(form, "en"), zh: postedText(form, "zh") });
	const [now, before] = [valuesOf(texts), seen ? valuesOf(seen) : given];
	const names = Object.keys(now);
	const values = Object.fromEntries(
		names.map((name) => [name, (seen && given[name] === before[name] ? now : given)[name] ?? ""]),
	);
	const differences = names
		.filter((name) => before[name] !== now[name])
		.map((id) => ({
			id,
			label: t(`mailTexts.controls.${id as "subjectEn"}`),
			before: before[id] ?? "",
			now: now[id] ?? "",
			typed: given[id] ?? "",
		}));
	page.hasProblems = true;
	values.was = seenOf(texts);
	const outcome: Outcome = { problems: [], headline: t("callPage.stale"), differences, values };
	return data(outcome, { status: 409 });
}

function said(context: AppLoadContext, kind: MailTextKind, line: string): never {
	throw seeOther(context.flash.say(pathOf(kind), [line]));
}
