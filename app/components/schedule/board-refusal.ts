import type { Dragged, Target } from "../../hooks/board-drag.ts";
import { type BoardFilters, takesEntry } from "../../schedule/board-filters.ts";
import { slotKey } from "../../schedule/grid.ts";
import { otherTrackText } from "../../schedule/refusal.ts";
import type { useTranslation } from "../../translation.tsx";

/** Why an entry cannot be dropped in a slot, shown at once; the server decides. @param track label of its own, if any */
export function refusalOf(
	t: ReturnType<typeof useTranslation>["t"],
	filters: BoardFilters,
	{ trackId, from }: Pick<Dragged, "trackId" | "from">,
	target: Pick<Target, "isSpecial" | "slot" | "holder">,
	track?: string,
): string | undefined {
	if (target.isSpecial) return t("schedule.special");
	if (from && slotKey(from) === slotKey(target.slot)) return;
	if (!takesEntry(filters, { trackId, from }, target.slot))
		return otherTrackText(t, filters, trackId === null ? null : track);
	if (target.holder !== undefined) return t("schedule.occupied", { title: target.holder });
	return;
}
