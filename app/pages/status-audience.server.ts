/** Who sees a status as soon as it is set. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import type { EntryKind } from "../kinds.ts";
import { isActive, type Presence } from "../lifecycle.ts";
import { marks } from "../programmes/marks.ts";

/** Says it of one entry; "" where its author is told later, or sees that it was withdrawn. */
export function seenAtOnce(
	{ services, t }: AppLoadContext,
	{ id, kind, category, presence }: { id: number; kind: EntryKind; category: string; presence: Presence },
): string {
	if (!isActive({ presence }) || !services.programmes.tellsAtOnce(category)) return "";
	return t(services.publicEntries.shownStatuses(kind, [id]) > 0 ? "decisions.seenByAll" : "decisions.seenByAuthor");
}

/** Says it of many entries of a kind, and which calls tell it later; "" where all of them do. */
export function manySeenAtOnce(
	{ services, actor, t, locale }: AppLoadContext,
	kind: EntryKind,
	ids: readonly number[],
): string {
	const calls = [...services.lists.byCall(actor, ids)];
	const [now, later] = [true, false].map((wanted) =>
		calls.filter(([category]) => services.programmes.tellsAtOnce(category) === wanted),
	);
	const told = (now ?? []).flatMap(([, some]) => some);
	if (told.length === 0) return "";
	const count = services.publicEntries.shownStatuses(kind, told);
	const who =
		count === 0
			? t("bulkMessages.seenByAuthor")
			: count === told.length
				? t("bulkMessages.seenByAll")
				: t("bulkMessages.seenByMany", { count });
	const names = (later ?? []).map(([category]) => services.registry().programmeOf(category).label[locale]);
	const { item, space } = marks[locale];
	return names.length === 0 ? who : who + space + t("bulkMessages.seenLater", { calls: names.join(item) });
}
