import { readFileSync } from "node:fs";

/** Memory of a process in bytes: what is resident now, or was at most (Linux). */
export function memoryOf({ pid }: { pid?: number | undefined }, name: "VmRSS" | "VmHWM"): number {
	const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
	return Number(kib) * 1024;
}
