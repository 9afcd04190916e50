import { eq } from "drizzle-orm";
import { programmeOf } from "../../app/programmes/index.ts";
import { isOpenAt, type ProgrammeWindow } from "../../app/programmes/window.ts";
import { programmeSettings } from "../../db/schema.ts";
import { AppError } from "../errors.ts";
import type { Runtime } from "./runtime.ts";

export type Programmes = ReturnType<typeof createProgrammes>;

export function createProgrammes({ db, now }: Runtime) {
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

	return { windowOf, isOpen, requireOpen };
}
