/** Whether an accepted author takes part: what their pages show, and what the buttons there do. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { withParameters } from "../components/lists/list-url.ts";
import { entryPath, seeOther } from "../http.ts";
import { textOf } from "../programmes/answers.ts";
import { ANSWER_BUTTONS, DECLINE_KEEPS, MOST_IN_REASON, RECORD_BUTTONS } from "../programmes/attendance.ts";
import { isPlainText } from "../programmes/problems.ts";
import { countCharacters } from "../programmes/text-length.ts";
import { formatInstant } from "../programmes/window.ts";
import { entryNumber } from "../schemas/listing.ts";
import type { Report } from "./proposal-actions.server.ts";

type Asked = ReturnType<AppLoadContext["services"]["attendance"]["of"]>;

/** What an author's pages say of it; undefined where nobody asks. @param path of the entry's page */
export function shownAttendance({ services, t, locale, zone }: AppLoadContext, asked: Asked, path: string) {
	if (!asked) return;
	const { state, confirmBy, isLate, isOpen } = asked;
	const date = confirmBy === null ? "" : formatInstant(confirmBy, zone, locale);
	const support = services.event.brand(locale).support;
	const said = {
		asked: isLate ? t("attendance.late") : t("attendance.by", { date }),
		confirmed: t("attendance.confirmed"),
		declined: t("attendance.declined", { address: support }),
	};
	return {
		state,
		said: said[state],
		date: state === "asked" && !isLate ? date : "",
		path,
		declinePath: isOpen ? withParameters(path, { decline: 1 }) : undefined,
	};
}

export type ShownAttendance = NonNullable<ReturnType<typeof shownAttendance>>;

/**
 * Keeps the answer that a button of an author's page gave, and leads back to that page.
 * @returns undefined for another button
 */
export async function takeAnswer(context: AppLoadContext, spot: string, key: string) {
	const { services, actor, form, t } = context;
	const takesPart = ANSWER_BUTTONS.confirm in form;
	if (!takesPart && !(ANSWER_BUTTONS.decline in form)) return;
	const reason = takesPart ? "" : textOf(form, "reason").trim();
	const isTooLong = countCharacters(reason) > MOST_IN_REASON;
	const entry = services.entries.ownEntry(actor, spot, key);
	// Where there is nothing to answer any more, that is said, not what is wrong with the reason.
	const isOpen = entry !== undefined && services.attendance.of(entry)?.isOpen === true;
	if (isOpen && (isTooLong || !isPlainText(reason))) {
		const message = isTooLong
			? t("attendance.reasonTooLong", { max: MOST_IN_REASON })
			: t("problemMessages.characters", { field: t("attendance.reason") });
		return context.sendBack(DECLINE_KEEPS, { problems: [{ field: "reason", message }] });
	}
	const state = await services.attendance.answer(actor, spot, key, { takesPart, reason });
	const said = {
		asked: "",
		confirmed: takesPart ? t("attendance.saidConfirmed") : "",
		declined: takesPart ? "" : t("attendance.saidDeclined"),
	};
	const line = state ? said[state] : t("attendance.notAsked");
	const next = textOf(form, "from") === "dashboard" && actor.user ? "/dashboard" : entryPath(spot, key);
	return seeOther(line ? context.flash.say(next, [line]) : next);
}

/**
 * Records what an author told an organiser, or asks them again, for the entry that an address reads.
 * @returns undefined for another button
 */
export async function recordAnswer(
	{ services, actor, form, t }: AppLoadContext,
	url: URL,
): Promise<Report | undefined> {
	const { confirm, decline, ask } = RECORD_BUTTONS;
	if (![confirm, decline, ask].some((name) => name in form)) return;
	const id = entryNumber.parse(url.searchParams.get("id"));
	if (ask in form) await services.attendance.askAgain(actor, id);
	else await services.attendance.record(actor, id, { takesPart: confirm in form, reason: "" });
	return { status: 200, lines: [t("attendance.recorded")], wrong: false };
}
