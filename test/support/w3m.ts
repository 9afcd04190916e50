import { execFile, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { until } from "./smtp.ts";
import { privateFolder, screenOf, type TextBrowser } from "./text-browser.ts";

const run = promisify(execFile);

interface W3m extends TextBrowser {
	/** Answers in the editor that opens for a box of several lines. */
	write(label: string, text: string): Promise<void>;
}

/** A page as w3m prints it. */
export async function dump(address: string): Promise<string> {
	const { stdout } = await run("w3m", ["-dump", "-cols", "80", address], { env: privateFolder().env });
	return stdout;
}

/** Needs a terminal, which `script` of Debian's base system is. */
export async function openW3m(address: string): Promise<W3m> {
	const { folder, env, keep, take } = privateFolder();
	const typed = join(folder, "typed");
	// The editor takes what the test wrote.
	writeFileSync(join(env.HOME, ".w3m/config"), `use_cookie 1\naccept_cookie 1\neditor cp ${typed}\n`);
	const command = `stty rows ${env.LINES} cols ${env.COLUMNS}; exec w3m ${address}`;
	const child = spawn("script", ["-qec", command, "/dev/null"], { env, stdio: ["pipe", "pipe", "ignore"] });
	const screen = screenOf(child.stdout);
	onTestFinished(() => void child.kill());
	await until(() => screen() !== "");
	const enter = (keys: string) => child.stdin.write(keys);
	const read = () => take(() => enter(`S|${keep("")}\r`), screen);
	/** From the top of the page to a line that begins so. */
	const find = (label: string) => enter(`g/^${label}\r`);
	const [TAB, BACK, CLEAR] = ["\t", "\x1b\t", "\x15"];
	return {
		read,
		async type(label, text) {
			find(label);
			enter(`${TAB}\r${CLEAR}${text}\r`);
		},
		async write(label, text) {
			writeFileSync(typed, text);
			find(label);
			enter(`${TAB}\r`);
			await read();
		},
		async tick(label) {
			enter(`g/${label}\r${BACK}\r`);
		},
		async press(button) {
			find(button);
			enter("\r");
		},
	};
}
