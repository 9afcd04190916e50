import { execFile, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { until } from "./smtp.ts";
import { type Page, privateFolder, screenOf, type TextBrowser, textBrowser } from "./text-browser.ts";
import { type Control, controlsIn, type Kind } from "./text-controls.ts";

const run = promisify(execFile);

/** A page as w3m prints it. */
export async function dump(address: string): Promise<string> {
	const { stdout } = await run("w3m", ["-dump", "-cols", "80", address], { env: privateFolder().env });
	return stdout;
}

/** What was sent as a page, as w3m prints it in lines that hold whatever stands in one. */
export async function dumpOf(html: string): Promise<string> {
	const { env, folder } = privateFolder();
	const file = join(folder, "page.html");
	writeFileSync(file, html);
	const { stdout } = await run("w3m", ["-dump", "-T", "text/html", "-cols", "400", file], { env });
	return stdout;
}

/** W3m numbers links and controls, and goes to a number; the editor for several lines takes what the test wrote. */
const settings = (typed: string) => `use_cookie 1
accept_cookie 1
display_link_number 1
vi_prec_num 1
ignorecase_search 0
editor cp ${typed}
`;

/** Needs a terminal, which `script` of Debian's base system is. */
export async function openW3m(address: string): Promise<TextBrowser> {
	const { folder, env, keep, take } = privateFolder();
	const typed = join(folder, "typed");
	writeFileSync(join(env.HOME, ".w3m/config"), settings(typed));
	const command = `stty rows ${env.LINES} cols ${env.COLUMNS}; exec w3m '${address}'`;
	const child = spawn("script", ["-qec", command, "/dev/null"], { env, stdio: ["pipe", "pipe", "ignore"] });
	const screen = screenOf(child.stdout);
	onTestFinished(() => void child.kill());
	await until(() => screen() !== "");
	const CLEAR = "\x15";
	const enter = (keys: string) => void child.stdin.write(keys);
	const look = async () => pageOf(await take(() => enter(`S|${keep("")}\r`), screen));
	const activate = ({ number }: Control) => enter(`${number}[\r`);
	return textBrowser({
		look,
		open: (next) => enter(`U${CLEAR}${next}\r`),
		async type(field, text) {
			const lines = hasLines(field);
			if (lines) writeFileSync(typed, text);
			activate(field);
			if (lines) await look();
			else enter(`${CLEAR}${text}\r`);
		},
		choose(field, option) {
			activate(field);
			enter(`/${literal(option)}$\r\r`);
		},
		activate,
		// A button shows no number but is counted.
		press(controls, button) {
			const [found] = controls.flatMap((one, at) => {
				const isCounted = controls[at + 1]?.number !== one.number + 1;
				const times = isCounted ? othersFirst(one.after, button) : -1;
				return times < 0 ? [] : [{ number: one.number, times }];
			});
			if (!found) throw new Error(`no button called "${button}"`);
			enter(`${found.number}[/${literal(button)}\r${"n".repeat(found.times)}\r`);
		},
	});
}

/**
 * How many headings and sentences with the words of a button stand before it, or -1 without a button: a sentence quotes
 * it, a heading ends a paragraph, and a button does so only where it comes last.
 */
function othersFirst(text: string, button: string): number {
	const named = [...text.matchAll(new RegExp(`(“)?${literal(button)}(\\n\\n)?`, "g"))];
	const inLine = named.findIndex(([, quote, end]) => !quote && !end);
	return inLine < 0 ? named.findLastIndex(([, quote]) => !quote) : inLine;
}

const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** A box of several lines counts, but its number is not printed. */
function pageOf(printed: string): Page {
	let count = 0;
	const text = printed.replaceAll(/\[(\d+)\]|^(?:\[(?!\d+\]).*\]\n)+/gm, (found, number) => {
		count = number ? Number(number) : count + 1;
		return number ? found : `[${count}]${found}`;
	});
	return { text, controls: controlsIn(text, (_, after) => kindOf(after)) };
}

function kindOf(after: string): Kind {
	if (/^(\[[ *]\]|\([ *]\))/.test(after)) return "tick";
	return after.startsWith("[") ? "field" : "link";
}

const hasLines = ({ after }: Control) => /^\[.*\]\n\[/.test(after);
