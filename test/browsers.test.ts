import { execFile } from "node:child_process";
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root, temporaryDirectory } from "./support/portal.ts";

/** A fake machine that has only these programs (shell scripts). */
function machine(programs: Record<string, string>): string {
	const folder = temporaryDirectory();
	symlinkSync("/bin/sh", join(folder, "sh"));
	for (const [name, script] of Object.entries(programs)) {
		writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
		chmodSync(join(folder, name), 0o755);
	}
	return folder;
}

/** Output of the search for browsers on that machine. */
async function search(folder: string): Promise<string> {
	const program = `Object.defineProperty(process, "platform", { value: "linux" });
		const { requireBrowsers } = await import(${JSON.stringify(join(root, "scripts/browsers.mjs"))});
		try { console.log(requireBrowsers()); } catch (error) { console.log(error.message); }`;
	const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
		env: { NODE_ENV: "production", PATH: folder, CHROMIUM: join(folder, "chromium") },
	});
	return stdout.trim().split("\n").at(-1) ?? "";
}

const PRESENT = { chromium: "", lynx: "", w3m: "", java: "" };

it("a machine with browsers and a Chinese font has all that tests need", async () => {
	const folder = machine({ ...PRESENT, "fc-list": "echo 'Noto Sans CJK SC'" });
	expect(await search(folder)).toBe(join(folder, "chromium"));
});

it("a machine with Chromium and no font for Chinese gets one, or is told which package has it", async () => {
	const folder = machine({ ...PRESENT, "fc-list": "", "apt-get": 'echo "$@" >> "$0.log"' });
	expect(await search(folder)).toBe(
		"Browsers or a font are missing: install them (Debian: apt-get install fonts-noto-cjk)",
	);
	const log = join(folder, "apt-get.log");
	if (existsSync(log)) expect(readFileSync(log, "utf8")).toContain("fonts-noto-cjk\n");
});

it("a machine without the program that lists fonts is asked for it and for a font", async () => {
	const folder = machine({ ...PRESENT, "apt-get": "" });
	expect(await search(folder)).toBe(
		"Browsers or a font are missing: install them (Debian: apt-get install fonts-noto-cjk fontconfig)",
	);
});
