import { batchesOf } from "../limits/batches.ts";
import type { Runtime } from "../runtime.ts";
import { addressesIn, placesOf } from "./addresses-in-text.ts";
import { createNameFinder, nameBefore, namesWorth } from "./names-in-text.ts";
import { shownAt } from "./place-links.ts";
import { type Piece, piecesOf, removeFrom, rowsIn, type StoredRow } from "./place-scan.ts";
import { type Holds, PLACES, type Place } from "./places.ts";

/** A place where a person is named in what belongs to others. */
export interface Mention {
	/** The table, as `person.places` names it. */
	place: string;
	/** The entry it belongs to, as its spot id; undefined for none. */
	entry: string | undefined;
	/** Name of the question, or of the column. */
	question: string;
	/** What stands there: the address with what is around it, or the name. */
	text: string;
	/** Page of the console where organisers see it; undefined where none shows it. */
	link: string | undefined;
}

/** Places, of which only the first are named. */
export interface Places {
	total: number;
	first: Mention[];
}

export interface Mentions {
	/** In texts and answers of others: the address is exported and can be taken out. */
	address: Places;
	/** Names that are looked for. */
	names: readonly string[];
	/** Where only a name stands: somebody has to decide. */
	nameOnly: Places;
	/** In what organisers say of the event: they have to change it. */
	event: Places;
}

/** What belongs to the person, by number: not searched, because it is exported and erased whole. */
export interface Own {
	accounts: ReadonlySet<number>;
	entries: ReadonlySet<number>;
	late: ReadonlySet<number>;
	mails: ReadonlySet<number>;
	/** By the number of the row. */
	drafts: ReadonlySet<number>;
	/** Names in it. */
	names: readonly string[];
}

interface Search {
	/** Places that are named of each kind. */
	most: number;
	onProgress?: ((done: number, total: number) => void) | undefined;
}

const OF_OTHERS: ReadonlySet<Holds> = new Set(["text", "json", "edit", "reply", "view"]);
const SEARCHED: ReadonlySet<Holds> = new Set([...OF_OTHERS, "event"]);
const COPIED: ReadonlySet<Holds> = new Set([...OF_OTHERS, "copy"]);
/** Where an address can stand, its own columns included. */
const EVERYWHERE: ReadonlySet<Holds> = new Set([...SEARCHED, "address"]);
/** Characters of a text that are shown around an address, at most. */
const AROUND = 60;

export type MentionsOf = ReturnType<typeof createMentions>;

/**
 * Finds a person by address in every text of the database that others wrote, and takes the address out. Texts are read a
 * few at a time; what is written in the meantime may be missed.
 */
