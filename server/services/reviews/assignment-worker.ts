/** Runs in a thread of its own: see `assignment-thread.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { balanceAssignments } from "./balanced-assignment.ts";

parentPort?.postMessage(balanceAssignments(workerData));
