import { MOST_IN_LETTER } from "../enumerations.ts";
import { isPlainText, isUnseen, lineFault } from "../programmes/problems.ts";
import { firstWords } from "../programmes/shown-again.ts";
import { countCharacters } from "../programmes/text-length.ts";
import {
	type MailText,
	MOST_IN_MAIL_TEXT,
	type Placeholder,
	placeholdersOf,
	requiredOf,
	type TextKind,
} from "./mail-texts.ts";

const PLACEHOLDER = /\{\{([^{}\n]*)\}\}/g;
/** What is left of a placeholder that was mistyped; Chinese keyboards have wide braces. */
const BRACES = /\{\{|\}\}|｛｛|｝｝/;
/** Without space around it, what stands beside a link becomes part of it. */
const GLUED = /\S\{\{\s*(link|submissions)\s*\}\}|\{\{\s*(link|submissions)\s*\}\}\S/g;

/** Of what is named in a message. */
const MOST_NAMED = 5;
const LONGEST_NAMED = 40;

/** What keeps a text from being used, with what it is about. */
export interface MailTextFault {
	part: keyof MailText;
	fault:
		| "empty"
		| "tooLong"
		| "lines"
		| "characters"
		| "direction"
		| "braces"
		| "unknown"
		| "notInSubject"
		| "repeated"
		| "apart"
		| "lacking";
	/** Placeholders. */
	about?: string;
	max?: number;
}

export const held = (name: string): string => `{{${name}}}`;

/** A text as it is stored: the subject in one line, no empty lines around the body. */
export function tidied({ subject, body }: MailText): MailText {
	return {
		subject: subject.replace(/\s+/g, " ").trim(),
		// Chinese paragraphs may begin with wide spaces.
		body: body
			.replace(/\r\n?/g, "\n")
			.trimEnd()
			.replace(/^(?:[^\S\n]*\n)+/, ""),
	};
}

/** Everything that is wrong with a text. It is tidied. */
export function mailTextFaults(kind: TextKind, text: MailText): MailTextFault[] {
	const lacking = requiredOf(kind).filter((name) => !namesIn(text.body).includes(name));
	const inBody = faultsOf(kind, text, "body");
	if (text.body.split("\n").length > MOST_IN_MAIL_TEXT.lines)
		inBody.push({ part: "body", fault: "lines", max: MOST_IN_MAIL_TEXT.lines });
	// Of an empty text, that is all there is to say.
	if (lacking.length > 0 && !inBody.some(({ fault }) => fault === "empty"))
		inBody.push({ part: "body", fault: "lacking", about: listed(lacking) });
	return [...faultsOf(kind, text, "subject"), ...inBody];
}

function faultsOf(kind: TextKind, written: MailText, part: keyof MailText): MailTextFault[] {
	const text = written[part];
	const max = MOST_IN_MAIL_TEXT[part];
	if (isUnseen(text)) return [{ part, fault: "empty" }];
	if (countCharacters(text) > max) return [{ part, fault: "tooLong", max }];
	const odd = part === "subject" ? lineFault(text) : isPlainText(text) ? undefined : "characters";
	if (odd) return [{ part, fault: odd }];
	const names = namesIn(text);
	const known: readonly string[] = placeholdersOf(kind);
	const allowed: readonly string[] = placeholdersOf(kind, part);
	const found: MailTextFault[] = [];
	const say = (fault: MailTextFault["fault"], wrong: readonly string[], limit?: number) => {
		if (wrong.length > 0) found.push({ part, fault, about: listed(wrong), ...(limit && { max: limit }) });
	};
	if (BRACES.test(text.replace(PLACEHOLDER, ""))) found.push({ part, fault: "braces" });
	const isKnown = (name: string) => known.includes(name);
	const isRepeated = (name: string) => names.filter((other) => other === name).length > MOST_IN_MAIL_TEXT.repeated;
	say(
		"unknown",
		names.filter((name) => !isKnown(name)),
	);
	say(
		"notInSubject",
		names.filter((name) => isKnown(name) && !allowed.includes(name)),
	);
	const repeated = [...new Set(names)].filter(isRepeated);
	say(
		"apart",
		[...text.matchAll(GLUED)].map(([, before, after]) => before ?? after ?? ""),
	);
	say("repeated", repeated, MOST_IN_MAIL_TEXT.repeated);
	return found;
}

/** The first few, so that a message stays one. */
const listed = (names: readonly string[]) =>
	[...new Set(names)]
		.slice(0, MOST_NAMED)
		.map((name) => held(firstWords(name, LONGEST_NAMED)))
		.join(" ");

/** The names in a text's placeholders, in their order. */
function namesIn(text: string): string[] {
	return [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name.trim());
}

/**
 * A mail as it is sent. Values are put in once and never read as placeholders. A line whose placeholders are all empty is
 * left out, and so is the gap below it where it stood alone. Text of a value cannot break the subject's one line.
 */
export function letterOf(text: MailText, values: Readonly<Partial<Record<Placeholder, string>>>): MailText {
	const filled = (line: string) =>
		line.replace(PLACEHOLDER, (_, name: string) => values[name.trim() as Placeholder] ?? "");
	const subject = filled(text.subject).replace(/\s+/g, " ").trim();
	const lines: string[] = [];
	let closesGap = false;
	for (const line of text.body.split("\n")) {
		const said = filled(line);
		const isGone = said.trim() === "" && line.trim() !== "";
		const isGap = said.trim() === "";
		if (isGone) closesGap = (lines.at(-1) ?? "").trim() === "";
		else {
			if (!(closesGap && isGap)) lines.push(said);
			closesGap = false;
		}
	}
	return {
		subject: subject.length > MOST_IN_LETTER.subject ? firstWords(subject, MOST_IN_LETTER.subject / 2 - 1) : subject,
		body: `${lines.join("\n").trimEnd()}\n`,
	};
}

/** Whether subject and text of a mail, as it will leave, are there and within the limits. A subject is one line. */
export function isWritten({ subject, body }: MailText): boolean {
	const fits = subject.length <= MOST_IN_LETTER.subject && body.length <= MOST_IN_LETTER.body;
	return (
		fits &&
		subject.trim() !== "" &&
		body.trim() !== "" &&
		isPlainText(body) &&
		!lineFault(subject) &&
		!/[\r\n]/.test(subject)
	);
}
