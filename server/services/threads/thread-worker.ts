/** The program of every thread: see `thread.ts`. */
import { parentPort, workerData } from "node:worker_threads";

/** What threads calculate, by name. A thread loads only its own calculation. */
const TASKS = {
	assignment: async () => (await import("../reviews/balanced-assignment.ts")).balanceAssignments,
	registrations: async () => (await import("../forum/forum-file.ts")).readRegistrations,
	setup: async () => (await import("../setup/setup-text.ts")).readSetup,
	words: async () => (await import("../reviews/telling-words.ts")).searchEntries,
};

export type Tasks = { [Name in keyof typeof TASKS]: Awaited<ReturnType<(typeof TASKS)[Name]>> };

const task = (await TASKS[workerData as keyof Tasks]()) as (input: unknown) => unknown;

parentPort?.on("message", async (input) => parentPort?.postMessage(await task(input)));
