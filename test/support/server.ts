import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "./portal.ts";

export interface ServerProcess {
	origin: string;
	/** Everything printed so far. */
	output(): string;
	/** Sends a signal and waits for the end. @returns the exit code, or the signal's name */
	end(signal: NodeJS.Signals): Promise<number | string>;
	pid: number;
}

/**
 * Starts the built server as its own process on a free port; ended with the test.
 * @param folder of another build @param before words before the program, which watch it and stay in the background
 */
export async function startServer(
	environment: Record<string, string | undefined>,
	folder = root,
	words: string[] = [],
	before: string[] = [],
): Promise<ServerProcess> {
	const { child, output, ended } = run("main.js", environment, words, folder, undefined, before);
	onTestFinished(() => {
		if (child.exitCode === null) child.kill("SIGKILL");
	});
	const origin = await new Promise<string>((done, fail) => {
		const look = () => {
			const address = /listens on (http:\/\/\S+)/.exec(output())?.[1];
			if (address) done(address.replace("localhost", "127.0.0.1"));
		};
		child.stdout?.on("data", look);
		void ended.then((code) => fail(new Error(`the server ended with ${code}: ${output()}`)));
	});
	return {
		origin,
		output,
		pid: child.pid ?? 0,
		end: (signal) => {
			child.kill(signal);
			return ended;
		},
	};
}

/** Runs a built program to its end, or kills it as soon as something is so; asked again and again. */
export async function runToEnd(
	program: string,
	environment: Record<string, string | undefined>,
	words: string[] = [],
	{
		input = "",
		killWhen,
		uid,
		folder,
	}: { input?: string; killWhen?: () => boolean; uid?: number; folder?: string } = {},
) {
	const { child, output, ended } = run(program, environment, words, folder ?? root, uid);
	child.stdin?.end(input);
	if (killWhen) {
		const watch = setInterval(() => killWhen() && child.kill("SIGKILL"), 1);
		void ended.then(() => clearInterval(watch));
	}
	return { code: await ended, output: output() };
}

/**
 * A program that ends after a second does not earn what compiling its functions with more care costs, a sixth of all, nor
 * what clearing away costs that begins at a few megabytes, a tenth. Long runs, which measure, set no flag.
 */
const BRIEFLY = ["--no-opt", "--min-semi-space-size=32", "--max-semi-space-size=64"];
const FLAGS = process.env.BRIEF_PROGRAMS === "1" ? BRIEFLY : [];

function run(
	program: string,
	environment: Record<string, string | undefined>,
	words: string[] = [],
	folder = root,
	uid?: number,
	before: string[] = [],
) {
	const [command = "", ...all] = [...before, process.execPath, ...FLAGS, join(folder, "build", program), ...words];
	const child: ChildProcess = spawn(command, all, {
		env: {
			PATH: process.env.PATH,
			NODE_ENV: "production",
			// Not the one of whoever runs the tests.
			ENV_FILE: "",
			PORT: "0",
			RATE_LIMIT_SCALE: "1000",
			MAIL_RATE: "1000",
			...environment,
		},
		stdio: ["pipe", "pipe", "pipe"],
		...(uid !== undefined && { uid, gid: uid }),
	});
	let text = "";
	for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += chunk));
	const ended = new Promise<number | string>((done) => {
		child.on("close", (code, signal) => done(code ?? signal ?? "?"));
	});
	return { child, output: () => text, ended };
}
