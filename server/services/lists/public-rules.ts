import { type EntryKind, isPublicKind, type PublicKind, rulesOfKind } from "../../../app/kinds.ts";
import { rulesOfEvent } from "../reviews/rule-rows.ts";
import type { Runtime } from "../runtime.ts";

const isBySetting = (kind: PublicKind) => rulesOfKind(kind).publicList === "by setting";

/** What the public lists of kinds show: by the setting of the event, and nothing that reviewers must not know. */
export function createPublicRules({ db, event, registry }: Pick<Runtime, "db" | "event" | "registry">) {
	const blind = db.remembering(() => {
		const calls = rulesOfEvent(db.orm).filter((rules) => rules.blind);
		return new Set(calls.map(({ category }) => registry().find(category)?.kind));
	});

	/** Whether this list is public. */
	const isShown = (kind: PublicKind): boolean => !isBySetting(kind) || event.row().publicTalks !== "off";

	/**
	 * Whether it has accepted entries only: by the setting, or because a call of the kind is reviewed blind, and its
	 * reviewers would read there whose the others are.
	 */
	const isOfAccepted = (kind: PublicKind): boolean =>
		blind().has(kind) || (isBySetting(kind) && event.row().publicTalks === "accepted");

	/** Whether visitors see every status there. The showcase, which is always public, shows none. */
	const showsStatus = (kind: EntryKind): boolean =>
		isPublicKind(kind) && isBySetting(kind) && isShown(kind) && !isOfAccepted(kind);

	return { isShown, isOfAccepted, showsStatus };
}
