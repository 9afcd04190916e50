import type { EventTemplate } from "../enumerations.ts";
import type { Words } from "./define.ts";
import type { Phase, ProgrammeWindow } from "./window.ts";

/** A call that another site takes entries for: announced here, never stored here (specification section 1). */
export const externalSpotlight: { title: Words; lead: Words } = {
	title: { en: "Spotlight Project Nominations", zh: "开源项目提名" },
	lead: { en: "Nominate an open-source project on the spotlight site.", zh: "前往开源项目展示网站提名。" },
};

/** When that site takes entries. Only of the specification's event are the dates known. */
const DATES: Record<EventTemplate, Pick<ProgrammeWindow, "opensAt" | "closesAt">> = {
	blank: { opensAt: null, closesAt: null },
	hangzhou: {
		opensAt: Date.parse("2025-06-18T00:00:00+08:00"),
		closesAt: Date.parse("2025-08-18T23:59:59+08:00"),
	},
};

/** The call of the other site; undefined for an event without one. */
export function externalWindow(event: { spotlightSite: string; template: EventTemplate }): ProgrammeWindow | undefined {
	if (event.spotlightSite === "") return;
	return { state: "external", link: event.spotlightSite, ...DATES[event.template] };
}

/** The phase of a call for visitors, to whom one that was never open is not closed. */
export type CallPhase = Exclude<Phase, "external"> | "unopened";

/** A programme as it is announced. */
export interface CallCard {
	href: string;
	title: string;
	lead: string;
	/** When submissions are or were accepted, in words; "" where no date says anything. */
	period: string;
	phase: CallPhase;
	isElsewhere: boolean;
}
