import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { createFairQueue } from "../limits/fair-queue.ts";
import type { Tasks } from "./thread-worker.ts";

/** `too-many`: it takes more memory than it may have; `too-slow`: ended before it was done. */
export type Calculated<Result> = { ok: true; result: Result } | { ok: false; problem: "too-many" | "too-slow" };

interface Options {
	/** As in `createFairQueue`. */
	scale: number;
	/** Milliseconds until a calculation is ended. */
	mostMs: number;
	/** Milliseconds that one may wait for others. */
	mostWaitMs: number;
	/** Of objects; large arrays of numbers and texts are beside them. */
	mostHeapMb: number;
	/** How many may wait. */
	queue?: number;
	/** Milliseconds that a thread waits for the next calculation. Loading its program takes longer than short ones do. */
	idleMs?: number;
}

/** A few, so that none waits for long. */
const QUEUE = 4;

/** Runs a calculation in a thread, one input at a time, while requests are answered as always. */
export function createThread<Name extends keyof Tasks>(
	name: Name,
	{ scale, mostMs, mostWaitMs, mostHeapMb, queue = QUEUE, idleMs = 0 }: Options,
) {
	type Input = Parameters<Tasks[Name]>[0];
	type Result = Awaited<ReturnType<Tasks[Name]>>;
	const inTurn = createFairQueue({ concurrency: 1, queue, patienceMs: mostWaitMs, scale });
	let idle: { worker: Worker; ends: NodeJS.Timeout } | undefined;

	function takeWorker(): Worker {
		if (!idle) {
			return new Worker(PROGRAM, {
				workerData: name,
				execArgv: [],
				// It calculates: no setting or key is its business.
				env: {},
				resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
			});
		}
		const { worker, ends } = idle;
		idle = undefined;
		clearTimeout(ends);
		worker.removeAllListeners("error");
		worker.ref();
		return worker;
	}

	/** Keeps a thread for the next calculation. It does not keep the server from ending. */
	function keep(worker: Worker): void {
		worker.unref();
		const ends = setTimeout(() => {
			idle = undefined;
			void worker.terminate();
		}, idleMs).unref();
		const own = { worker, ends };
		worker.once("error", () => {
			clearTimeout(ends);
			if (idle === own) idle = undefined;
		});
		idle = own;
	}

	function calculate(input: Input): Promise<Calculated<Result>> {
		return new Promise((done, fail) => {
			const worker = takeWorker();
			function end(calculated: Calculated<Result>): void {
				worker.removeAllListeners("message");
				// The next one starts when the memory of this one is free.
				void worker.terminate().then(() => done(calculated));
			}
			const patience = setTimeout(() => end({ ok: false, problem: "too-slow" }), mostMs);
			worker.once("message", (result: Result) => {
				clearTimeout(patience);
				if (idleMs === 0) return end({ ok: true, result });
				keep(worker);
				done({ ok: true, result });
			});
			worker.once("error", (error) => {
				clearTimeout(patience);
				if ("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") done({ ok: false, problem: "too-many" });
				else fail(error);
			});
			worker.postMessage(input);
		});
	}

	/**
	 * @param network as in `Turn`
	 * @throws AppError BUSY if others wait already, or for too long
	 * @throws what the calculation throws
	 */
	return (input: Input, network: string | undefined): Promise<Calculated<Result>> =>
		inTurn({ network }, () => calculate(input));
}

/** The program of the thread is beside this file, in the sources and in the build. */
const PROGRAM = new URL(`./thread-worker${extname(import.meta.url)}`, import.meta.url);
