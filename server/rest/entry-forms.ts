import { z } from "zod";
import { applies } from "../../app/programmes/answers.ts";
import type { Field, Programme } from "../../app/programmes/define.ts";
import { offered } from "../../app/programmes/forms.ts";
import { takesPortrait } from "../../app/programmes/uploads.ts";
import { MOST_PHOTO_BYTES } from "../services/photos/photos.ts";

/** Forms accepted by a submission call. */
export interface EntryForms {
	takesPhoto: boolean;
	forms: readonly EntryForm[];
}

/** Programmes with the same questions have one form. */
export interface EntryForm {
	categories: readonly [string, ...string[]];
	/** Schema of a new entry. The service checks the answers and counts the attempts. */
	fresh: z.ZodObject;
	/** Schema of a change: answers that are left out stay as they are. */
	change: z.ZodObject;
	/** A new entry with every answer that it requires. */
	example: Record<string, unknown>;
}

/** The forms of these programmes. Programmes with the same questions share one. */
export function entryForms(programmes: readonly Programme[]): EntryForms {
	const alike = [...Map.groupBy(programmes, ({ fields }) => JSON.stringify(fields)).values()];
	return {
		takesPhoto: programmes.some(({ fields }) => takesPortrait(fields)),
		forms: alike.map((some) => formOf(some, alike.length > 1)),
	};
}

function formOf(programmes: readonly Programme[], isOneOfSeveral: boolean): EntryForm {
	const [programme] = programmes as readonly [Programme];
	const categories = programmes.map(({ category }) => category) as [string, ...string[]];
	// Calls take a link to the work, and no file.
	const fields = programme.fields.filter(
		(field) => !field.retired && field.audience !== "admin" && !(field.kind === "photo" && field.work),
	);
	const category = z.enum(categories).describe("The call");
	const kind = { category: isOneOfSeveral ? category : category.optional() };
	const fresh = fields.map((field) => [field.name, isRequired(field) ? shapeOf(field) : shapeOf(field).optional()]);
	const change = fields.map((field) => [field.name, shapeOf(field).optional()]);
	return {
		categories,
		fresh: z.object({ ...kind, id: NEW, ...Object.fromEntries(fresh), ...besides(programmes, fields) }),
		change: z.object({ ...kind, id: CHANGED, ...Object.fromEntries(change), ...besides(programmes, fields) }),
		example: { ...(isOneOfSeveral && { category: categories[0] }), ...exampleOf(fields) },
	};
}

const NEW = z
	.union([z.literal(0), z.literal("0"), z.literal("")])
	.optional()
	.describe("0 or nothing: a new entry");
const CHANGED = z
	.union([z.int().positive(), z.string().min(1).max(40)])
	.describe("Number of the entry to change, or its reference, as in talk-12");

/** Form fields besides the answers. */
function besides(programmes: readonly Programme[], fields: readonly Field[]): Record<string, z.ZodType> {
	const events = programmes.flatMap(({ variants }) => variants).flatMap(({ event }) => event ?? []);
	const takesFile = fields.some(({ kind }) => kind === "photo");
	return {
		...(takesFile && {
			filename: z.string().optional().describe("The file's name on the client; NOFILE for none"),
		}),
		...(events.length > 0 && {
			event: z
				.enum([...new Set(events)] as [string, ...string[]])
				.optional()
				.describe("Event variant of the form"),
		}),
		attempts: z.string().optional().describe("The signed counts from an earlier 422, sent back with the next attempt"),
		sendIncomplete: z
			.union([z.boolean(), z.string()])
			.optional()
			.describe("true: store it without the missing answers, where the call allows to complete them later"),
		formSession: z.string().optional().describe("Any unique text that stays the same between attempts of one form"),
	};
}

/** Required without condition or default. A photo may follow later. */
function isRequired(field: Field): boolean {
	const hasInitial = field.kind === "switch" || (field.kind === "radio" && field.initial !== undefined);
	return field.required === true && !field.when && field.kind !== "photo" && !hasInitial;
}

/** A data URL has four characters for three bytes. */
const MOST_DATA_URL = Math.ceil((MOST_PHOTO_BYTES * 4) / 3) + 200;

function shapeOf(field: Field): z.ZodType {
	const condition =
		field.when && `when ${field.when.field} is ${"is" in field.when ? field.when.is : field.when.includes}`;
	const note = [field.label.en, field.required && "required", condition].filter(Boolean).join(" · ");
	switch (field.kind) {
		case "consent":
		case "copy":
			// A required consent has one valid value: ticked.
			return z
				.union(isRequired(field) ? [z.literal(true), z.literal("true")] : [z.boolean(), z.enum(["true", "false"])])
				.describe(note);
		case "choices":
			return z
				.array(z.enum(valuesOf(field)))
				.min(isRequired(field) ? 1 : 0)
				.max(valuesOf(field).length)
				.meta({ uniqueItems: true })
				.describe(`${note} · in a form the field repeated, or a list as JSON text`);
		case "radio":
		case "select":
		case "switch":
			return z.enum(valuesOf(field)).describe(note);
		case "photo":
			return z
				.string()
				.max(MOST_DATA_URL)
				.describe(
					`${note} · JPEG, PNG or WebP of at most ${MOST_PHOTO_BYTES / 1024 / 1024} MB, else 400; in JSON a data URL in base64`,
				);
		case "track":
			return z.string().describe(`${note} · an id from /api/tracks, or the track as JSON text`);
		case "email":
			return textOf(field).meta({ format: "email" }).describe(note);
		default:
			return textOf(field).describe(note);
	}
}

const textOf = (field: Field & { max: number }) =>
	isRequired(field) ? z.string().min(1).max(field.max) : z.string().max(field.max);

const valuesOf = (field: Parameters<typeof offered>[0]) =>
	offered(field).map(({ value }) => value) as [string, ...string[]];

/** Example values for required questions and switches. */
function exampleOf(fields: readonly Field[]): Record<string, unknown> {
	const answers: Record<string, string | string[]> = {};
	for (const field of fields) {
		const isAsked = field.required === true || field.kind === "switch";
		if (isAsked && applies(field, answers)) answers[field.name] = exampleFor(field);
	}
	return answers;
}

/** The smallest PNG: one pixel. */
const PICTURE =
	"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=";

function exampleFor(field: Field): string | string[] {
	switch (field.kind) {
		case "consent":
		case "copy":
			return "true";
		case "choices":
			return valuesOf(field).slice(0, 1);
		case "radio":
		case "select":
		case "switch":
			return valuesOf(field)[0];
		case "track":
			return "assign-me";
		case "email":
			return "li@example.org";
		case "url":
			return "https://example.org/rostrum";
		case "photo":
			return PICTURE;
		default: {
			const isNumber = field.kind === "text" && field.inputMode !== undefined;
			const text = isNumber ? "12" : field.column === "name" ? "Li Lei" : `An example: ${field.label.en}`;
			return [...text].slice(0, field.max).join("");
		}
	}
}
