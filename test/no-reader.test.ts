import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, temporaryDirectory } from "./support/portal.ts";
import { runToEnd } from "./support/server.ts";

it("a command whose output nobody reads any more does its work and ends quietly", async () => {
	const directory = temporaryDirectory();
	const place = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
	await runToEnd("cli.js", place, ["init", "--template", "hangzhou"]);
	for (const words of [["--help"], ["mail", "list"], ["event", "export", join(directory, "setup.json")]]) {
		const child = spawn(process.execPath, [join(root, "build/cli.js"), ...words], {
			env: { PATH: process.env.PATH, NODE_ENV: "production", ...place },
		});
		// As `head` does once it has seen enough.
		child.stdout.destroy();
		let said = "";
		child.stderr.on("data", (chunk) => (said += chunk));
		const [code] = await once(child, "exit");
		expect([words, code, said]).toEqual([words, 0, ""]);
	}
	expect(existsSync(join(directory, "setup.json"))).toBe(true);
});
