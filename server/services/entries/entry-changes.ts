import { isApart, isDecidable, maySet, PRESENCE_AFTER, type Presence, type Status } from "../../../app/lifecycle.ts";
import { UNSELECTED_TRACK } from "../../../app/programmes/answers.ts";
import type { entryLog } from "../../../db/schema.ts";
import type { EntryRow } from "./entry-rows.ts";

export interface Panel {
	/** Track ids. */
	panelists: string[];
	keywords: string[];
}

/** Why an entry is in no list; "none": it is in its lists. */
export type Apart = "none" | (typeof PRESENCE_AFTER)["removingAsSpam" | "holding"];

/** Kinds of changes by organisers, with the type of their value. */
interface Values {
	status: Status;
	track: string;
	panel: Panel;
	apart: Apart;
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
	/** @param at the instant of the change */
	columns(to: Value, present: EntryRow, at: number): Partial<EntryRow>;
	/** The status, tracks and keywords of a value in a fixed order, for comparison and display. */
	parts(value: Value): readonly string[];
	/** Tracks and keywords that must be active, unless the entry already has them. */
	tracks(to: Value): readonly string[];
	keywords(to: Value): readonly string[];
	/** Only for entries of a kind that has tracks. */
	needsTracks: boolean;
	/** Whether organisers may make such a change of the entry at all. */
	isOpen(present: EntryRow): boolean;
	mayFollow(to: Value, present: EntryRow): boolean;
}

const none = () => [];
const always = () => true;

/** Why an entry is in no list. */
function apartIn({ presence }: { presence: Presence }): Apart {
	return APART_PRESENCES.find((one) => one === presence) ?? "none";
}

const APART_PRESENCES = [PRESENCE_AFTER.removingAsSpam, PRESENCE_AFTER.holding] as const;

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
		isOpen: isDecidable,
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
		isOpen: isDecidable,
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
		isOpen: isDecidable,
		mayFollow: always,
	},
	apart: {
		logType: "Spam",
		held: apartIn,
		columns: (to, { presence, toldPresence }, at) => {
			const told = toldPresence ?? presence;
			if (to === "none") return { presence: told, toldPresence: null, apartAt: null };
			return { presence: to, toldPresence: told, apartAt: at };
		},
		parts: (apart) => [apart],
		tracks: none,
		keywords: none,
		needsTracks: false,
		isOpen: (present) => isApart(present) || isDecidable(present),
		mayFollow: always,
	},
};

const KINDS = Object.keys(RULES) as ChangeKind[];

/** The kind of change of a log line, if any. */
export function kindLogged(type: LogRow["type"]): ChangeKind | undefined {
	return KINDS.find((kind) => RULES[kind].logType === type);
}

/** A change applied to the entry `present`, with its rules evaluated. @param at the instant of the change */
export function changeOf<Kind extends ChangeKind>(change: Change<Kind>, present: EntryRow, at: number) {
	const rules: ChangeRules<Values[Kind]> = RULES[change.kind];
	const from = rules.held(present);
	const isHeld = (value: Values[Kind]) => rules.parts(value).join() === rules.parts(from).join();
	return {
		logType: rules.logType,
		needsTracks: rules.needsTracks,
		isOpen: rules.isOpen(present),
		mayFollow: rules.mayFollow(change.to, present),
		columns: rules.columns(change.to, present, at),
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
