/** The links for late submissions, and what the buttons about them do. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { END_LINK, MADE_LINK, MAKE_LINK } from "../components/programmes/late-links.tsx";
import { DAYS_OF_LINK, MOST_LATE_LINKS } from "../enumerations.ts";
import { seeOther } from "../http.ts";
import { textOf } from "../programmes/answers.ts";
import { numberIn } from "../programmes/number.ts";
import type { Problem } from "../programmes/problems.ts";
import { firstCharacters } from "../programmes/shown-again.ts";
import { formatDay, inBrackets } from "../programmes/window.ts";
import { LATE_LINK_KEEPS, lateLinkForm, lateLinkProblems } from "../schemas/late-links.ts";
import type { Report } from "./proposal-actions.server.ts";

/** The result of a button, with the form as it was typed if it is to be shown again. */
export interface LinkReport extends Pick<Report, "status" | "lines" | "wrong"> {
	problems?: Problem[];
	values?: Record<string, string>;
}

/** What the section of the page shows. */
export function lateLinksPage(context: AppLoadContext) {
	const { services, actor, t, locale, zone } = context;
	const { usual } = services.lateLinks.days();
	const options = services.registry().all.map(({ category, label }) => ({ value: category, label: label[locale] }));
	const isOpen = ({ value }: { value: string }) => services.programmes.isOpen(value);
	const choices = [
		{ label: t("lateLinks.closedCalls"), options: options.filter((one) => !isOpen(one)) },
		{ label: t("lateLinks.openCalls"), options: options.filter(isOpen) },
	].filter(({ options }) => options.length > 0);
	const call = choices[0]?.options[0]?.value ?? "";
	return {
		words: {
			made: t("lateLinks.made"),
			title: t("lateLinks.title"),
			lead: t("lateLinks.lead"),
			address: t("lateLinks.address"),
			call: t("lateLinks.call"),
			whom: t("lateLinks.whom"),
			note: t("lateLinks.note"),
			list: t("lateLinks.list"),
			noteHint: t("lateLinks.noteHint"),
			allowed: t("lateLinks.allowed"),
			lastDay: t("lateLinks.lastDay"),
			lastDayHint:
				t("lateLinks.lastDayHint", { most: DAYS_OF_LINK.most }) + inBrackets(Date.parse(usual), zone, locale),
			make: t("lateLinks.make"),
			none: t("lateLinks.none"),
			used: t("lateLinks.used"),
			by: t("lateLinks.by"),
			state: t("lateLinks.state"),
			end: t("lateLinks.end"),
		},
		choices,
		usual: { call, note: "", allowed: "1", lastDay: usual },
		/** The address of the link that was just made. */
		made: context.flash.takeShownOnce(),
		links: services.lateLinks.list(actor).map(({ category, expiresAt, used, allowed, state, ...link }) => {
			const call = services.registry().programmeOf(category).label[locale];
			return {
				...link,
				call,
				works: state === "works",
				state: t(`lateLinks.states.${state}`),
				used: t("lateLinks.usedOf", { used, allowed }),
				lastDay: formatDay(expiresAt, zone, locale),
				/** Tells its button from the others. */
				endThis: t("lateLinks.endOf", { call, note: link.note || formatDay(expiresAt, zone, locale) }),
			};
		}),
	};
}

/** Makes or ends a link; undefined where the form is about something else. */
export async function takeLateLink(context: AppLoadContext): Promise<LinkReport | undefined> {
	const { services, actor, form, t } = context;
	if (END_LINK in form) {
		const ended = await services.lateLinks.end(actor, numberIn(textOf(form, END_LINK)));
		return ended
			? { status: 200, lines: [t("lateLinks.ended")], wrong: false }
			: { status: 409, lines: [t("lateLinks.gone")], wrong: true };
	}
	if (!(MAKE_LINK in form)) return;
	const given = lateLinkForm.parse(form);
	const problems = problemsOf(context, given);
	const values = Object.fromEntries(
		Object.entries(LATE_LINK_KEEPS).map(([name, most]) => [name, firstCharacters(textOf(form, name), most)]),
	);
	if (problems.length > 0) return { status: 422, lines: [], wrong: true, problems, values };
	const { call: category, note, allowed, lastDay } = given;
	const made = await services.lateLinks.make(actor, { category, note, allowed: Number(allowed), lastDay });
	if (made === "tooMany")
		return { status: 409, lines: [t("lateLinks.tooMany", { most: MOST_LATE_LINKS })], wrong: true, values };
	// The panel of the address says it: a message over the page would cover it.
	throw seeOther(context.flash.say(`${context.path}#${MADE_LINK}`, [], made.address));
}

function problemsOf({ services, t, locale }: AppLoadContext, given: ReturnType<typeof lateLinkForm.parse>): Problem[] {
	const { first, latest } = services.lateLinks.days();
	const calls = services.registry().all.map(({ category }) => category);
	// A day of the calendar, whatever the zone.
	const latestInWords = formatDay(Date.parse(latest), "UTC", locale);
	return lateLinkProblems(t, given, { calls, first, latest, latestInWords });
}
