import type { Translate } from "../../../app/i18n.ts";
import { DAY_MINUTES, minutesOf, overlap } from "../../../app/schedule/grid.ts";
import type { SetupDay, SetupDocument } from "../../../app/schemas/setup.ts";
import { pointerTo, repeated, type SetupFault } from "./section.ts";

interface Span {
	time: string;
	minutes: number;
	pointer: string;
}

/** What is wrong with the days of a document: what repeats, overlaps, ends after midnight or names no track. */
export function gridFaults(t: Translate, { grid, tracks }: SetupDocument): SetupFault[] {
	const known = new Set(tracks.filter(({ kind }) => kind === "track").map(({ id }) => id));
	const dates = repeated(
		grid.days,
		({ date }) => date,
		(index, value) => ({
			pointer: pointerTo("grid", "days", index, "date"),
			message: t("setupMessages.twice", { value }),
		}),
	);
	return dates.concat(grid.days.flatMap((day, index) => dayFaults(t, day, index, known)));
}

function dayFaults(t: Translate, day: SetupDay, index: number, known: ReadonlySet<string>): SetupFault[] {
	const at = (...path: (string | number)[]) => pointerTo("grid", "days", index, ...path);
	const columns = new Set(day.tracks.map(({ id }) => id));
	const faults = repeated(
		day.tracks,
		({ id }) => id,
		(place, value) => ({ pointer: at("tracks", place, "id"), message: t("setupMessages.twice", { value }) }),
	);
	const specials = day.specials.map((special, place) => ({ ...special, pointer: at("specials", place) }));
	for (const [place, { id, slots }] of day.tracks.entries()) {
		if (!known.has(id))
			faults.push({ pointer: at("tracks", place, "id"), message: t("setupMessages.noTrack", { id }) });
		const own = slots.map((slot, number) => ({ ...slot, pointer: at("tracks", place, "slots", number) }));
		const others = specials.filter(({ track }) => track === null || track === id);
		faults.push(...overlaps(t, own, others), ...own.flatMap((slot) => late(t, slot)));
	}
	for (const [place, { track }] of specials.entries())
		if (track !== null && !columns.has(track))
			faults.push({ pointer: at("specials", place, "track"), message: t("setupMessages.noColumn", { id: track }) });
	// Of one track, or of all.
	for (const [place, special] of specials.entries()) {
		const clash = specials
			.slice(0, place)
			.some(
				(one) => (one.track === null || special.track === null || one.track === special.track) && overlap(one, special),
			);
		if (clash) faults.push({ pointer: special.pointer, message: t("setupMessages.overlap", { time: special.time }) });
	}
	return faults.concat(specials.flatMap((special) => late(t, special)));
}

function overlaps(t: Translate, own: readonly Span[], others: readonly Span[]): SetupFault[] {
	return own.flatMap((slot, index) => {
		const isClear = ![...own.slice(0, index), ...others].some((other) => overlap(other, slot));
		return isClear ? [] : [{ pointer: slot.pointer, message: t("setupMessages.overlap", { time: slot.time }) }];
	});
}

function late(t: Translate, { time, minutes, pointer }: Span): SetupFault[] {
	if (minutesOf(time) + minutes <= DAY_MINUTES) return [];
	return [{ pointer: `${pointer}/minutes`, message: t("setupMessages.midnight", { time }) }];
}
