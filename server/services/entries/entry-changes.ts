import { maySet, type Status } from "../../../app/lifecycle.ts";
import { UNSELECTED_TRACK } from "../../../app/programmes/answers.ts";
import type { entryLog } from "../../../db/schema.ts";
import type { EntryRow } from "./entry-rows.ts";

export interface Panel {
	/** Track ids. */
	panelists: string[];
	keywords: string[];
}

/** What organisers change of an entry, and what its value is. */
interface Values {
	status: Status;
	track: string;
	panel: Panel;
}

export type ChangeKind = keyof Values;

/** A change an organiser asks for. `was` is what they saw; without it the change is made whatever is there. */
export type Change<Kind extends ChangeKind = ChangeKind> = {
	[K in Kind]: { id: number; kind: K; was?: Values[K]; to: Values[K] };
}[Kind];

type LogRow = typeof entryLog.$inferSelect;

interface ChangeRules<Value> {
	/** Type of its line in the log. */
	logType: LogRow["type"];
	held(entry: EntryRow): Value;
	columns(to: Value): Partial<EntryRow>;
	/** A value as it is compared and shown. */
	text(value: Value): string;
	/** What must be offered, or be held by the entry already. */
	tracks(to: Value): readonly string[];
	keywords(to: Value): readonly string[];
	/** Only for entries of a kind that has tracks. */
	needsTracks: boolean;
	mayFollow(to: Value, present: EntryRow): boolean;
}

const none = () => [];
const always = () => true;

/** What follows from each kind of change. A further one is a type in `Values` and a row here. */
const RULES: { readonly [Kind in ChangeKind]: ChangeRules<Values[Kind]> } = {
	status: {
		logType: "Status",
		held: ({ status }) => status,
		columns: (status) => ({ status }),
		text: (status) => status,
		tracks: none,
		keywords: none,
		needsTracks: false,
		mayFollow: (to, { status }) => maySet(to, "organiser", status),
	},
	track: {
		logType: "Track",
		held: ({ trackId }) => trackId ?? UNSELECTED_TRACK,
		columns: (trackId) => ({ trackId }),
		text: (track) => track,
		tracks: (track) => [track],
		keywords: none,
		needsTracks: true,
		mayFollow: always,
	},
	panel: {
		logType: "Panel",
		held: ({ panelists, keywords }) => ({ panelists, keywords }),
		columns: (panel) => panel,
		// In a fixed order.
		text: ({ panelists, keywords }) => [...[...panelists].sort(), ...[...keywords].sort()].join(", "),
		tracks: ({ panelists }) => panelists,
		keywords: ({ keywords }) => keywords,
		needsTracks: true,
		mayFollow: always,
	},
};

const KINDS = Object.keys(RULES) as ChangeKind[];

/** The kind of change that a line of the log tells of, if it tells of one. */
export function kindLogged(type: LogRow["type"]): ChangeKind | undefined {
	return KINDS.find((kind) => RULES[kind].logType === type);
}

/** A change with what follows from its kind, as long as the entry is `present`. */
export function changeOf<Kind extends ChangeKind>(change: Change<Kind>, present: EntryRow) {
	const rules: ChangeRules<Values[Kind]> = RULES[change.kind];
	const from = rules.held(present);
	return {
		logType: rules.logType,
		needsTracks: rules.needsTracks,
		mayFollow: rules.mayFollow(change.to, present),
		columns: rules.columns(change.to),
		/** What the entry holds, as it is compared and shown. */
		now: rules.text(from),
		/** Somebody was faster. */
		isStale: change.was !== undefined && rules.text(change.was) !== rules.text(from),
		changesNothing: rules.text(change.to) === rules.text(from),
		logged: { [change.kind]: { from, to: change.to } },
	};
}

/** What must be offered for a change, unless the entry holds it. */
export function needsOffered<Kind extends ChangeKind>({ kind, to }: Change<Kind>) {
	const rules: ChangeRules<Values[Kind]> = RULES[kind];
	return { tracks: rules.tracks(to), keywords: rules.keywords(to) };
}

/** The change that takes back what a line of the log says. */
export function reversed({ entryId: id, type, changes }: LogRow): Change[] {
	const kind = kindLogged(type);
	const logged = kind && changes?.[kind];
	return logged ? [{ id, kind, was: logged.to, to: logged.from } as Change] : [];
}

/** The value a line of the log says was set, as it is shown. */
export function valueLogged(kind: ChangeKind, { changes }: LogRow): string {
	const rules: ChangeRules<unknown> = RULES[kind] as ChangeRules<unknown>;
	return rules.text(changes?.[kind]?.to);
}
