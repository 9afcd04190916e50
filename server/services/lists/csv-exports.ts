import { TZDate } from "@date-fns/tz";
import { and, notInArray, type SQL, sql } from "drizzle-orm";
import { type EntryKind, rulesOfKind } from "../../../app/kinds.ts";
import { isActive } from "../../../app/lifecycle.ts";
import type { Answers } from "../../../app/programmes/answers.ts";
import type { StoredAnswers } from "../../../app/programmes/archived.ts";
import type { Field, Locale } from "../../../app/programmes/define.ts";
import { marks } from "../../../app/programmes/marks.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import { placesIn } from "../../../app/schedule/grid.ts";
import type { Orm } from "../../../db/client.ts";
import { entries } from "../../../db/schema.ts";
import type { NoteExport } from "../accounts/export-notes.ts";
import { type Actor, requireFresh } from "../actor.ts";
import { toAnswers } from "../entries/entry-rows.ts";
import { mapped } from "../limits/batches.ts";
import type { Runtime } from "../runtime.ts";
import { placedIds } from "../schedule/grid.ts";
import type { CallNames } from "./call-names.ts";
import { toCsv } from "./csv-format.ts";
import type { EntryLists, ListQuery } from "./entry-lists.ts";
import { ofKind as entriesOfKind } from "./entry-query.ts";
import type { ListedEntry } from "./listed-entry.ts";
import { type PublicEntries, type PublicQuery, publicAnswersOf } from "./public-entries.ts";

export interface CsvFile {
	name: string;
	lines: Iterable<string>;
}

export type Exports = ReturnType<typeof createExports>;

interface Column {
	key: string;
	header: string;
	of(entry: ListedEntry, answers: Answers): unknown;
}

/** Lists as CSV files, with the columns and names of the specification (sections 7 and 9). */
export function createExports(
	{ db, event, registry, now }: Runtime,
	parts: { lists: EntryLists; publicEntries: PublicEntries; callNames: CallNames; noteExport: NoteExport },
) {
	const { lists, publicEntries, callNames, noteExport } = parts;
	const archivedAnswers = db.remembering((kind: EntryKind) =>
		readArchivedAnswers(db.orm, registry(), entriesOfKind(kind, event)),
	);

	/** Numbers of the entries that have a place, for an archived event by the grid that was kept with it. */
	function placedOf(): ReadonlySet<number> {
		const { grid } = event.row();
		return grid ? new Set(placesIn(grid).keys()) : placedIds(db.orm);
	}

	/** The entries named, else all of a query. @throws AppError NOT_SIGNED_IN, NOT_FRESH or FORBIDDEN */
	function ofKind(actor: Actor, kind: EntryKind, query: ListQuery, ids: readonly number[], locale: Locale): CsvFile {
		const user = requireFresh(actor);
		const rows = lists.whole(actor, kind, query, ids.length > 0 ? ids : undefined);
		noteExport(user, kind);
		const callOf = callNames.areSeveral(kind) ? (entry: ListedEntry) => callNames.of(entry, locale) : undefined;
		const columns = columnsOf(registry(), kind, locale, archivedAnswers(kind), placedOf(), callOf);
		return {
			name: fileName(kind),
			lines: toCsv(
				columns.map(({ header }) => header),
				mapped(rows, (row) => {
					const answers = toAnswers(registry(), row);
					return columns.map((column) => column.of(row, answers));
				}),
			),
		};
	}

	/** The public showcase: the same columns, with private values as not available. */
	function publicWorks(query: PublicQuery, locale: Locale): CsvFile {
		const columns = columnsOf(registry(), "aigc", locale, {}, new Set());
		const rows = publicEntries.whole("aigc", query);
		return {
			name: fileName("aigc"),
			lines: toCsv(
				columns.map(({ header }) => header),
				mapped(rows, (row) => {
					const answers = {
						id: String(row.id),
						...publicAnswersOf(registry(), row),
						reference: spotId(row),
					} as Answers;
					return columns.map(({ key }) => answers[key]);
				}),
			),
		};
	}

	/**
	 * `proposals-09-13-14-05.csv`: month, day, hour and minute in the event's zone. That of an archived event begins with
	 * its name in addresses.
	 */
	function fileName(kind: EntryKind): string {
		const at = new TZDate(now(), event.zone()).toISOString();
		const { state, slug } = event.row();
		return `${state === "archived" ? `${slug}-` : ""}${rulesOfKind(kind).csv.file}-${at.slice(5, 7)}-${at.slice(8, 10)}-${at.slice(11, 13)}-${at.slice(14, 16)}.csv`;
	}

	return { entries: ofKind, publicWorks };
}

