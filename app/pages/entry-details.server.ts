import type { AppLoadContext } from "@remix-run/node";
import { formatInstant } from "../programmes/window.ts";

type Details = ReturnType<AppLoadContext["services"]["reviews"]["details"]>;

/** An entry as its details show it to organisers. Server only. */
export function shownDetails(context: AppLoadContext, { entry, log }: Details) {
	const { services, locale, zone } = context;
	return {
		id: entry.id,
		status: entry.status,
		incomplete: entry.incomplete,
		withdrawn: entry.withdrawnAt !== null,
		created: formatInstant(entry.createdAt, zone, locale),
		updated: formatInstant(entry.updatedAt, zone, locale),
		shown: services.entries.asShown(entry, locale),
		log: historyOf(context, log),
	};
}

function historyOf({ locale, zone }: AppLoadContext, log: Details["log"]) {
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