export function createMentions({ db, registry }: Pick<Runtime, "db" | "registry">) {
	/** @param addresses of the person, as `canonicalAddress` writes them */
	async function find(addresses: ReadonlySet<string>, own: Own, { most, onProgress }: Search): Promise<Mentions> {
		const [address, event, nameOnly] = [collect(most), collect(most), collect(most)];
		const names: string[] = [...own.names];
		for await (const row of rowsIn(db.orm, { holds: SEARCHED, withSign: true, onProgress })) {
			if (isOwn(row, own)) continue;
			for (const piece of piecesOf(row)) {
				const [first] = placesOf(piece.text, addresses);
				if (!first) continue;
				const places = piece.holds === "event" ? event : address;
				places.add(() => placeOf(row, piece, around(piece.text, first.start, first.end)));
				names.push(...namesBeside(piece, first.start));
			}
		}
		const wanted = namesWorth(names);
		if (wanted.length > 0) await findNames(wanted, own, nameOnly.add);
		return { address: address.places, names: wanted, nameOnly: nameOnly.places, event: event.places };
	}

	async function findNames(names: readonly string[], own: Own, add: (place: () => Mention) => void): Promise<void> {
		const nameIn = createNameFinder(names);
		for await (const row of rowsIn(db.orm, { holds: SEARCHED })) {
			if (isOwn(row, own)) continue;
			for (const piece of piecesOf(row)) {
				const name = nameIn(piece.holds === "view" ? decodedQuery(piece.text) : piece.text);
				if (name !== undefined) add(() => placeOf(row, piece, name));
			}
		}
	}

	function placeOf(row: StoredRow, { question }: Piece, text: string): Mention {
		return { place: row.table, question, text, ...shownAt(db.orm, registry(), row) };
	}

	/** Whether an address stands in what belongs to others and would be taken out. */
	async function has(addresses: ReadonlySet<string>): Promise<boolean> {
		for await (const row of rowsIn(db.orm, { holds: COPIED, withSign: true }))
			if (hasAddress(row, addresses)) return true;
		return false;
	}

	/**
	 * Takes addresses out of all texts, a few rows at a time.
	 * @param which only places of this sort @returns how many rows had one
	 */
	async function remove(addresses: ReadonlySet<string>, which?: (place: Place) => boolean): Promise<number> {
		if (addresses.size === 0) return 0;
		const found: StoredRow[] = [];
		let removed = 0;
		for await (const row of rowsIn(db.orm, { holds: COPIED, withSign: true, ...(which && { which }) })) {
			if (!hasAddress(row, addresses)) continue;
			// Only where it is: the texts are read again in the transaction.
			found.push({ ...row, values: {} });
		}
		for (const batch of batchesOf(found))
			removed += await db.settle((tx) => batch.filter((row) => removeFrom(tx, row, addresses)).length);
		return removed;
	}

	/** The addresses in all texts of which this is true. Nobody bounds how many there are in all. */
	async function all(isWanted: (address: string) => boolean): Promise<Set<string>> {
		const found = new Set<string>();
		for await (const row of rowsIn(db.orm, { holds: EVERYWHERE, withSign: true }))
			for (const { text } of piecesOf(row))
				for (const { address } of addressesIn(text)) if (!found.has(address) && isWanted(address)) found.add(address);
		return found;
	}

	return { find, has, remove, all };
}

function hasAddress(row: StoredRow, addresses: ReadonlySet<string>): boolean {
	for (const { text } of piecesOf(row)) if (placesOf(text, addresses).length > 0) return true;
	const { columns } = PLACES[row.table] ?? { columns: {} };
	return Object.entries(row.values).some(
		([name, value]) => columns[name] === "copy" && value !== null && placesOf(String(value), addresses).length > 0,
	);
}

function collect(most: number) {
	const places: Places = { total: 0, first: [] };
	const add = (place: () => Mention) => {
		places.total += 1;
		if (places.first.length < most) places.first.push(place());
	};
	return { places, add };
}

/** Whether a row goes with the person. */
function isOwn({ table, rowid, entryId, author }: StoredRow, own: Own): boolean {
	if (entryId !== null && own.entries.has(entryId)) return true;
	if (author !== null && own.accounts.has(author)) return true;
	const rows: Readonly<Record<string, ReadonlySet<number>>> = {
		users: own.accounts,
		late_entries: own.late,
		outbox: own.mails,
		drafts: own.drafts,
	};
	return rows[table]?.has(rowid) ?? false;
}

/** An address with the words around it, without what a list has before and after. */
function around(text: string, start: number, end: number): string {
	const before = text.slice(Math.max(0, start - AROUND), start).replace(/^[\s\S]*[,;|\n，；、]/u, "");
	const after = text.slice(end, end + AROUND).replace(/[,;|\n，；、][\s\S]*$/u, "");
	return `${before}${text.slice(start, end)}${after}`.trim();
}

/** Names given with an address: before it, or as the answer to the question beside it (`ownername`, `owneremail`). */
function namesBeside({ text, question, beside }: Piece, start: number): string[] {
	const other = question.replace(/e?mail/i, "name");
	const named = other === question ? undefined : beside[other];
	return [nameBefore(text, start), named].filter((name): name is string => typeof name === "string");
}

function decodedQuery(search: string): string {
	return [...new URLSearchParams(search)].flat().join(" ");
}
