import { asc } from "drizzle-orm";
import { translators } from "../../app/locales/index.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { tracks } from "../../db/schema.ts";
import type { Runtime } from "./runtime.ts";

export interface Track {
	id: string;
	kind: "unselected" | "track" | "divider";
	label: string;
	labelZh: string;
	description: string;
	descriptionZh: string;
	active: boolean;
	/** Place in the list, from 1. */
	displayIndex: number;
}

/** A choice in a form: what a `<select>` offers. */
export interface TrackOption {
	id: string;
	label: string;
	divider: boolean;
}

export type Tracks = ReturnType<typeof createTracks>;

export function createTracks({ db }: Runtime) {
	/** Every track in display order, retired ones too (their label is still needed). Dividers included. */
	function all(): Track[] {
		const rows = db.orm.select().from(tracks).orderBy(asc(tracks.position)).all();
		return rows.map(({ position: _, ...row }, index) => ({ ...row, displayIndex: index + 1 }));
	}

	/** What a form offers: active tracks, with `keep` (the one already chosen) even when it was retired. */
	function options(locale: Locale, keep?: string | null): TrackOption[] {
		return all()
			.filter((track) => track.active || track.id === keep)
			.map((track) => ({ id: track.id, label: trackLabel(track, locale), divider: track.kind === "divider" }));
	}

	/** Ids an entry may carry. */
	function ids(): ReadonlySet<string> {
		return new Set(all().flatMap((track) => (track.kind === "divider" ? [] : [track.id])));
	}

	/** What to show for the track of an entry, by track id, retired ones too. */
	function labels(locale: Locale): ReadonlyMap<string | null, string> {
		const open = translators[locale]("entry.trackOpen");
		return new Map(all().map((track) => [track.id, track.kind === "unselected" ? open : trackLabel(track, locale)]));
	}

	return { all, options, ids, labels };
}

function trackLabel(track: Pick<Track, "label" | "labelZh">, locale: Locale): string {
	return locale === "zh" && track.labelZh ? track.labelZh : track.label;
}
