/** Email addresses in texts, however they are spelled and whatever stands around them. */
import { domainToASCII, domainToUnicode } from "node:url";
import { LONGEST_ADDRESS } from "../../../app/programmes/email.ts";
import { foldForSearch } from "../../../app/search/folding.ts";

/** An address in a text: from its first character to the one behind its last. */
export interface AddressSpan {
	/** As `canonicalAddress` writes it. */
	address: string;
	start: number;
	end: number;
}

/** Readings of one address from either side of its sign: text that is made to have more must not hold up others. */
const MOST_READINGS = 16;

/** Stands where an address was. The short one is for addresses that are shorter: no text becomes longer. */
const REMOVED = "[removed]";
const REMOVED_SHORT = "[…]";

/** Whether a text can have an address: the sign in each of its spellings. */
const HAS_SIGN = /[@＠﹫]|%40|%ef%bc%a0|%ef%b9%ab/i;
/** One character as an address in the query of a link has it, or one as it stands, with the marks on it. */
const PIECE =
	/((?:%[2-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}))|[\0-\x7f](?!\p{M})|\P{M}\p{M}*|\p{M}+/giu;
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}+$/u;
/** What an address may have (`isEmail`), with marks of texts around it. */
const MAY_HAVE = /^[^\s@<>,;"\p{C}]$/u;
const LETTER = /^[\p{L}\p{M}\p{N}]$/u;
/** Joins letters to one word of an address. */
const JOINT = /^[-.+_'%]$/;
const DOT = /^[-.。]$/;
/** Written without spaces: a word of another script ends where they begin. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** A text, folded, as characters; each knows which part of the text it comes from. */
interface Folded {
	characters: string[];
	starts: number[];
	ends: number[];
}

function fold(text: string): Folded {
	const folded: Folded = { characters: [], starts: [], ends: [] };
	for (const { 0: piece, 1: coded, index } of text.matchAll(PIECE)) {
		if (piece.length > 1 || piece > "\x7f") {
			if (INVISIBLE.test(piece)) continue;
		}
		for (const character of foldForSearch(coded ? decoded(coded) : piece)) {
			if (INVISIBLE.test(character)) continue;
			folded.characters.push(character);
			folded.starts.push(index);
			folded.ends.push(index + piece.length);
		}
	}
	return folded;
}

function decoded(coded: string): string {
	try {
		return decodeURIComponent(coded);
	} catch {
		return coded;
	}
}

/** An address as all its spellings are compared: without case, width and invisible characters, its domain in ASCII. */
export function canonicalAddress(typed: string): string {
	const text = fold(typed.trim().replace(/^mailto:/i, "")).characters.join("");
	const at = text.lastIndexOf("@");
	return at < 0 ? text : `${text.slice(0, at)}@${canonicalDomain(text.slice(at + 1))}`;
}

function canonicalDomain(folded: string): string {
	if (/^(?!.*xn--)[\x21-\x7e]*$/.test(folded)) return folded;
	return domainToASCII(foldForSearch(domainToUnicode(folded))) || folded;
}

/** The address that somebody typed or pasted, alone or with a name: `Ann <ann@example.org>`. */
export function addressTyped(text: string): string {
	const alone = canonicalAddress(text);
	if (/^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(alone)) return alone;
	const readings = [...addressesIn(text)];
	const longest = Math.max(...readings.map(({ start, end }) => end - start));
	return readings.find(({ start, end }) => end - start === longest)?.address ?? alone;
}

/** Everything in a text that can be read as an address. Where it is not clear where one begins or ends, each reading. */
export function* addressesIn(text: string): Generator<AddressSpan> {
	if (!HAS_SIGN.test(text)) return;
	for (const { 0: token, index } of text.matchAll(/\S+/g)) {
		if (!HAS_SIGN.test(token)) continue;
		const folded = fold(token);
		const { characters, starts, ends } = folded;
		for (let at = characters.indexOf("@"); at >= 0; at = characters.indexOf("@", at + 1)) {
			const lasts = firstOf(endsBehind(characters, at)).map((last) => ({
				last,
				domain: canonicalDomain(characters.slice(at + 1, last + 1).join("")),
			}));
			if (lasts.length === 0) continue;
			for (const first of firstOf(startsBefore(characters, at))) {
				const local = characters.slice(first, at).join("");
				for (const { last, domain } of lasts) {
					const span = { start: index + (starts[first] ?? 0), end: index + (ends[last] ?? 0) };
					yield { address: `${local}@${domain}`, ...span };
				}
			}
		}
	}
}

function firstOf(readings: Generator<number>): number[] {
	const first: number[] = [];
	for (const reading of readings) if (first.push(reading) === MOST_READINGS) break;
	return first;
}

function* startsBefore(characters: readonly string[], at: number): Generator<number> {
	for (let first = at - 1; first >= 0 && first >= at - LONGEST_ADDRESS; first -= 1) {
		const [before, here] = [characters[first - 1], characters[first] ?? ""];
		if (!MAY_HAVE.test(here)) return;
		if (before === undefined || !isJoined(before, here)) yield first;
		// `-ann@` at the beginning of a line: the joint joins nothing.
		else if (JOINT.test(before) && !isAfterWord(characters, first)) yield first;
	}
}

function isAfterWord(characters: readonly string[], first: number): boolean {
	let before = first - 1;
	while (before > first - LONGEST_ADDRESS && JOINT.test(characters[before] ?? "")) before -= 1;
	return before >= 0 && LETTER.test(characters[before] ?? "");
}

function isJoined(before: string, here: string): boolean {
	if (JOINT.test(before)) return true;
	return LETTER.test(before) && !(UNSPACED.test(before) && !UNSPACED.test(here));
}

function* endsBehind(characters: readonly string[], at: number): Generator<number> {
	for (let last = at + 1; last < characters.length && last <= at + LONGEST_ADDRESS; last += 1) {
		const here = characters[last] ?? "";
		if (!LETTER.test(here)) {
			if (DOT.test(here)) continue;
			return;
		}
		let next = last + 1;
		while (DOT.test(characters[next] ?? "")) next += 1;
		const behind = characters[next] ?? "";
		const goesOn = LETTER.test(behind) && (UNSPACED.test(here) || !UNSPACED.test(behind));
		// A full stop between words that have no spaces is a dot in some domains.
		if (!goesOn || characters[last + 1] === "。") yield last;
	}
}

/** Where these addresses are in a text, each place once, in its order. */
export function placesOf(text: string, addresses: ReadonlySet<string>): AddressSpan[] {
	const found: AddressSpan[] = [];
	for (const span of addressesIn(text)) if (addresses.has(span.address)) found.push(span);
	found.sort((one, other) => one.start - other.start || other.end - one.end);
	let behind = 0;
	return found.filter(({ start, end }) => {
		if (start < behind) return false;
		behind = end;
		return true;
	});
}

/** A text without these addresses. */
export function withoutAddresses(text: string, addresses: ReadonlySet<string>): string {
	let [kept, from] = ["", 0];
	for (const { start, end } of placesOf(text, addresses)) {
		kept += text.slice(from, start) + (end - start < REMOVED.length ? REMOVED_SHORT : REMOVED);
		from = end;
	}
	return kept + text.slice(from);
}
