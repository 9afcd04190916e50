import { z } from "zod";
import { MOST_LINK_USES } from "../enumerations.ts";
import type { Translate } from "../i18n.ts";
import { oneLine } from "../programmes/answers.ts";
import { NUMBER } from "../programmes/number.ts";
import { lineFault, type Problem } from "../programmes/problems.ts";

/** Characters of a note. */
const MOST_IN_NOTE = 200;

/** The fields of the form of a link with their maximum lengths, to show them again. */
export const LATE_LINK_KEEPS = { call: 40, note: 400, allowed: 10, lastDay: 40 } as const;

const text = z.string().trim().catch("");

/** What the form of a link posts. */
export const lateLinkForm = z.object({
	call: text,
	note: z.string().catch("").transform(oneLine),
	allowed: text,
	/** `2025-08-18` */
	lastDay: text,
});

/** What is wrong with it. @param offered the calls, and the days on which a link may end */
export function lateLinkProblems(
	t: Translate,
	{ call, note, allowed, lastDay }: z.infer<typeof lateLinkForm>,
	offered: { calls: readonly string[]; first: string; latest: string; latestInWords: string },
): Problem[] {
	const problems: Problem[] = [];
	const add = (field: keyof typeof LATE_LINK_KEEPS, message: string) => problems.push({ field, message });
	if (!offered.calls.includes(call)) add("call", t("lateLinks.noCall"));
	const fault = lineFault(note);
	const field = t("lateLinks.whom");
	if (fault) add("note", t(`problemMessages.${fault}`, { field }));
	else if ([...note].length > MOST_IN_NOTE) add("note", t("problemMessages.tooLong", { field, max: MOST_IN_NOTE }));
	if (!NUMBER.test(allowed) || Number(allowed) > MOST_LINK_USES)
		add("allowed", t("lateLinks.badAllowed", { most: MOST_LINK_USES }));
	if (!z.iso.date().safeParse(lastDay).success || lastDay < offered.first || lastDay > offered.latest)
		add("lastDay", t("lateLinks.badDay", { latest: offered.latestInWords }));
	return problems;
}
