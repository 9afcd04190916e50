import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import {
	type CallCard,
	type CallPhase,
	externalSpotlight,
	externalWindow,
} from "../../../app/programmes/external-call.ts";
import { formatDay, formatInstant, type ProgrammeWindow, phaseAnywhere } from "../../../app/programmes/window.ts";
import type { Runtime } from "../runtime.ts";
import { periodOf } from "./call-period.ts";
import type { Programmes } from "./programmes.ts";

/** A call as the front page names it. */
export interface Call {
	href: string;
	title: string;
	/** What it is for, unless it takes nothing yet or any more. */
	lead: string;
	/** Until when it is open, or what else is true of it today; and the date in these words, or "". */
	state: string;
	date: string;
	/** It takes entries now, here or on another site. */
	isOpen: boolean;
	isElsewhere: boolean;
}

/** What stands first: what speakers can enter here, now or later. */
const FIRST = ["open", "soon", "external", "unopened", "closed"] as const;

const TAKES_NOTHING: readonly CallPhase[] = ["unopened", "closed"];

function useOf({ window, phase }: { window: ProgrammeWindow; phase: CallPhase }): (typeof FIRST)[number] {
	return !TAKES_NOTHING.includes(phase) && window.state === "external" ? "external" : phase;
}

export type Calls = ReturnType<typeof createCalls>;

/** The calls of today, for visitors: what is open until when. */
export function createCalls(
	{ event, now, registry }: Pick<Runtime, "event" | "now" | "registry">,
	{ programmes }: { programmes: Pick<Programmes, "windowOf" | "isUnopened"> },
) {
	/**
	 * As speakers look for them, those of one phase in the order of the organisers. Programmes that are not announced
	 * are named only while they take entries, or will.
	 */
	function known() {
		const own = registry().all.map(({ category, path: href, title, lead, announced }) => {
			const window = programmes.windowOf(category);
			const phase: CallPhase = programmes.isUnopened(category) ? "unopened" : phaseAnywhere(window, now());
			return { href, title, lead, window, phase, isNamed: announced === true };
		});
		const window = externalWindow(event.row());
		const { title, lead } = externalSpotlight;
		const elsewhere = window
			? [{ href: window.link ?? "", title, lead, window, phase: phaseAnywhere(window, now()), isNamed: true }]
			: [];
		return [...own, ...elsewhere]
			.filter(({ isNamed, phase }) => isNamed || !TAKES_NOTHING.includes(phase))
			.sort((one, other) => FIRST.indexOf(useOf(one)) - FIRST.indexOf(useOf(other)));
	}

	function today(locale: Locale): Call[] {
		return known().map(({ href, title, lead, window, phase }) => ({
			href,
			title: title[locale],
			lead: TAKES_NOTHING.includes(phase) ? "" : lead[locale],
			isOpen: phase === "open",
			isElsewhere: window.state === "external",
			...stateOf(window, phase, locale),
		}));
	}

	/** The same calls for those who have logged in, with their days. */
	function cards(locale: Locale): CallCard[] {
		return known().map(({ href, title, lead, window, phase }) => ({
			href,
			title: title[locale],
			lead: lead[locale],
			period: periodOf(window, { now: now(), zone: event.zone(), locale }),
			phase,
			isElsewhere: window.state === "external",
		}));
	}

	/** Whether anything can be entered, or will be. */
	function isAnyAhead(): boolean {
		return known().some(({ phase }) => !TAKES_NOTHING.includes(phase));
	}

	/** Past dates, and dates that were changed by hand, are not named. */
	function stateOf({ opensAt, closesAt }: ProgrammeWindow, phase: CallPhase, locale: Locale) {
		const t = translators[locale];
		const at = (instant: number) => formatInstant(instant, event.zone(), locale);
		const said = (key: "until" | "extended" | "opens" | "closedOn", date: string) => ({
			state: t(`calls.${key}`, { date }),
			date,
		});
		const isOver = closesAt !== null && now() > closesAt;
		if (phase === "unopened") return { state: t("dashboard.state.unopened"), date: "" };
		if (phase === "soon") return said("opens", at(opensAt ?? 0));
		if (phase === "closed") return isOver ? said("closedOn", at(closesAt)) : { state: t("calls.closed"), date: "" };
		if (isOver) return said("extended", formatDay(closesAt, event.zone(), locale));
		return closesAt === null ? { state: t("calls.open"), date: "" } : said("until", at(closesAt));
	}

	return { today, cards, isAnyAhead };
}
