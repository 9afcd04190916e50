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
	/** The address with the words around it, or the name. */
	text: string;
	/** Page of the console where organisers see it; undefined where none shows it. */
	link: string | undefined;
}

/** A page of places. */
export interface Places {
	total: number;
	/** The page that is shown, from 1, and how many there are. */
	page: number;
	pages: number;
	shown: Mention[];
}

export interface Mentions {
	/** In texts of other people: the address is copied, and erasing removes it. */
	address: Places;
	/** Names that are looked for. */
	names: readonly string[];
	/** Places with only the name: people have to decide about them. */
	nameOnly: Places;
	/** In texts about the event, which organisers have to change. */
	event: Places;
}

/** The person's own rows, by number. They are not searched, because they are copied and erased whole. */
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

/** The lists of places. */
export type PlaceList = keyof Pick<Mentions, "address" | "nameOnly" | "event">;

/** The page of each list that is asked for; the first by default. A page beyond the end gives the last one. */
export type PlacePages = Partial<Record<PlaceList, number>>;

interface Search {
	/** Places on a page. */
	most: number;
	pages?: PlacePages | undefined;
	onProgress?: ((done: number, total: number) => void) | undefined;
}

const OF_OTHERS: ReadonlySet<Holds> = new Set(["text", "json", "edit", "reply", "view"]);
const SEARCHED: ReadonlySet<Holds> = new Set([...OF_OTHERS, "event"]);
const COPIED: ReadonlySet<Holds> = new Set([...OF_OTHERS, "copy"]);
/** Every column that can hold an address, those of the person's own rows included. */
const EVERYWHERE: ReadonlySet<Holds> = new Set([...SEARCHED, "address"]);
/** Characters of a text that are shown around an address, at most. */
const AROUND = 60;

export type MentionsOf = ReturnType<typeof createMentions>;

/**
 * Finds an address in every text of the database that other people wrote, and cuts it out. Texts are read a few at a time, so
 * a search may miss texts that are written while it runs.
 */
export function createMentions({ db, registry }: Pick<Runtime, "db" | "registry">) {
	/** @param addresses of the person, as `canonicalAddress` writes them */
	async function find(
		addresses: ReadonlySet<string>,
		own: Own,
		{ most, pages = {}, onProgress }: Search,
	): Promise<Mentions> {
		const [address, event, nameOnly] = [
			collect(most, pages.address),
			collect(most, pages.event),
			collect(most, pages.nameOnly),
		];
		const names: string[] = [...own.names];
		for await (const row of rowsIn(db.orm, { holds: SEARCHED, withSign: true, onProgress })) {
			if (isOwn(row, own)) continue;
			for (const piece of piecesOf(row)) {
				const [first] = placesOf(piece.text, addresses);
				if (!first) continue;
				const places = piece.holds === "event" ? event : address;
				places.add(() => foundIn(row, piece, around(piece.text, first.start, first.end)));
				names.push(...namesBeside(piece, first.start));
			}
		}
		const wanted = namesWorth(names);
		if (wanted.length > 0) await findNames(wanted, own, nameOnly.add);
		return { address: shown(address), names: wanted, nameOnly: shown(nameOnly), event: shown(event) };
	}

	async function findNames(names: readonly string[], own: Own, add: Collected["add"]): Promise<void> {
		const nameIn = createNameFinder(names);
		for await (const row of rowsIn(db.orm, { holds: SEARCHED })) {
			if (isOwn(row, own)) continue;
			for (const piece of piecesOf(row)) {
				const name = nameIn(piece.holds === "view" ? decodedQuery(piece.text) : piece.text);
				if (name !== undefined) add(() => foundIn(row, piece, name));
			}
		}
	}

	/** The places of the page, with the pages of the console that show them. */
	function shown({ total, page, most, found }: Collected): Places {
		return {
			total,
			page,
			pages: Math.max(1, Math.ceil(total / most)),
			shown: found.map(({ row, question, text }) => ({
				place: row.table,
				question,
				text,
				...shownAt(db.orm, registry(), row),
			})),
		};
	}

	/** Whether erasing would change a text of other people. */
	async function has(addresses: ReadonlySet<string>): Promise<boolean> {
		for await (const row of rowsIn(db.orm, { holds: COPIED, withSign: true }))
			if (hasAddress(row, addresses)) return true;
		return false;
	}

	/**
	 * Cuts addresses out of all texts, a few rows at a time.
	 * @param which only places of this sort @returns how many rows had one
	 */
	async function remove(addresses: ReadonlySet<string>, which?: (place: Place) => boolean): Promise<number> {
		if (addresses.size === 0) return 0;
		const found: StoredRow[] = [];
		let removed = 0;
		for await (const row of rowsIn(db.orm, { holds: COPIED, withSign: true, ...(which && { which }) })) {
			if (!hasAddress(row, addresses)) continue;
			// Keeps the place and drops the texts, which the transaction reads again.
			found.push({ ...row, values: {} });
		}
		for (const batch of batchesOf(found))
			removed += await db.settle((tx) => batch.filter((row) => removeFrom(tx, row, addresses)).length);
		return removed;
	}

	/** The addresses in all texts that are wanted. Their number has no bound. */
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

/** A place as it is found, without the texts of its row. */
interface FoundPlace {
	row: StoredRow;
	question: string;
	text: string;
}

const foundIn = (row: StoredRow, { question }: Piece, text: string): FoundPlace => ({
	row: { ...row, values: {} },
	question,
	text,
});

interface Collected {
	total: number;
	page: number;
	most: number;
	found: FoundPlace[];
	add: (place: () => FoundPlace) => void;
}

/** Counts places, and keeps those of one page: the wanted one, or the last if there are fewer. */
function collect(most: number, wanted = 1): Collected {
	const collected: Collected = {
		total: 0,
		page: 1,
		most,
		found: [],
		add: (place) => {
			const isFull = collected.found.length === most;
			if (isFull && collected.page < wanted) Object.assign(collected, { page: collected.page + 1, found: [] });
			if (collected.found.length < most) collected.found.push(place());
			collected.total += 1;
		},
	};
	return collected;
}

/** Whether a row is the person's own. */
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
