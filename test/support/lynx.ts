import { execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Page, privateFolder, screenOf, type TextBrowser, textBrowser } from "./text-browser.ts";
import { before, type Control, controlsIn, type Kind } from "./text-controls.ts";

const PRINTER = "To the test";

/** Numbers links and controls, and disables pauses. */
const settings = (keep: string) => `PRINTER:${PRINTER}:${keep}:FALSE:10000
DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED
INFOSECS:0
MESSAGESECS:0
ALERTSECS:0
`;

/** Reads keys from a pipe, one at a time, so it needs neither a terminal nor pauses. */
export async function openLynx(address: string): Promise<TextBrowser> {
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

	const print = () => {
		strike("p", "/");
		enter(`${PRINTER}\n\n`);
	};
	const activate = ({ number }: Control) => {
		enter(`${number}g\n`);
		strike("^J");
	};
	return textBrowser({
		look: async () => pageOf(await take(print, screen)),
		open: (next) => enter(`g${next}\n`),
		type(field, text) {
			activate(field);
			strike("^U");
			enter(text);
			strike("<tab>");
		},
		choose(field, option) {
			activate(field);
			enter(`/${option}\n\n`);
		},
		activate,
		press: (controls, button) => activate(before(controls, button, "button")),
	});
}

/** As the scripts of lynx spell a byte. */
function keyOf(byte: number): string {
	if (byte === 10) return "^J";
	return byte > 32 && byte < 127 ? String.fromCharCode(byte) : `0x${byte.toString(16)}`;
}

const KINDS: Record<string, Kind> = { checkbox: "tick", "radio button": "tick", "submit button": "button" };

/** A list at the end says what each number is. */
function pageOf(printed: string): Page {
	const [, text = printed, list = ""] = /^(.*)\nReferences\n(.*)$/s.exec(printed) ?? [];
	const lines = [...list.matchAll(/^ *(\d+)\. (?:form field = )?(.+)$/gm)];
	const kinds = new Map(lines.map(([, number, what = ""]) => [Number(number), kindOf(what)]));
	return { text, controls: controlsIn(text, (number) => kinds.get(number)) };
}

function kindOf(what: string): Kind | undefined {
	if (what.includes("://")) return "link";
	return /^(text|password|file) entry|^popup menu$/.test(what) ? "field" : KINDS[what];
}
