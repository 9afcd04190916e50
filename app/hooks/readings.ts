import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Reading } from "../pages/reading.server.ts";
import { sayNotLoaded } from "./kept-page.ts";

/** What the list's row says about an entry, shown until the rest is loaded. */
export type Glimpse = Pick<
	Reading,
	| "id"
	| "reference"
	| "category"
	| "title"
	| "name"
	| "org"
	| "call"
	| "status"
	| "changed"
	| "marks"
	| "presence"
	| "lacking"
> &
	Partial<Pick<Reading, "trackId" | "track" | "panel" | "mailBeside">>;

/** `isLost`: the rest could not be loaded. */
export type Readable = Reading | (Glimpse & { isGlimpse: true; isLost?: true });

/** Milliseconds after which a cached entry is requested again when shown. */
const FRESH_MS = 20_000;
/** Maximum number of cached entries. */
const MOST = 100;

interface Held {
	reading: Reading;
	at: number;
}

/** Cached by list and entry, because the neighbours depend on the list. */
const held = new Map<string, Held>();
/** Entries that are or were cached: a page made of one brings no news. */
const known = new WeakSet<Reading>();
/** Counts changes, so that an answer from before one is not taken for the newest. */
let changes = 0;
/** Counts changes made on this page, after which lists loaded before are outdated. */
let amendments = 0;
const listeners = new Set<() => void>();
/** Running requests. */
const asked = new Map<string, Promise<void>>();

const keyOf = (list: string, id: number) => `${id} ${list}`;

function hold(list: string, reading: Reading): void {
	known.add(reading);
	held.delete(keyOf(list, reading.id));
	held.set(keyOf(list, reading.id), { reading, at: performance.now() });
	for (const key of held.keys()) {
		if (held.size <= MOST) break;
		held.delete(key);
	}
	for (const listener of listeners) listener();
}

/** A cached entry, perhaps outdated. @param list address of the list it is read in */
export function heldReading(list: string, id: number): Reading | undefined {
	return held.get(keyOf(list, id))?.reading;
}

/**
 * Records a change to an entry; the rest of it is loaded again when it is shown next. @param set undefined: it is not
 * shown before that
 */
export function amendReadings(id: number, set: Partial<Reading> | undefined): void {
	changes += 1;
	amendments += 1;
	for (const [key, { reading }] of held) {
		if (reading.id !== id) continue;
		const amended = { ...reading, ...set };
		known.add(amended);
		if (set) held.set(key, { reading: amended, at: Number.NEGATIVE_INFINITY });
		else held.delete(key);
	}
	for (const listener of listeners) listener();
}

export const amendmentsMade = () => amendments;

/** Any entry may have changed: each is loaded again when it is shown next. */
export function doubtReadings(): void {
	changes += 1;
	for (const one of held.values()) one.at = Number.NEGATIVE_INFINITY;
}

/** Loads an entry in advance, unless it has just been loaded. If that fails, it is loaded when shown. */
export async function readAhead(list: string, id: number | undefined): Promise<void> {
	if (id === undefined) return;
	const key = keyOf(list, id);
	const present = held.get(key);
	if (present && performance.now() - present.at < FRESH_MS) return;
	const request = asked.get(key) ?? ask(list, id).finally(() => asked.delete(key));
	asked.set(key, request);
	await request;
}

async function ask(list: string, id: number): Promise<void> {
	const before = changes;
	try {
		const from = new URL(list, location.origin);
		from.pathname += "/reading";
		from.searchParams.set("id", String(id));
		const answer = await fetch(from, { redirect: "error" });
		if (!answer.ok) return;
		const reading = (await answer.json()) as Reading;
		if (changes === before) hold(list, reading);
		else await ask(list, id);
	} catch {
		// No network or no session: reported when the entry is shown (`useReading`).
	}
}

const subscribe = (listener: () => void) => {
	listeners.add(listener);
	return () => void listeners.delete(listener);
};

/** The newest data about the entry that a page shows. @param given the page's own data */
export function useReading(list: string, given: Readable | undefined): Readable | undefined {
	const id = given?.id;
	const newest = useSyncExternalStore(
		subscribe,
		() => (id === undefined ? undefined : heldReading(list, id)),
		() => undefined,
	);
	useEffect(() => {
		if (given && !("isGlimpse" in given) && !known.has(given)) hold(list, given);
	}, [list, given]);
	const glimpse = given !== undefined && "isGlimpse" in given ? given : undefined;
	const isGlimpse = glimpse !== undefined;
	const [lost, setLost] = useState<number>();
	useEffect(() => {
		setLost(undefined);
		if (id === undefined) return;
		void readAhead(list, id).then(() => {
			if (!isGlimpse || heldReading(list, id)) return;
			setLost(id);
			sayNotLoaded();
		});
	}, [list, id, isGlimpse]);
	const isLost = glimpse !== undefined && glimpse.id === lost;
	const shown = useMemo(() => (isLost ? { ...glimpse, isLost: true as const } : given), [isLost, glimpse, given]);
	return newest ?? shown;
}

/** Loads the neighbours of the entry shown, the likelier one first. */
export function useReadAhead(list: string, next: number | undefined, previous: number | undefined): void {
	useEffect(() => {
		void readAhead(list, next).then(() => readAhead(list, previous));
	}, [list, next, previous]);
}
