import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { root } from "./portal.ts";

/**
 * Another process that has the database open as `d` and does something with it; it ends with the test.
 * @param first done before this returns @param last done by the returned function
 */
export async function otherProcess(file: string, first: string, last: string): Promise<() => Promise<void>> {
	const script = `const D=require("better-sqlite3");const d=new D(${JSON.stringify(file)});${first};console.log("began");
		process.stdin.once("data",()=>{${last};console.log("ended")})`;
	const child = spawn(process.execPath, ["-e", script], { cwd: root });
	onTestFinished(() => void child.kill("SIGKILL"));
	const said = (word: string) =>
		new Promise<void>((done) => child.stdout.on("data", (text) => String(text).includes(word) && done()));
	await said("began");
	return async () => {
		const ended = said("ended");
		child.stdin.write("go\n");
		await ended;
	};
}
