import { eq } from "drizzle-orm";
import type { Locale } from "../../app/programmes/define.ts";
import { type CallCard, spotlightElsewhere } from "../../app/programmes/elsewhere.ts";
import { programmeOf, programmes } from "../../app/programmes/index.ts";
import { formatDay, isOpenAt, type ProgrammeWindow } from "../../app/programmes/window.ts";
import { programmeSettings } from "../../db/schema.ts";
import { AppError } from "../errors.ts";
import type { Runtime } from "./runtime.ts";

export type Programmes = ReturnType<typeof createProgrammes>;

export function createProgrammes({ db, config, now }: Runtime) {
	/** State and dates of a programme as the administrators set them. */
	function windowOf(category: string): ProgrammeWindow {
		const row = db.orm.select().from(programmeSettings).where(eq(programmeSettings.category, category)).get();
		if (!row) throw new Error(`programme ${programmeOf(category).category} has no settings row`);
		return row;
	}

	function isOpen(category: string): boolean {
		return isOpenAt(windowOf(category), now());
	}

	/** @throws AppError PROGRAMME_CLOSED */
	function requireOpen(category: string): void {
		if (!isOpen(category)) throw new AppError("PROGRAMME_CLOSED");
	}

	/** What the login screen and the dashboard announce, with periods and states; the last lives on another site. */
	function cards(locale: Locale): CallCard[] {
		const day = (instant: number) => formatDay(instant, config.zone, locale);
		const own = programmes.map((programme): CallCard => {
			const { opensAt, closesAt } = windowOf(programme.category);
			const period = opensAt === null || closesAt === null ? undefined : { from: day(opensAt), to: day(closesAt) };
			const state = isOpen(programme.category) ? "open" : "closed";
			return { href: programme.path, title: programme.title[locale], lead: programme.lead[locale], period, state };
		});
		const { title, lead, opensAt, closesAt } = spotlightElsewhere;
		const period = { from: day(Date.parse(opensAt)), to: day(Date.parse(closesAt)) };
		const href = config.brand.spotlightSite;
		return [...own, { href, title: title[locale], lead: lead[locale], period, state: "external" }];
	}

	return { windowOf, isOpen, requireOpen, cards };
}
