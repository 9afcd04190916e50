import type { AppLoadContext } from "@remix-run/node";
import type { Status } from "../lifecycle.ts";
import type { Locale } from "../programmes/define.ts";
import { programmeOf, spotId } from "../programmes/index.ts";
import { marks } from "../programmes/marks.ts";
import { formatLocal } from "../programmes/window.ts";

type Details = ReturnType<AppLoadContext["services"]["triage"]["details"]>;

/** An entry as its details show it to organisers. Server only. */
export function shownDetails(context: AppLoadContext, { entry, log }: Details) {
	const { services, locale, zone } = context;
	return {
		id: entry.id,
		reference: spotId(entry),
		status: entry.status,
		incomplete: entry.incomplete,
		presence: entry.presence,
		created: formatLocal(entry.createdAt, zone, locale),
		updated: formatLocal(entry.updatedAt, zone, locale),
		shown: services.entries.asShown(entry, locale),
		log: historyOf(context, entry, log),
	};
}

function historyOf({ services, t, locale, zone }: AppLoadContext, entry: Details["entry"], log: Details["log"]) {
	const { fields } = programmeOf(entry.category, entry);
	const tracks = services.tracks.labels(locale);
	const nameOf = (changed: string) => {
		const own = BESIDE_THE_FORM.find((one) => one === changed);
		if (own) return t(`log.fields.${own}`);
		return fields.find(({ name, column }) => name === changed || column === changed)?.label[locale] ?? changed;
	};
	const word = (changed: string, value: unknown): string => {
		if (typeof value !== "string") return plain(value, locale);
		if (changed === "status") return t(`status.${value as Status}`);
		if (changed === "track" || changed === "trackId") return tracks.get(value) ?? value;
		const field = fields.find(({ name }) => name === changed);
		const options = field && "options" in field ? field.options : [];
		return options.find((option) => option.value === value)?.label[locale] ?? value;
	};
	return log.map(({ at, by, changes, ...line }) => ({
		...line,
		by: by ?? "",
		at: formatLocal(at, zone, locale),
		changes: Object.entries(changes ?? {}).map(([field, { from, to }]) => ({
			field: nameOf(field),
			from: word(field, from),
			to: word(field, to),
		})),
	}));
}

/** What organisers change of an entry that no form asks. */
const BESIDE_THE_FORM = ["status", "track", "panel", "slot"] as const;

/** A value of the log in one line. */
function plain(value: unknown, locale: Locale): string {
	if (value === null || value === undefined) return "";
	if (Array.isArray(value)) return value.join(marks[locale].item);
	return typeof value === "object" ? Object.values(value).flat().join(marks[locale].item) : String(value);
}
