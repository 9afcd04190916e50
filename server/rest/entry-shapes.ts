import { z } from "zod";
import { ENTRY_KINDS, type EntryKind, rulesOfKind } from "../../app/kinds.ts";
import { STATUSES } from "../../app/lifecycle.ts";
import { ARTISTIC_TRACK } from "../../app/programmes/aigc.ts";
import type { Field, Programme } from "../../app/programmes/define.ts";
import type { Registry } from "../../app/programmes/registry.ts";
import type { Components, JsonSchema } from "./components.ts";

export const status = z.enum(STATUSES).meta({ id: "Status" });

const logLine = z.object({ type: z.string(), state: z.string() });

/** An answer in JSON: null if the question does not apply, or was not answered by a tick. */
function answerShape(field: Field): z.ZodType {
	const shape =
		field.kind === "choices"
			? z.array(z.string())
			: field.kind === "consent" || field.kind === "copy"
				? z.boolean()
				: z.string();
	return shape.nullable().optional().describe(field.label.en);
}

const answersOf = (fields: readonly Field[]) =>
	Object.fromEntries(fields.filter(({ kind }) => kind !== "photo").map((field) => [field.name, answerShape(field)]));

/** An entry as its author and organisers get it (`adminEntry`, `completeEntry`, `loggedTalk` and `ownEntry` in `wire.ts`). */
function entryShape(programmes: readonly Programme[]): z.ZodObject {
	const [{ kind, fields }] = programmes as readonly [Programme];
	const forOrganisers = "Organisers only";
	return z.object({
		...answersOf(fields),
		id: z.int(),
		spotId: z.string(),
		category: z.enum(programmes.map(({ category }) => category)),
		...(rulesOfKind(kind).hasTracks && {
			tracks: z.string(),
			scheduled: z.boolean(),
			panelist: z.array(z.string()).optional().describe(forOrganisers),
			keywords: z.array(z.string()).optional().describe(forOrganisers),
			logs: z.array(logLine).optional().describe("Organisers only, in lists"),
			emailSent: z.boolean().optional().describe("Whether the acceptance was mailed; organisers only, in lists"),
		}),
		...(fields.some((field) => field.kind === "photo" && field.work) && {
			file: z.string().describe("Address of the file; empty without one"),
		}),
		...(fields.some((field) => field.kind === "photo" && !field.work) && {
			filename: z.string().describe("Of the photo, below /uploads/; NOFILE without one"),
		}),
		status,
		consent: z.boolean().nullish(),
		incomplete: z.array(z.string()).describe("Names of answers that are missing"),
		withdrawn: z.boolean(),
		userId: z.int().nullish().describe(forOrganisers),
		creation: z.iso.datetime(),
		updated: z.iso.datetime(),
		warnings: z.array(z.string()).optional().describe("After a change: it is scheduled under another track"),
	});
}

/**
 * Entries of some kinds, each by the questions of its call: archived calls as well, because their entries stay. Calls with
 * the same questions are one schema.
 */
export function entriesOf(kinds: readonly EntryKind[] = ENTRY_KINDS) {
	return ({ every }: Registry, { define, schemaOf }: Components): JsonSchema => {
		const alike = Map.groupBy(every, ({ kind, fields }) => JSON.stringify([kind, fields]));
		const named = [...alike.values()].flatMap((programmes) => {
			const [{ kind, category }] = programmes as [Programme];
			if (!kinds.includes(kind)) return [];
			const ref = define(`Entry-${category}`, schemaOf(entryShape(programmes), "output"));
			return programmes.map((one) => [one.category, ref.$ref] as const);
		});
		return byCategory(named);
	};
}

/** Matches no value. */
const NOTHING: JsonSchema = { not: {} };

/** A choice of schemas by the name of a call; without a call there is no such value. @param named pairs of call and reference */
export function byCategory(named: readonly (readonly [category: string, ref: unknown])[]): JsonSchema {
	const refs = [...new Set(named.map(([, ref]) => ref))];
	if (refs.length === 0) return NOTHING;
	if (refs.length === 1) return { $ref: refs[0] };
	return {
		oneOf: refs.map(($ref) => ({ $ref })),
		discriminator: { propertyName: "category", mapping: Object.fromEntries(named) },
	};
}

/** A work of the showcase for everyone (`publicNomination` in `wire.ts`). All have the same keys. */
export function publicWork(registry: Registry): z.ZodObject {
	const shown = registry
		.fieldsOfKind("aigc")
		.filter(({ audience, column }) => audience === "public" && column !== "email" && column !== "consent");
	return z.object({
		...answersOf(shown),
		id: z.int(),
		name: z.string(),
		org: z.string(),
		title: z.string().nullable().describe(`Null in the track ${ARTISTIC_TRACK}`),
		artworkTitle: z.string().nullable().describe("Null in other tracks"),
		creation: z.iso.datetime(),
		displayIndex: z.int().min(1).describe("Counts from 1"),
	});
}
