import { execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Programme } from "../../app/programmes/define.ts";
import type { Filling } from "./form.ts";
import { privateFolder, screenOf, type TextBrowser } from "./text-browser.ts";

export interface Lynx extends TextBrowser {
	open(address: string): Promise<void>;
	/** Chooses in the list behind this question. */
	choose(label: string, option: string): Promise<void>;
	follow(link: string): Promise<void>;
}

const PRINTER = "To the test";

/** Lynx numbers links and controls, so that a person can go to one; it pauses for no message. */
const settings = (keep: string) => `PRINTER:${PRINTER}:${keep}:FALSE:10000
DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED
INFOSECS:0
MESSAGESECS:0
ALERTSECS:0
`;

/** Reads its keys from a pipe, one at a time when it wants one: it needs no terminal, and nobody has to wait for it. */
export async function openLynx(address: string): Promise<Lynx> {
	const { folder, env, keep, take } = privateFolder();
	const [pipe, cfg] = [join(folder, "keys"), join(folder, "lynx.cfg")];
	execFileSync("mkfifo", [pipe]);
	writeFileSync(cfg, settings(keep("%s")));
	// Open at both ends, or lynx would wait for the other one.
	const keys = openSync(pipe, "r+");
	const words = [`-cfg=${cfg}`, `-cmd_script=${pipe}`, "-accept_all_cookies", "-force_html", "-tna"];
	const charsets = ["-assume_charset=utf-8", "-display_charset=utf-8"];
	const child = spawn("lynx", [...words, ...charsets, address], { env, stdio: ["ignore", "pipe", "ignore"] });
	const screen = screenOf(child.stdout);
	onTestFinished(() => {
		child.kill();
		closeSync(keys);
	});
	const strike = (...names: string[]) => writeSync(keys, names.map((name) => `key ${name}\n`).join(""));
	const enter = (text: string) => strike(...[...Buffer.from(text)].map(keyOf));

	let page: string | undefined;
	const print = () => {
		strike("p", "/");
		enter(`${PRINTER}\n\n`);
	};
	/** With the numbers, which stay as they are until the page is left. */
	const numbered = async () => {
		page ??= await take(print, screen);
		return controlsOf(page);
	};
	const activate = (control: Control) => {
		enter(`${control.number}g\n`);
		strike("^J");
	};
	const leave = (control: Control) => {
		activate(control);
		page = undefined;
	};
	return {
		read: async () => {
			page = await take(print, screen);
			return withoutNumbers(page);
		},
		async type(label, text) {
			activate(behind(await numbered(), label, /^(text|password|file) entry/));
			strike("^U");
			enter(text);
			strike("<tab>");
		},
		async tick(label, group) {
			activate(before(await numbered(), label, /^(checkbox|radio button)$/, group));
		},
		async choose(label, option) {
			activate(behind(await numbered(), label, /^popup menu$/));
			enter(`/${option}\n\n`);
		},
		press: async (button) => leave(before(await numbered(), button, /^submit button$/)),
		follow: async (link) => leave(before(await numbered(), link, /^link$/)),
		async open(next) {
			enter(`g${next}\n`);
			page = undefined;
		},
	};
}

/** As the scripts of lynx spell a byte. */
function keyOf(byte: number): string {
	if (byte === 10) return "^J";
	return byte > 32 && byte < 127 ? String.fromCharCode(byte) : `0x${byte.toString(16)}`;
}

interface Control {
	number: string;
	kind: string;
	/** The page between the control before and this one, from the next line on. */
	before: string;
	/** The page up to the next control. */
	after: string;
}

const NUMBER = /\[(\d+)\]/;

/** Numbers stand before links and controls; a list at the end says what each is. */
function split(printed: string): { text: string; kinds: Map<string, string> } {
	const [, text = printed, list = ""] = /^(.*)\nReferences\n(.*)$/s.exec(printed) ?? [];
	const lines = [...list.matchAll(/^ *(\d+)\. (?:form field = )?(.+)$/gm)];
	return { text, kinds: new Map(lines.map(([, number = "", kind = ""]) => [number, kind])) };
}

function controlsOf(printed: string): Control[] {
	const { text, kinds } = split(printed);
	const [first = "", ...pieces] = text.split(NUMBER);
	const controls: Control[] = [];
	let before = first;
	for (let at = 0; at < pieces.length; at += 2) {
		const [number = "", after = ""] = pieces.slice(at, at + 2);
		const kind = kinds.get(number) ?? "";
		controls.push({ number, kind: kind.includes("://") ? "link" : kind, before, after });
		before = after.replace(/^.*\n?/, "");
	}
	return controls;
}

const withoutNumbers = (printed: string) => split(printed).text.replaceAll(new RegExp(NUMBER, "g"), "");

/** Lines of their own, without what is said in brackets of a question that not everybody is asked. */
const linesOf = (text: string) => text.split("\n").map((line) => line.replace(/ \((optional|if you .*)\)/, "").trim());

function behind(controls: Control[], label: string, kind: RegExp): Control {
	const found = controls.find((one) => kind.test(one.kind) && linesOf(one.before).includes(label));
	if (!found) throw new Error(`nothing to answer "${label}" in`);
	return found;
}

function before(controls: Control[], label: string, kind: RegExp, group?: string): Control {
	const start = group === undefined ? 0 : controls.findIndex((one) => linesOf(one.before).includes(group));
	const words = (text: string) => text.replace(/^(\[[ X]\]|\([ *]\)|BUTTON\))/, "").replace(/\s+/g, " ");
	const fits = (one: Control) => kind.test(one.kind) && words(one.after).trim().startsWith(label);
	const found = start < 0 ? undefined : controls.slice(start).find(fits);
	if (!found) throw new Error(`nothing called "${label}"`);
	return found;
}

/** Answers question after question, in the order of the form. A file is named by its path. */
export async function fillIn(lynx: Lynx, { fields }: Programme, filling: Filling): Promise<void> {
	for (const field of fields) {
		const given = filling[field.name];
		if (given === undefined || given === false) continue;
		const label = field.label.en;
		const words = (value: unknown) =>
			("options" in field && field.options.find((option) => option.value === value)?.label.en) || String(value);
		if (field.kind === "consent") await lynx.tick(field.text.en);
		else if (field.kind === "copy") await lynx.tick(label);
		else if (field.kind === "choices" || field.kind === "radio")
			for (const one of [given].flat()) await lynx.tick(words(one), label);
		else if (field.kind === "select" || field.kind === "track") await lynx.choose(label, words(given));
		else await lynx.type(label, String(given));
	}
}
