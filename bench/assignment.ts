import { once } from "node:events";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { AssignmentInput, BalancedAssignment } from "../server/services/reviews/balanced-assignment.ts";
import { atMost, count, median, milliseconds, type Part, type Row, tableOf } from "./report.ts";
import { root } from "./servers.ts";

const ROUNDS = 5;
const ENTRIES = 2_000;
const REVIEWERS = 60;
const WANTED = 3;
const TRACKS = 6;
/** Entries of each reviewer, for half of what is wanted. */
const MOST = 50;
const LONGEST_MS = 10_000;
const LONGEST_WAIT_MS = 50;
const NANOSECONDS = 1_000_000;

/** Assigns a whole call to its reviewers in the built thread, and watches the thread that started it meanwhile. */
export async function measureAssignment(): Promise<Part> {
	const size = `${count(ENTRIES)} entries x ${REVIEWERS} reviewers x ${WANTED}`;
	const rows = [
		...(await measured(`${size}, by track`, committeeOf(byTrack), `${TRACKS} tracks, two for each reviewer`)),
		...(await measured(`${size}, everyone fits`, committeeOf(alike), "all fits the same, so that groups vary most")),
		...(await measured(
			`${size}, at most ${MOST} each`,
			committeeOf(byTrack, MOST),
			"by track, so that half of the reviews are missing and are shared out",
		)),
	];
	return { title: "Assignment", tables: [tableOf(rows)] };
}

async function measured(what: string, input: AssignmentInput, kind: string): Promise<Row[]> {
	const times: number[] = [];
	const delays = monitorEventLoopDelay({ resolution: 1 });
	let assignment: BalancedAssignment | undefined;
	for (let round = 0; round < ROUNDS; round += 1) {
		const started = performance.now();
		const worker = new Worker(join(root, "build/thread-worker.js"), { workerData: "assignment", execArgv: [] });
		delays.enable();
		worker.postMessage(input);
		[assignment] = (await once(worker, "message")) as [BalancedAssignment];
		delays.disable();
		times.push(performance.now() - started);
		await worker.terminate();
	}
	const without = monitorEventLoopDelay({ resolution: 1 });
	without.enable();
	await setTimeout(times.reduce((sum, ms) => sum + ms, 0));
	without.disable();
	const loads = assignment?.loads.map(({ added }) => added) ?? [];
	const how = `median of ${ROUNDS} starts of the built thread, to its result; ${kind}; loads from ${Math.min(...loads)} to ${Math.max(...loads)}, ${assignment?.unmet.length} wishes not met`;
	return [
		atMost(what, median(times), LONGEST_MS, milliseconds, how),
		atMost(
			`${what}: longest wait of others`,
			delays.max / NANOSECONDS,
			LONGEST_WAIT_MS,
			milliseconds,
			"delay of the event loop that started the thread, which copies the input first",
		),
		{
			what: `${what}: longest wait without`,
			measured: milliseconds(without.max / NANOSECONDS),
			how: "the same for as long, when nothing is calculated: what the machine itself adds",
		},
	];
}

/**
 * @param fitOf cost of one entry for one reviewer, both by their number
 * @param most entries of each reviewer
 */
function committeeOf(fitOf: (entry: number, reviewer: number) => number | undefined, most?: number): AssignmentInput {
	return {
		entries: Array.from({ length: ENTRIES }, (_, entry) => ({
			id: entry + 1,
			wanted: WANTED,
			fits: Array.from({ length: REVIEWERS }, (_, reviewer) => fitOf(entry, reviewer)),
		})),
		reviewers: Array.from({ length: REVIEWERS }, (_, reviewer) => ({
			id: reviewer + 1,
			...(most !== undefined && { most }),
		})),
		existing: [],
		conflicts: [],
	};
}

/** The first track of a reviewer fits better than the second; low tracks have more entries than high ones. */
function byTrack(entry: number, reviewer: number): number | undefined {
	const track = Math.floor((((entry * 7919) % ENTRIES) ** 2 / ENTRIES ** 2) * TRACKS);
	if (reviewer % TRACKS === track) return 0;
	return Math.floor(reviewer / TRACKS) % TRACKS === track ? 10 : undefined;
}

const alike = () => 0;
