import { z } from "zod";
import { PROGRAMME_STATES, TELLING } from "../enumerations.ts";
import type { Translate } from "../i18n.ts";
import { MOST_REMIND_DAYS } from "../programmes/attendance.ts";
import { lineFault, type Problem } from "../programmes/problems.ts";
import { carried } from "./carried.ts";

const text = z.string().trim().max(2_048).catch("");

/** What the form of one programme posts. Days as `2025-08-18`, or "". */
export const programmeSettingsForm = z.object({
	category: z.string().catch(""),
	state: z.enum(PROGRAMME_STATES).or(z.literal("")).catch(""),
	opens: text,
	closes: text,
	link: text,
	/** "": as it is. */
	tells: z.enum(TELLING).or(z.literal("")).catch(""),
	/** Forms of calls whose authors do not confirm have neither. */
	confirmBy: text,
	remindDays: text,
});

export type ProgrammeSettingsForm = z.infer<typeof programmeSettingsForm>;

/** The settings the page was made with, as it carried them. */
export const programmeSettingsSeen = carried(
	z.object({
		state: z.enum(PROGRAMME_STATES),
		opens: z.string(),
		closes: z.string(),
		link: z.string(),
		tells: z.enum(TELLING),
		confirmBy: z.string(),
		remindDays: z.string(),
	}),
);

const DAY = z.iso.date();
/** Years of the first century are typing errors, and have no offset in the event's zone. */
const EARLIEST = "2000-01-01";

/** Problems of a programme's settings. */
export function settingsProblems(t: Translate, given: ProgrammeSettingsForm): Problem[] {
	const { category, state, opens, closes, link, confirmBy, remindDays } = given;
	const problems: Problem[] = [];
	const add = (field: string, message: string) => problems.push({ field: `${category}-${field}`, message });
	if (state === "") add("state", t("programmesMessages.noState"));
	for (const [field, day] of Object.entries({ opens, closes, confirmBy })) {
		if (day !== "" && !(DAY.safeParse(day).success && day >= EARLIEST)) add(field, t("programmesMessages.badDay"));
	}
	if (!/^\d{0,3}$/.test(remindDays) || Number(remindDays) > MOST_REMIND_DAYS)
		add("remindDays", t("programmesMessages.badDays", { max: MOST_REMIND_DAYS }));
	if (problems.length === 0 && opens !== "" && closes !== "" && closes < opens)
		add("closes", t("programmesMessages.order"));
	if (state === "dates" && opens === "" && closes === "") add("opens", t("programmesMessages.noDates"));
	if (state === "external" && link === "") add("link", t("programmesMessages.noLink"));
	const odd = lineFault(link);
	if (odd) add("link", t(`problemMessages.${odd}`, { field: t("programmes.link") }));
	else if (link !== "" && !/^https?:\/\//i.test(link)) add("link", t("programmesMessages.badLink"));
	return problems;
}
