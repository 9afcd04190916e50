import { inArray } from "drizzle-orm";
import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
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
export function createReleaseNotes({ db, event }: Pick<Runtime, "db" | "event">, { tracks }: { tracks: Tracks }) {
	return function describe(actor: Actor, locale: Locale, changes: readonly ScheduleChange[]): ReleaseNote[] {
		requireCan(actor, "schedule.manage");
		const ids = changes.flatMap((change) => ("entryId" in change ? change.entryId : []));
		const rows = db.orm
			.select({ id: entries.id, kind: entries.kind, title: entries.title })
			.from(entries)
			.where(inArray(entries.id, [...new Set(ids)]))
			.all();
		const known = new Map(rows.map((row) => [row.id, row]));
		const words = {
			locale,
			zone: event.zone(),
			trackOf: tracks.labeller(locale),
			titleOf: (id: number) => known.get(id)?.title || translators[locale]("entry.untitled"),
		};
		return changes.map((change) => {
			const entry = "entryId" in change ? known.get(change.entryId) : undefined;
			return { text: changeText(change, words), ...(entry && { reference: spotId(entry) }) };
		});
	};
}
