import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import {
	createAssignmentThread,
	MOST_ENTRIES,
	MOST_PAIRS,
	MOST_REVIEWERS,
	MOST_WANTED,
} from "../../server/services/reviews/assignment-thread.ts";
import { type AssignmentInput, balanceAssignments } from "../../server/services/reviews/balanced-assignment.ts";
import { root, temporaryDirectory } from "../support/portal.ts";

const SCALE = 1_000;

/** A committee where each reviewer fits every entry. */
function committee(entries: number, reviewers: number, wanted: number): AssignmentInput {
	const fits = () => Array.from({ length: reviewers }, () => 0);
	return {
		entries: Array.from({ length: entries }, (_, at) => ({ id: at + 1, wanted, fits: fits() })),
		reviewers: Array.from({ length: reviewers }, (_, at) => ({ id: at + 1 })),
		existing: [],
		conflicts: [],
	};
}

const small = committee(20, 5, 2);

describe("the thread that assigns", () => {
	test("gives what the calculation gives, from the sources and from the build", async () => {
		const expected = balanceAssignments(small);
		const calculate = createAssignmentThread({ scale: SCALE });
		expect(await calculate(small, undefined)).toEqual({ ok: true, assignment: expected });
		const built = new Worker(join(root, "build/thread-worker.js"), { workerData: "assignment", execArgv: [] });
		built.postMessage(small);
		expect(await once(built, "message")).toEqual([expected]);
		await built.terminate();
	});

	test("finds the built program beside the bundle that starts it", async () => {
		const folder = temporaryDirectory();
		const services = join(root, "server/services");
		await build({
			entryPoints: {
				"assignment-thread": join(services, "reviews/assignment-thread.ts"),
				"thread-worker": join(services, "threads/thread-worker.ts"),
			},
			outdir: folder,
			bundle: true,
			splitting: true,
			platform: "node",
			format: "esm",
			target: "node22.18",
		});
		const bundled: typeof import("../../server/services/reviews/assignment-thread.ts") = await import(
			/* @vite-ignore */ join(folder, "assignment-thread.js")
		);
		const calculate = bundled.createAssignmentThread({ scale: SCALE });
		expect(await calculate(small, undefined)).toEqual({ ok: true, assignment: balanceAssignments(small) });
	});

	test("leaves the server free for others meanwhile", async () => {
		const calculate = createAssignmentThread({ scale: SCALE });
		let ticks = 0;
		const ticking = setInterval(() => {
			ticks += 1;
		}, 1);
		// Half a second of work at least; a calculation here would leave room for a tick or two.
		const calculated = await calculate(committee(2_000, 60, 3), undefined);
		clearInterval(ticking);
		expect(calculated.ok).toBe(true);
		expect(ticks).toBeGreaterThan(20);
	});

	test("runs one calculation at a time and refuses more than a few that wait", async () => {
		const calculate = createAssignmentThread({ scale: SCALE });
		const order: number[] = [];
		const asked = Array.from({ length: 7 }, (_, at) =>
			calculate(at === 0 ? committee(500, 30, 3) : small, undefined).finally(() => order.push(at)),
		);
		const answers = await Promise.allSettled(asked);
		expect(answers.map(({ status }) => status)).toEqual([
			...Array.from({ length: 5 }, () => "fulfilled"),
			"rejected",
			"rejected",
		]);
		expect(answers[6]).toMatchObject({ reason: { code: "BUSY" } });
		expect(order).toEqual([5, 6, 0, 1, 2, 3, 4]);
	});

	test("is ended when it takes too long, and lets the next one begin", async () => {
		// A thread does not even start within a millisecond.
		const calculate = createAssignmentThread({ scale: SCALE, mostMs: 1 });
		expect(await calculate(small, undefined)).toEqual({ ok: false, problem: "too-slow" });
		expect(await calculate(small, undefined)).toEqual({ ok: false, problem: "too-slow" });
	});

	test("is refused with more than the limits allow, before anything is copied", async () => {
		const calculate = createAssignmentThread({ scale: SCALE });
		const pairs = Array.from({ length: MOST_PAIRS + 1 }, () => ({ entryId: 1, reviewerId: 1 }));
		const beyond: AssignmentInput[] = [
			committee(MOST_ENTRIES + 1, 1, 1),
			committee(1, MOST_REVIEWERS + 1, 1),
			committee(1, 1, MOST_WANTED + 1),
			{ ...small, existing: pairs },
			{ ...small, conflicts: pairs },
			{ ...small, reviewers: [] },
		];
		for (const input of beyond) expect(await calculate(input, undefined)).toEqual({ ok: false, problem: "too-many" });
	});

	test("has as much memory as the largest committee needs, and no more", async () => {
		const all = committee(MOST_ENTRIES, MOST_REVIEWERS, 0);
		// Memory goes by the numbers of entries and reviewers: few wishes save the time.
		const entries = all.entries.map((entry, at) => ({ ...entry, wanted: at < 100 ? MOST_WANTED : 0 }));
		const largest = { ...all, entries };
		const calculate = createAssignmentThread({ scale: SCALE });
		const calculated = await calculate(largest, undefined);
		expect(calculated.ok && calculated.assignment.added.length).toBe(100 * MOST_WANTED);
		const narrow = createAssignmentThread({ scale: SCALE, mostHeapMb: 8 });
		expect(await narrow(largest, undefined)).toEqual({ ok: false, problem: "too-many" });
	});

	test("passes a fault of the input on", async () => {
		const calculate = createAssignmentThread({ scale: SCALE });
		const twice = { ...small, reviewers: small.reviewers.map(() => ({ id: 1 })) };
		await expect(calculate(twice, undefined)).rejects.toThrow("1 appears twice");
	});
});
