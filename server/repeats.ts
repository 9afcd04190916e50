import type { Logger } from "pino";

const MINUTE_MS = 60_000;
const MOST_KNOWN = 500;
/** Error codes and names of a full disk. */
const FULL_DISK = new Set(["SQLITE_FULL", "ENOSPC", "EDQUOT", "STORAGE_FULL"]);

/**
 * Wraps a log: warnings and errors with the same cause are written at most once a minute, with the number of omitted
 * ones. A full disk is one cause. Other levels are unchanged.
 */
export function withoutRepeats(log: Logger): Logger {
	const known = new Map<string, { until: number; omitted: number }>();

	const sparing = (level: "warn" | "error") =>
		((...given: unknown[]) => {
			const [details, message] = typeof given[0] === "object" ? [given[0] as object, given[1]] : [{}, given[0]];
			const cause = causeOf(details, String(message));
			// A clock that only goes forward: the time of day may be set back.
			const now = performance.now();
			const last = known.get(cause);
			if (last && now < last.until) {
				last.omitted += 1;
				return;
			}
			if (known.size >= MOST_KNOWN) known.clear();
			known.set(cause, { until: now + MINUTE_MS, omitted: 0 });
			log[level](last && last.omitted > 0 ? { ...details, omitted: last.omitted } : details, String(message));
		}) as Logger["error"];

	return Object.assign(Object.create(log) as Logger, { warn: sparing("warn"), error: sparing("error") });
}

function causeOf(details: object, message: string): string {
	const err = "err" in details ? details.err : undefined;
	const codes: unknown[] = [];
	for (let error = err; error instanceof Error && codes.length < 5; error = error.cause)
		codes.push("code" in error ? error.code : undefined);
	if (codes.some((code) => FULL_DISK.has(String(code)))) return "full disk";
	const event = "event" in details ? String(details.event) : "";
	return [message, event, err instanceof Error ? `${err.name} ${err.message}` : ""].join("\n");
}
