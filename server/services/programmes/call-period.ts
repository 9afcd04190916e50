import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { dayOf, formatDay, formatDays, type ProgrammeWindow, phaseAt } from "../../../app/programmes/window.ts";

/**
 * When a call takes entries, as of today: past or missed dates are not promised. "" where there is nothing to say.
 * @param as.now milliseconds since the epoch
 */
export function periodOf(window: ProgrammeWindow, as: { now: number; zone: string; locale: Locale }): string {
	const { now, zone, locale } = as;
	const t = translators[locale];
	const { opensAt, closesAt } = window;
	const [first, last] = [opensAt ?? 0, closesAt ?? 0];
	const [from, to] = [first, last].map((instant) => formatDay(instant, zone, locale));
	const days = () => formatDays(dayOf(first, zone), dayOf(last, zone), locale, "short");
	const isOver = closesAt !== null && now > closesAt;
	const phase = phaseAt(window, now);
	if (isOver) {
		if (phase === "open") return t("dashboard.extended", { to });
		return opensAt === null ? t("dashboard.ended", { to }) : t("dashboard.was", { days: days() });
	}
	const isAhead = opensAt !== null && now < opensAt;
	if (phase === "closed") return "";
	if (isAhead && phase !== "open") return t("dashboard.opens", { from });
	if (closesAt === null) return "";
	return opensAt === null || isAhead ? t("dashboard.until", { to }) : t("dashboard.accepted", { days: days() });
}
