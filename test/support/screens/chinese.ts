import { type HTMLElement, parse } from "node-html-parser";
import { KEYWORDS } from "../../../app/enumerations.ts";
import { forum } from "../../../app/programmes/forum.ts";
import { englishIn, faultsIn } from "../languages.ts";
import { TRACKS } from "../released-schedule.ts";

/** Names, and what the specification has in one language only: words that judges are found by, tracks without Chinese. */
const NAMES = [
	"Hangzhou",
	"Rostrum Foundation",
	"English",
	"JPG",
	"OpenWallet",
	"GDC",
	"Dora",
	"SGLang",
	"EN",
	"iCalendar",
	"webcal",
	"Atom",
	"XML",
];
const COLUMNS = ["status", ...forum.fields.map(({ name }) => name)];
/** Words allowed to be English on one address: column names, keys, ids, keywords of the panel. */
const NAMES_ON: Readonly<Record<string, readonly string[]>> = {
	"/admin/forum/import": COLUMNS,
	"/admin/event/setup": ["unselected", "track", "divider"],
	"/admin/proposals": KEYWORDS,
	"/api/docs": ["message"],
	"/admin/tracks": [...TRACKS, "assign-me", "ws-openwallet", "forum-aivision"],
};
/** Data of users, not texts of the portal. */
const OWN =
	/https?:\S+|(?:Unbreakable)+\w*|(?:Asia|Europe)\/\w+|#[0-9a-f]{6}\b|portrait\.jpg|1 KB|zzz|[\w.+-]+@[\w.-]+\w|\b(?:talk|nomination|aigc|forum|day\d)-[\w:-]+|\/[\w/-]+|[0-9a-f]{8,}/g;
const ATTRIBUTES = ["aria-label", "title", "placeholder", "alt"];

/**
 * What a page says, without what is marked as being in another language: texts, and the names of controls and of
 * the window. Marks in those are heard, or drawn by others.
 */
function saidOn(html: string): { texts: string[]; named: string[]; lines: string } {
	// What a search found is marked inside words, and addresses may break between theirs.
	const page = parse(html.replace(/^<!DOCTYPE html>/, "").replace(/<\/?(?:mark|wbr)\b[^>]*>/g, ""));
	for (const element of page.querySelectorAll("script, noscript, style, code, pre, textarea, [lang=en]"))
		element.remove();
	const named = page.querySelectorAll("*").flatMap((one) => ATTRIBUTES.map((name) => one.getAttribute(name) ?? ""));
	named.push(page.querySelector("title")?.remove().text ?? "");
	return {
		texts: textsIn(page).filter((text) => text.trim() !== ""),
		named: named.filter(Boolean),
		lines: page.toString(),
	};
}

/** Texts as they stand in a row, up to the next element. */
function textsIn(element: HTMLElement): string[] {
	const found = [""];
	for (const node of element.childNodes) {
		if (node.nodeType === 3) found[found.length - 1] += node.text;
		else found.push(...textsIn(node as HTMLElement), "");
	}
	return found;
}

/**
 * A space between a mark of Chinese, which includes its own, and what goes on in the line. A button has a shape of its
 * own, so that the distance to it is seen as one.
 */
const AROUND_A_MARK = new RegExp(
	[
		String.raw`[：，。；！？、（]\s+(?:<span hidden[^>]*>[^<]*</span>)?`,
		String.raw`(?:[^\s<]|<(?:a|b|code|em|small|span|strong|time)\b(?![^>]*\b(?:button|hidden)\b)).{0,40}|.{0,20}\s[）】]`,
	].join(""),
	"gu",
);

/** What of a page is not Chinese or not set as Chinese is. @param row its address, as the access table has it */
export function chineseFaults(html: string, row: string): string[] {
	const { texts, named, lines } = saidOn(html);
	const spaced = (lines.match(AROUND_A_MARK) ?? []).map((text) => `a space beside a mark: “${text}”`);
	const wrong = [...texts, ...named].flatMap((text) => {
		const own = text.replace(OWN, " # ");
		const found = [
			...englishIn(own, [...NAMES, ...(NAMES_ON[row] ?? [])]),
			...(texts.includes(text) ? faultsIn(own) : []),
		];
		return found.length > 0 ? [`“${text.slice(0, 80)}”: ${found.join(" | ").slice(0, 80)}`] : [];
	});
	return [...wrong, ...spaced];
}
