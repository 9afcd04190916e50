import { eq } from "drizzle-orm";
import type { Locale } from "../../app/programmes/define.ts";
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

	/** What the login screen and the dashboard offer: every programme with its period and whether it is open now. */
	function cards(locale: Locale) {
		const day = (instant: number) => formatDay(instant, config.zone, locale);
		return programmes.map((programme) => {
			const { opensAt, closesAt } = windowOf(programme.category);
			const period = opensAt === null || closesAt === null ? undefined : { from: day(opensAt), to: day(closesAt) };
			return { path: programme.path, title: programme.title[locale], period, open: isOpen(programme.category) };
		});
	}

	return { windowOf, isOpen, requireOpen, cards };
}
