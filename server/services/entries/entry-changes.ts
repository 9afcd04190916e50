import { maySet, type Status } from "../../../app/lifecycle.ts";
import { UNSELECTED_TRACK } from "../../../app/programmes/answers.ts";
import type { entryLog } from "../../../db/schema.ts";
import type { EntryRow } from "./entry-rows.ts";

export interface Panel {
	/** Track ids. */
	panelists: string[];
	keywords: string[];
}

/** Kinds of changes by organisers, with the type of their value. */
interface Values {
	status: Status;
	track: string;
	panel: Panel;
}

export type ChangeKind = keyof Values;

/** A requested change. `was` is the value the organiser saw; without it the change is unconditional. */
export type Change<Kind extends ChangeKind = ChangeKind> = {
	[K in Kind]: { id: number; kind: K; was?: Values[K]; to: Values[K] };
}[Kind];

type LogRow = typeof entryLog.$inferSelect;

interface ChangeRules<Value> {
	/** Type of its line in the log. */
	logType: LogRow["type"];
	held(entry: EntryRow): Value;
	columns(to: Value): Partial<EntryRow>;
	/** The status, tracks and keywords of a value in a fixed order, for comparison and display. */
	parts(value: Value): readonly string[];
	/** Tracks and keywords that must be active, unless the entry already has them. */
	tracks(to: Value): readonly string[];
	keywords(to: Value): readonly string[];
	/** Only for entries of a kind that has tracks. */
	needsTracks: boolean;
	mayFollow(to: Value, present: EntryRow): boolean;
}

const none = () => [];
const always = () => true;

/** Rules per kind of change. To add a kind, add a type to `Values` and a row here. */
const RULES: { readonly [Kind in ChangeKind]: ChangeRules<Values[Kind]> } = {
	status: {
		logType: "Status",
		held: ({ status }) => status,
		columns: (status) => ({ status }),
		parts: (status) => [status],
		tracks: none,
		keywords: none,
		needsTracks: false,
		mayFollow: (to, { status }) => maySet(to, "organiser", status),
	},
	track: {
		logType: "Track",
		held: ({ trackId }) => trackId ?? UNSELECTED_TRACK,
		columns: (trackId) => ({ trackId }),
		parts: (track) => [track],
		tracks: (track) => [track],
		keywords: none,
		needsTracks: true,
		mayFollow: always,
	},
	panel: {
		logType: "Panel",
		held: ({ panelists, keywords }) => ({ panelists, keywords }),
		columns: (panel) => panel,
		parts: ({ panelists, keywords }) => [...[...panelists].sort(), ...[...keywords].sort()],
		tracks: ({ panelists }) => panelists,
		keywords: ({ keywords }) => keywords,
		needsTracks: true,
		mayFollow: always,
	},
};

const KINDS = Object.keys(RULES) as ChangeKind[];

/** The kind of change of a log line, if any. */
export function kindLogged(type: LogRow["type"]): ChangeKind | undefined {
	return KINDS.find((kind) => RULES[kind].logType === type);
}

/** A change applied to the entry `present`, with its rules evaluated. */
export function changeOf<Kind extends ChangeKind>(change: Change<Kind>, present: EntryRow) {
	const rules: ChangeRules<Values[Kind]> = RULES[change.kind];
	const from = rules.held(present);
	const isHeld = (value: Values[Kind]) => rules.parts(value).join() === rules.parts(from).join();
	return {
		logType: rules.logType,
		needsTracks: rules.needsTracks,
		mayFollow: rules.mayFollow(change.to, present),
		columns: rules.columns(change.to),
		/** What the entry holds, in parts. */
		now: rules.parts(from),
		/** Someone else has changed it since. */
		isStale: change.was !== undefined && !isHeld(change.was),
		changesNothing: isHeld(change.to),
		logged: { [change.kind]: { from, to: change.to } },
	};
}

/** What must be offered for a change, unless the entry holds it. */
export function needsOffered<Kind extends ChangeKind>({ kind, to }: Change<Kind>) {
	const rules: ChangeRules<Values[Kind]> = RULES[kind];
	return { tracks: rules.tracks(to), keywords: rules.keywords(to) };
}

/** The change that undoes a log line. */
export function reversed({ entryId: id, type, changes }: LogRow): Change[] {
	const kind = kindLogged(type);
	const logged = kind && changes?.[kind];
	return logged ? [{ id, kind, was: logged.to, to: logged.from } as Change] : [];
}

/** The value a line of the log says was set, in parts. */
export function valueLogged(kind: ChangeKind, { changes }: LogRow): readonly string[] {
	const rules: ChangeRules<unknown> = RULES[kind] as ChangeRules<unknown>;
	return rules.parts(changes?.[kind]?.to);
}
