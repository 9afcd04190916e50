import { type HTMLElement, parse } from "node-html-parser";
import { KEYWORDS } from "../../../app/enumerations.ts";
import { forum, INVITATION_STATUSES } from "../../../app/programmes/forum.ts";
import { englishIn, faultsIn } from "../languages.ts";

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
	"Atom",
	"XML",
	"message",
	"status",
	...forum.fields.map(({ name }) => name),
	...KEYWORDS,
	...INVITATION_STATUSES.map(({ value }) => value),
];
/** What is somebody's own and no text of the portal. */
const OWN =
	/https?:\S+|(?:Unbreakable)+\w*|Asia\/Shanghai|\b[a-z]+(?:-[a-z]+)+\b|portrait\.jpg|1 KB|[\w.+-]+@[\w.-]+\w|\b(?:talk|nomination|aigc|forum|day\d)-[\w:-]+|\/[\w/-]+|[0-9a-f]{8,}/g;
const ATTRIBUTES = ["aria-label", "title", "placeholder", "alt"];

/**
 * What a page says, without what is marked as being in another language: texts, and the names of controls and of
 * the window. Marks in those are heard, or drawn by others.
 */
function saidOn(html: string): { texts: string[]; named: string[] } {
	const page = parse(html.replace(/^<!DOCTYPE html>/, ""));
	for (const element of page.querySelectorAll("script, noscript, style, code, pre, textarea, [lang=en]"))
		element.remove();
	const named = page.querySelectorAll("*").flatMap((one) => ATTRIBUTES.map((name) => one.getAttribute(name) ?? ""));
	named.push(page.querySelector("title")?.remove().text ?? "");
	const texts = (element: HTMLElement): string[] =>
		element.childNodes.flatMap((node) => (node.nodeType === 3 ? [node.text] : texts(node as HTMLElement)));
	const tidy = (all: string[]) => all.map((text) => text.trim()).filter(Boolean);
	return { texts: tidy(texts(page)), named: tidy(named) };
}

/** What of a page is not Chinese or not set as Chinese is. */
export function chineseFaults(html: string): string[] {
	const { texts, named } = saidOn(html);
	return [...texts, ...named].flatMap((text) => {
		const own = text.replace(OWN, " # ");
		const wrong = [...englishIn(own, NAMES), ...(texts.includes(text) ? faultsIn(own) : [])];
		return wrong.length > 0 ? [`“${text.slice(0, 80)}”: ${wrong.join(" | ").slice(0, 80)}`] : [];
	});
}
