import type { Dragged, Target } from "../../hooks/board-drag.ts";
import { slotKey } from "../../schedule/grid.ts";
import { isOwnTrack } from "../../schedule/own-track.ts";
import type { useTranslation } from "../../translation.tsx";

/** Why an entry cannot be dropped in a slot, shown at once; the server decides. @param track label of its own, if any */
export function refusalOf(
	t: ReturnType<typeof useTranslation>["t"],
	{ trackId, from }: Pick<Dragged, "trackId" | "from">,
	target: Pick<Target, "isSpecial" | "slot" | "holder">,
	track?: string,
): string | undefined {
	if (target.isSpecial) return t("schedule.special");
	if (from && slotKey(from) === slotKey(target.slot)) return;
	if (!isOwnTrack({ trackId }, from, target.slot)) {
		if (trackId === null) return t("schedule.sameTrackNone");
		return track ? t("schedule.sameTrackOf", { track }) : t("schedule.sameTrack");
	}
	if (target.holder !== undefined) return t("schedule.occupied", { title: target.holder });
	return;
}
