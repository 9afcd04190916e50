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

/** How many beginnings and ends of one address are tried. A text written to have more must not slow the search down. */
const MOST_READINGS = 16;

/** Replaces an address. The short one replaces shorter addresses, so that no text becomes longer. */
const REMOVED = "[removed]";
const REMOVED_SHORT = "[…]";

/** The sign of an address as people type it. */
export const TYPED_SIGNS = ["@", "＠", "﹫"] as const;
/** The same as links encode it, in lower case; links may have capitals. */
export const CODED_SIGNS = ["%40", "%ef%bc%a0", "%ef%b9%ab"] as const;
/** Whether a text can have an address. */
const HAS_SIGN = new RegExp([...TYPED_SIGNS, ...CODED_SIGNS].join("|"), "i");
/** Whether a text has a character that a link encodes and an address may have as it stands. */
const HAS_CODE = /%[2-7][0-9a-f]/i;
/** One character: encoded as in links, or as it stands, with its combining marks. */
const PIECE =
	/((?:%[2-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}))|[\0-\x7f](?!\p{M})|\P{M}\p{M}*|\p{M}+/giu;
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}+$/u;
/** The characters of an address (`isEmail`), with punctuation that may stand around it. */
const MAY_HAVE = /^[^\s@<>,;"\p{C}]$/u;
const LETTER = /^[\p{L}\p{M}\p{N}]$/u;
/** Joins letters to one word of an address. */
const JOINT = /^[-.+_'%]$/;
/** Joints that may stand before an address without being part of it, such as the dash of a list. */
const LEADING = /^[-.+_']$/;
const DOT = /^[-.。]$/;
/** Scripts written without spaces: a word of another script ends where one of these begins. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** A text, folded, as characters; each knows which part of the text it comes from. */
interface Folded {
	characters: string[];
	starts: number[];
	ends: number[];
}

/** Length of one ASCII character as links encode it: `%41`. */
const ASCII_CODE = 3;
/** Characters whose codes are read in links only. The codes of all others end an address. */
const AMBIGUOUS = /^[a-z0-9@%+._-]$/i;

/**
 * @param isLink whether codes like `%41` stand for characters of an address. Elsewhere an address may have a percent sign, and
 * `%41nn@example.org` is not `ann@example.org`.
 */
function fold(text: string, isLink: boolean): Folded {
	const folded: Folded = { characters: [], starts: [], ends: [] };
	for (const { 0: piece, 1: coded, index } of text.matchAll(PIECE)) {
		if (piece.length > 1 || piece > "\x7f") {
			if (INVISIBLE.test(piece)) continue;
		}
		for (const character of foldForSearch(coded ? readCode(coded, isLink) : piece)) {
			if (INVISIBLE.test(character)) continue;
			folded.characters.push(character);
			folded.starts.push(index);
			folded.ends.push(index + piece.length);
		}
	}
	return folded;
}

function readCode(coded: string, isLink: boolean): string {
	const text = decoded(coded);
	return coded.length === ASCII_CODE && !isLink && AMBIGUOUS.test(text) ? coded : text;
}

function decoded(coded: string): string {
	try {
		return decodeURIComponent(coded);
	} catch {
		return coded;
	}
}

/**
 * An address as all its spellings are compared: without case, width and invisible characters, its domain in ASCII. Codes like
 * `%41` are read after `mailto:` and where the sign is encoded, too; otherwise the percent sign is part of the address.
 */
export function canonicalAddress(typed: string): string {
	const trimmed = typed.trim();
	const alone = trimmed.replace(/^mailto:/i, "");
	const asTyped = fold(alone, false).characters.join("");
	const isLink = alone !== trimmed || !asTyped.includes("@");
	const text = isLink ? fold(alone, true).characters.join("") : asTyped;
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
		yield* addressesInToken(token, index, false);
		if (HAS_CODE.test(token)) yield* addressesInToken(token, index, true);
	}
}

/** @param isLink only the addresses that are encoded as in a link: after `mailto:`, or with an encoded sign */
function* addressesInToken(token: string, index: number, isLink: boolean): Generator<AddressSpan> {
	const { characters, starts, ends } = fold(token, isLink);
	for (let at = characters.indexOf("@"); at >= 0; at = characters.indexOf("@", at + 1)) {
		const isCoded = (ends[at] ?? 0) - (starts[at] ?? 0) >= ASCII_CODE;
		const lasts = firstOf(endsBehind(characters, at)).map((last) => ({
			last,
			domain: canonicalDomain(characters.slice(at + 1, last + 1).join("")),
		}));
		if (lasts.length === 0) continue;
		for (const first of firstOf(startsBefore(characters, at))) {
			if (isLink && !isCoded && !isAfterMailto(characters, first)) continue;
			const local = characters.slice(first, at).join("");
			for (const { last, domain } of lasts) {
				const span = { start: index + (starts[first] ?? 0), end: index + (ends[last] ?? 0) };
				yield { address: `${local}@${domain}`, ...span };
			}
		}
	}
}

const MAILTO = "mailto:";

const isAfterMailto = (characters: readonly string[], first: number) =>
	characters.slice(Math.max(0, first - MAILTO.length), first).join("") === MAILTO;

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
		else if (LEADING.test(before) && !isAfterWord(characters, first)) yield first;
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
