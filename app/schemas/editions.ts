import { z } from "zod";
import type { Translate } from "../i18n.ts";
import { type RawForm, textOf } from "../programmes/answers.ts";
import type { Problem } from "../programmes/problems.ts";
import { dayAfter } from "../programmes/window.ts";
import { fieldFault } from "./event.ts";

const DAY = z.iso.date();
/** Days after this are mistakes. */
const LATEST = "2200";

/**
 * Reads the form, or says what is wrong with it.
 * @param last the event before: its name, and its last day as `2025-09-14`
 */
export function nextEdition(t: Translate, form: RawForm, last: { name: string; lastDay: string | undefined }) {
	const typed = (name: string) => textOf(form, name).replace(/\s+/g, " ").trim();
	const value = { name: typed("name"), nameZh: typed("nameZh"), firstDay: typed("firstDay").normalize("NFKC") };
	const isDay = DAY.safeParse(value.firstDay).success && value.firstDay < LATEST;
	const faults: Record<keyof typeof value, string | undefined> = {
		name: fieldFault(t, "name", value.name) ?? (value.name === last.name ? t("editionPage.sameName", last) : undefined),
		nameZh: fieldFault(t, "nameZh", value.nameZh),
		firstDay: !isDay
			? t("editionPage.badDay")
			: value.firstDay <= (last.lastDay ?? "")
				? t("editionPage.tooEarly", { date: last.lastDay })
				: undefined,
	};
	const problems: Problem[] = Object.entries(faults).flatMap(([field, message]) =>
		message ? [{ field, message }] : [],
	);
	return problems.length > 0 ? { problems } : { value };
}

/**
 * What is offered for the edition after one: its first day on the same day of the week, in the first year in which that
 * is ahead, and its name with that year. @param now milliseconds since the epoch
 */
export function offeredAfter(last: { name: string; nameZh: string; firstDay: string | undefined }, now: number) {
	if (last.firstDay === undefined) return { ...last, firstDay: "" };
	let { firstDay } = last;
	do firstDay = dayAfter(firstDay, 52 * 7);
	while (Date.parse(firstDay) < now);
	const renamed = (name: string) => name.replace(last.firstDay?.slice(0, 4) ?? "", firstDay.slice(0, 4));
	return { name: renamed(last.name), nameZh: renamed(last.nameZh), firstDay };
}
