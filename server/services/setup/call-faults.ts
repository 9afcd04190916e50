import { eq, not } from "drizzle-orm";
import { faultInWords } from "../../../app/programmes/change-words.ts";
import type { ProgrammeDefinition } from "../../../app/programmes/define.ts";
import { type DefinitionFault, definitionFaults } from "../../../app/programmes/definition-faults.ts";
import { pathsOf } from "../../../app/programmes/forms.ts";
import { settingsProblems } from "../../../app/schemas/programmes.ts";
import type { SetupCall, SetupDocument } from "../../../app/schemas/setup.ts";
import { programmeDrafts, programmes } from "../../../db/schema.ts";
import { isInUse } from "../programmes/call-use.ts";
import { ofCurrentEvent } from "../programmes/current-programmes.ts";
import { lostParts } from "../programmes/kept-questions.ts";
import { type CallRow, sorted } from "./call-rows.ts";
import { type Planning, pointerTo, repeated, type SetupFault } from "./section.ts";

/** What is wrong with the calls of a document. @param isFree whether no page of the portal has an address */
export function callFaults(
	planning: Planning,
	document: SetupDocument,
	isFree: (path: string) => boolean,
	present: ReadonlyMap<string, CallRow>,
): SetupFault[] {
	const { calls } = document;
	return [
		...twice(planning, calls),
		...ofEarlier(planning, calls),
		...paths(planning, calls, isFree),
		...calls.flatMap((call, index) => [
			...settingsFaults(planning, call, index),
			...trackFaults(planning, document, call, index),
			...formFaults(planning, call, index, present.get(call.definition.category)),
		]),
	];
}

/** As on the page of the calls, where dates are days. */
function settingsFaults({ t }: Planning, { state, opensAt, closesAt, link }: SetupCall, index: number): SetupFault[] {
	// In one zone, because the two may be written in different ones.
	const inOneZone = (instant: string | null) => instant && new Date(instant).toISOString();
	const [opens, closes] = [inOneZone(opensAt), inOneZone(closesAt)];
	const day = (instant: string | null) => instant?.slice(0, instant.indexOf("T")) ?? "";
	const given = {
		category: "call",
		state,
		opens: day(opens),
		closes: day(closes),
		link: link ?? "",
		tells: "" as const,
		confirmBy: "",
		remindDays: "",
	};
	const places: Record<string, string> = { "call-opens": "opensAt", "call-closes": "closesAt", "call-link": "link" };
	const problems = settingsProblems(t, given);
	// On the page, a call opens at the beginning of a day and closes at its end; a document says the hours.
	if (problems.length === 0 && opens && closes && closes <= opens)
		problems.push({ field: "call-closes", message: t("setupMessages.backwards") });
	return problems.map(({ field, message }) => ({
		pointer: pointerTo("calls", index, places[field] ?? "state"),
		message,
	}));
}

/** A form that settles the track settles one that there is. */
function trackFaults(
	{ t }: Planning,
	{ tracks }: SetupDocument,
	{ definition }: SetupCall,
	index: number,
): SetupFault[] {
	const known = new Set(tracks.filter(({ kind }) => kind === "track").map(({ id }) => id));
	const asks = definition.sections.flatMap(({ fields }) => fields).find(({ kind }) => kind === "track");
	return (definition.variants ?? []).flatMap(({ fixed }, place) => {
		const id = asks && fixed[asks.name];
		if (id === undefined || known.has(id)) return [];
		const pointer = pointerTo("calls", index, "definition", "variants", place, "fixed", asks?.name ?? "");
		return [{ pointer, message: t("setupMessages.noTrack", { id }) }];
	});
}

function twice({ t }: Planning, wanted: readonly SetupCall[]): SetupFault[] {
	return repeated(
		wanted,
		({ definition }) => definition.category,
		(index, value) => ({
			pointer: pointerTo("calls", index, "definition", "category"),
			message: t("setupMessages.twice", { value }),
		}),
	);
}

/** Names that calls of earlier events have: names are unique among all. */
function ofEarlier({ tx, t }: Planning, wanted: readonly SetupCall[]): SetupFault[] {
	const names = new Set(
		tx
			.select({ category: programmes.category })
			.from(programmes)
			.where(not(ofCurrentEvent))
			.all()
			.map(({ category }) => category),
	);
	return wanted.flatMap(({ definition: { category } }, index) =>
		names.has(category)
			? {
					pointer: pointerTo("calls", index, "definition", "category"),
					message: t("setupMessages.earlier", { value: category }),
				}
			: [],
	);
}

/** Addresses that two calls have, or a call and a page. */
function paths({ t }: Planning, wanted: readonly SetupCall[], isFree: (path: string) => boolean): SetupFault[] {
	const taken = new Set<string>();
	return wanted.flatMap(({ definition, archived }, index) => {
		if (archived) return [];
		const own = pathsOf(definition);
		const bad = own.filter((path) => taken.has(path) || !isFree(path));
		for (const path of own) taken.add(path);
		const pointer = pointerTo("calls", index, "definition", "path");
		return bad.map((about) => ({
			pointer,
			message: faultInWords(t, { part: "path", fault: "pathTaken", about }, String),
		}));
	});
}

/** What is wrong with one call: with its form as a whole, and with what it would change of a form that has entries. */
function formFaults(planning: Planning, call: SetupCall, index: number, row: CallRow | undefined): SetupFault[] {
	const { tx, t } = planning;
	const { category } = call.definition;
	const at = (...path: (string | number)[]) => pointerTo("calls", index, "definition", ...path);
	const definition = { ...call.definition, window: { state: "closed" as const } };
	const draft = tx
		.select({ category: programmeDrafts.category })
		.from(programmeDrafts)
		.where(eq(programmeDrafts.category, category))
		.get();
	const isSame =
		row && JSON.stringify(sorted(row.live)) === JSON.stringify(sorted({ ...definition, window: row.live.window }));
	if (draft && !isSame) return [{ pointer: at(), message: t("setupMessages.unpublished", { category }) }];
	if (isSame) return [];
	const before = row && isInUse(tx, category) ? row.live : undefined;
	const lost = before ? lostParts(before, definition) : [];
	const all = definitionFaults(definition, before);
	return [
		...lost.map((name) => ({ pointer: at(), message: t(`setupMessages.lost.${name.what}`, { about: name.about }) })),
		...all.map((fault) => ({
			pointer: at(...placeOf(definition, fault)),
			message: inWords(planning, definition, fault),
		})),
	];
}

function inWords({ t, locale }: Planning, { sections }: ProgrammeDefinition, fault: DefinitionFault): string {
	const labels = new Map(sections.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label[locale]])));
	return faultInWords(t, fault, (name) => labels.get(name) ?? name);
}

/** Where the question of a fault stands: the last one of a name, where it is there twice. */
function placeOf({ sections }: ProgrammeDefinition, { field, part }: DefinitionFault): (string | number)[] {
	for (const [index, { fields }] of [...sections.entries()].reverse()) {
		const at = fields.map(({ name }) => name).lastIndexOf(field ?? "");
		if (at >= 0) return ["sections", index, "fields", at, part === "when" || part === "options" ? part : "name"];
	}
	return [];
}
