import { statfsSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from "node:os";

const GIB = 1024 ** 3;
/** As Linux numbers them. */
const FILE_SYSTEMS: Readonly<Record<number, string>> = {
	16914836: "in memory, so flushing costs nothing",
	61267: "on ext4",
	1481003842: "on xfs",
	2435016766: "on btrfs",
};

/** Current time, as used in the report. */
export const minute = () => `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Description of the machine. */
export function machineDescription(): string {
	const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
	const [busy = 0] = loadavg();
	return [
		`${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"})`,
		`${(memory / GIB).toFixed(1)} GiB memory`,
		`Node ${process.version} (${process.platform} ${process.arch})`,
		`data ${FILE_SYSTEMS[statfsSync(tmpdir()).type] ?? "on disk"}`,
		`load average before ${busy.toFixed(2)}`,
	].join(", ");
}
