import type { AppLoadContext } from "@remix-run/node";
import { formatInstant } from "../programmes/window.ts";

type Log = ReturnType<AppLoadContext["services"]["reviews"]["details"]>["log"];

/** The log of an entry as its details show it. Server only. */
export function historyOf({ locale, zone }: AppLoadContext, log: Log) {
	return log.map(({ at, by, changes, ...line }) => ({
		...line,
		by: by ?? "",
		at: formatInstant(at, zone, locale),
		changes: Object.entries(changes ?? {}).map(([field, { from, to }]) => ({
			field,
			from: plain(from),
			to: plain(to),
		})),
	}));
}

/** A value of the log in one line. */
function plain(value: unknown): string {
	if (value === null || value === undefined) return "";
	if (Array.isArray(value)) return value.join(", ");
	return typeof value === "object" ? Object.values(value).flat().join(", ") : String(value);
}
