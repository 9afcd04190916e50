import { inArray } from "drizzle-orm";
import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { spotId } from "../../../app/programmes/index.ts";
import type { ScheduleChange } from "../../../app/schedule/changes.ts";
import { entries } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { changeText } from "./release-feed.ts";

/** A change in words, and the reference of the talk it is about. */
export interface ReleaseNote {
	text: string;
	reference?: string;
}

/** Changes of the schedule in words, for organisers: every talk by its title, whether or not visitors may see it. */
export function createReleaseNotes({ db, config }: Pick<Runtime, "db" | "config">, { tracks }: { tracks: Tracks }) {
	return function describe(actor: Actor, locale: Locale, changes: readonly ScheduleChange[]): ReleaseNote[] {
		requireCan(actor, "schedule.manage");
		const ids = changes.flatMap((change) => ("entryId" in change ? change.entryId : []));
		const rows = db.orm
			.select({ id: entries.id, title: entries.title })
			.from(entries)
			.where(inArray(entries.id, [...new Set(ids)]))
			.all();
		const titles = new Map(rows.map(({ id, title }) => [id, title]));
		const words = {
			locale,
			zone: config.zone,
			trackOf: tracks.labeller(locale),
			titleOf: (id: number) => titles.get(id) || translators[locale]("entry.untitled"),
		};
		return changes.map((change) => ({
			text: changeText(change, words),
			...("entryId" in change && { reference: spotId({ kind: "talk", id: change.entryId }) }),
		}));
	};
}
