/** What a list and the entry that is read beside it show alike. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { notFound } from "../http.ts";
import { type EntryKind, rulesOfKind } from "../kinds.ts";
import { FIRST_STATUS, isActive, type Status } from "../lifecycle.ts";
import { UNSELECTED_TRACK } from "../programmes/answers.ts";
import { firstWords } from "../programmes/shown-again.ts";
import { spotId } from "../programmes/spot-ids.ts";

type Listed = ReturnType<AppLoadContext["services"]["lists"]["list"]>["rows"][number];

/** Says which decision an author still sees, visitors maybe too, while another one is held back; "" without one. */
export const stillSeen = (t: AppLoadContext["t"], toldStatus: Status | null): string =>
	toldStatus === null || toldStatus === FIRST_STATUS
		? ""
		: t("attendance.mark.stillSeen", { status: t(`status.${toldStatus}`) });

/**
 * Characters of a text that a row of a list shows. A hundred rows with the longest texts would fill a page, and the entry has
 * them whole.
 */
const MOST_IN_ROW = { title: 120, person: 60 };

/** A text as rows of lists have it. */
export const inRow = (text: string, of: keyof typeof MOST_IN_ROW): string =>
	[...text].length > MOST_IN_ROW[of] ? firstWords(text, MOST_IN_ROW[of]) : text;

/** An entry as its list has it. @throws Response 404 for one of another kind */
export function inList(context: AppLoadContext, kind: EntryKind, entry: { id: number; kind: EntryKind }) {
	const listed = entry.kind === kind ? context.services.lists.one(context.actor, entry.id) : undefined;
	if (!listed) throw notFound(context);
	return listed;
}

/** Reads entries for the rows of a list, in the reader's language. */
export function listedEntries({ services, t, locale }: AppLoadContext) {
	const registry = services.registry();
	const hasTitle = (kind: EntryKind) => registry.fieldsOfKind(kind).some(({ column }) => column === "title");
	const labels = services.tracks.labels(locale);

	/** What every entry has. */
	function common(entry: Listed) {
		return {
			id: entry.id,
			reference: spotId(entry),
			category: entry.category,
			call: services.callNames.of(entry, locale),
			name: entry.name,
			org: entry.org,
			// Entries of kinds without a title are named after a person.
			title: hasTitle(entry.kind) ? entry.title : entry.name,
			status: entry.status,
			lacking: services.entries.lackingIn(entry, locale),
			presence: entry.presence,
			changed: entry.changed,
			marks: marksOf(entry),
		};
	}

	/** The columns of an entry in a row of a list, with long texts cut. */
	function ofRow(entry: Listed) {
		const { title, name, org, ...others } = common(entry);
		return { ...others, title: inRow(title, "title"), name: inRow(name, "person"), org: inRow(org, "person") };
	}

	function marksOf(entry: Listed): string[] {
		const state = services.attendance.stateOf(entry);
		// Declined is said like withdrawn.
		const answer = state && state !== "declined" ? [t(`attendance.mark.${state}`)] : [];
		const { toldStatus } = entry;
		if (toldStatus === null || !isActive(entry)) return answer;
		return [stillSeen(t, toldStatus) || t("attendance.mark.untold"), ...answer];
	}

	function tracked(entry: Listed) {
		return {
			trackId: entry.trackId ?? UNSELECTED_TRACK,
			track: labels.get(entry.trackId) ?? t("entry.trackMissing"),
			panel: [...entry.panelists.map((id) => labels.get(id) ?? id), ...entry.keywords],
		};
	}

	/** The parts that only some kinds have are undefined for the others. */
	function ofKind(entry: Listed) {
		const { hasTracks, letters } = rulesOfKind(entry.kind);
		const own: Partial<ReturnType<typeof tracked>> = hasTracks ? tracked(entry) : {};
		return {
			...common(entry),
			...own,
			mailBeside: letters.includes("accept") ? entry.mailBeside : undefined,
		};
	}

	return { ofRow, tracked, ofKind };
}