/**
 * Every answer that any programme of the kind asks, and those (`archived`) only archived ones asked; what only ties the
 * form together is left out.
 */
function columnsOf(
	registry: Registry,
	kind: EntryKind,
	locale: Locale,
	archived: StoredAnswers["answers"],
	placed: ReadonlySet<number>,
	callOf?: (entry: ListedEntry) => string | undefined,
): Column[] {
	const fields = registry.fieldsOfKind(kind);
	const further = registry.programmeOf("", { kind, answers: archived }).fields.slice(fields.length);
	// Friendly headers are for the showcase; the other files carry the entity's own names.
	const friendly = rulesOfKind(kind).csv.headings === "labels";
	const answers = [...fields, ...further].filter(isExported).map(
		(field): Column => ({
			key: field.name,
			header: friendly ? headerOf(field, fields, locale) : field.name,
			of: (_, answers) => answers[field.name],
		}),
	);
	const own = (key: string, of: Column["of"]): Column => ({ key, header: friendly ? (FRIENDLY[key] ?? key) : key, of });
	const first = own("id", (entry) => entry.id);
	const status = own("status", (entry) => entry.status);
	// Behind the columns of the specification, so that those keep their places.
	const added = [
		own("withdrawn", (entry) => !isActive(entry)),
		own("incomplete", (entry) => entry.incomplete.map((name) => nameOf(name))),
		own("reference", (entry) => spotId(entry)),
		...(callOf ? [own("call", callOf)] : []),
	];
	if (!rulesOfKind(kind).hasTracks) return [first, ...answers, status, ...added];
	return [
		first,
		...answers,
		status,
		own("logs", (entry) => (entry.acceptMail === "sent" ? ["Email Accept"] : [])),
		own("panelist", (entry) => entry.panelists),
		own("keywords", (entry) => entry.keywords),
		own("scheduled", (entry) => placed.has(entry.id)),
		own("mail", ({ acceptMail }) => (acceptMail === "none" ? "" : acceptMail)),
		...added,
	];

	function nameOf(name: string): string {
		const field = friendly ? fields.find((one) => one.name === name) : undefined;
		return field ? headerOf(field, fields, locale) : name;
	}
}

/** The answers that entries of archived programmes of a kind hold, each with an empty value of its type. */
function readArchivedAnswers(orm: Orm, registry: Registry, ofKind: SQL): StoredAnswers["answers"] {
	const known = registry.every.map(({ category }) => category);
	const found = orm.all<{ key: string; type: string }>(
		sql`select distinct one.key as key, one.type as type from ${entries}, json_each(${entries.answers}) as one
			where ${and(ofKind, notInArray(entries.category, known))} order by one.key`,
	);
	const empty = (type: string) => (type === "array" ? [] : type === "true" || type === "false" ? false : "");
	return Object.fromEntries(found.map(({ key, type }) => [key, empty(type)]));
}

/** The label of a question. Those that the tracks of the showcase ask in the same words also name their track. */
function headerOf(field: Field, fields: readonly Field[], locale: Locale): string {
	const label = field.label[locale];
	const isAlone = fields.every((other) => other === field || other.label[locale] !== label);
	return isAlone ? label : `${label}${marks[locale].brackets(variantOf(field, fields, locale))}`;
}

/** The option, of the question that chooses the form, under which a field is asked. */
function variantOf({ name, when }: Field, fields: readonly Field[], locale: Locale): string {
	const asked = when && fields.find((one) => one.name === when.field);
	if (!asked) return name;
	if (asked.kind !== "switch") return variantOf(asked, fields, locale);
	return asked.options.find(({ value }) => "is" in when && value === when.is)?.label[locale] ?? name;
}

const FRIENDLY: Record<string, string> = {
	id: "ID",
	status: "Status",
	withdrawn: "Withdrawn",
	incomplete: "Incomplete",
	reference: "Reference",
	call: "Call",
};

function isExported({ kind, column, csv }: Field): boolean {
	return csv !== false && kind !== "photo" && kind !== "copy" && !(kind === "consent" && column === "consent");
}
