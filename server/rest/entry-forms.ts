import { z } from "zod";
import { applies } from "../../app/programmes/answers.ts";
import type { Field, Programme } from "../../app/programmes/define.ts";
import { offered } from "../../app/programmes/forms.ts";
import { takesPortrait } from "../../app/programmes/uploads.ts";
import { MOST_BASE64_PHOTO, MOST_PHOTO_BYTES } from "../services/photos/photos.ts";

/** A form that a submission call accepts. Programmes with the same questions have one. */
export interface EntryForm {
	categories: readonly [string, ...string[]];
	/** Schema of a new entry. The service checks the answers and counts the attempts. */
	fresh: z.ZodObject;
	/** Schema of a change: answers that are left out stay as they are. */
	change: z.ZodObject;
	/** The form asks for a photo: the body may have the fields of `PHOTO`. */
	takesPhoto: boolean;
	/** A new entry with every answer that it requires. */
	example: Record<string, unknown>;
}

/** The forms of these programmes. Programmes with the same questions share one. */
export function entryForms(programmes: readonly Programme[]): EntryForm[] {
	const alike = [...Map.groupBy(programmes, ({ fields }) => JSON.stringify(fields)).values()];
	return alike.map((some) => formOf(some, alike.length > 1));
}

/** A question of a call. Photos have fields of their own (`PHOTO`), and the file of a work cannot be sent to a call. */
type Asked = Exclude<Field, { kind: "photo" }>;

const isAsked = (field: Field): field is Asked =>
	!field.retired && field.audience !== "admin" && field.kind !== "photo";

function formOf(programmes: readonly Programme[], isOneOfSeveral: boolean): EntryForm {
	const [programme] = programmes as readonly [Programme];
	const categories = programmes.map(({ category }) => category) as [string, ...string[]];
	const fields = programme.fields.filter(isAsked);
	const takesPhoto = takesPortrait(programme.fields);
	const category = z.enum(categories).describe("The call");
	const kind = { category: isOneOfSeveral ? category : category.optional() };
	const fresh = fields.map((field) => [
		field.name,
		isRequired(field) && !isPublicConsent(field) ? shapeOf(field) : shapeOf(field).optional(),
	]);
	// Authors may withdraw the consent to being public.
	const change = fields.map((field) => [
		field.name,
		shapeOf(isPublicConsent(field) ? { ...field, required: undefined } : field).optional(),
	]);
	return {
		categories,
		fresh: z.object({ ...kind, id: NEW, ...Object.fromEntries(fresh), ...besides(programmes) }),
		change: z.object({ ...kind, id: CHANGED, ...Object.fromEntries(change), ...besides(programmes) }),
		takesPhoto,
		example: {
			...(isOneOfSeveral && { category: categories[0] }),
			...exampleOf(fields),
			...(takesPhoto && { file: PICTURE }),
		},
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
function besides(programmes: readonly Programme[]): Record<string, z.ZodType> {
	const events = programmes.flatMap(({ variants }) => variants).flatMap(({ event }) => event ?? []);
	return {
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

/** Required without condition or default. */
function isRequired(field: Asked): boolean {
	const hasInitial = field.kind === "switch" || (field.kind === "radio" && field.initial !== undefined);
	return field.required === true && !field.when && !hasInitial;
}

/** The consent to being public. A new entry may omit it, because the payload of the specification does not have it. */
const isPublicConsent = ({ kind, column }: Asked): boolean => kind === "consent" && column === "consent";

const ABOUT_PHOTO = `JPEG, PNG or WebP of at most ${MOST_PHOTO_BYTES / 1024 / 1024} MB, else 400`;
const filename = z.string().optional().describe("Name of the photo on the client; NOFILE for none");
/** A photo beside the answers, as each type of body has it. */
export const PHOTO = {
	json: z.object({
		file: z
			.string()
			// Before the bytes stands their type.
			.max(MOST_BASE64_PHOTO + 200)
			.optional()
			.describe(`Photo · a data URL in base64: ${ABOUT_PHOTO}`),
		filename,
	}),
	multipart: z.object({ file: z.file().max(MOST_PHOTO_BYTES).optional().describe(`Photo · ${ABOUT_PHOTO}`), filename }),
};

/** All fields of some forms, by form. */
export const shapesOf = (forms: readonly EntryForm[]): z.ZodRawShape[] =>
	forms.map(({ fresh, takesPhoto }) => ({ ...fresh.shape, ...(takesPhoto && PHOTO.multipart.shape) }));

function shapeOf(field: Asked): z.ZodType {
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
				.union([
					z
						.array(z.enum(valuesOf(field)))
						.min(isRequired(field) ? 1 : 0)
						.max(valuesOf(field).length)
						.meta({ uniqueItems: true }),
					z.string().regex(/^\[.*\]$/),
				])
				.describe(`${note} · a list, in a form the field repeated; or the list as JSON text`);
		case "radio":
		case "select":
		case "switch":
			return z.enum(valuesOf(field)).describe(note);
		case "track":
			return z.string().describe(`${note} · an id from /api/tracks, or the track as JSON text`);
		case "email":
			return textOf(field).meta({ format: "email" }).describe(note);
		default:
			return textOf(field).describe(note);
	}
}

const textOf = (field: Asked & { max: number }) =>
	isRequired(field) ? z.string().min(1).max(field.max) : z.string().max(field.max);

const valuesOf = (field: Parameters<typeof offered>[0]) =>
	offered(field).map(({ value }) => value) as [string, ...string[]];

/** Example values for required questions and switches. */
function exampleOf(fields: readonly Asked[]): Record<string, unknown> {
	const answers: Record<string, string | string[]> = {};
	for (const field of fields) {
		const isAnswered = field.required === true || field.kind === "switch";
		if (isAnswered && applies(field, answers)) answers[field.name] = exampleFor(field);
	}
	return answers;
}

/** The smallest PNG: one pixel. */
const PICTURE =
	"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=";

function exampleFor(field: Asked): string | string[] {
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
		default: {
			const isNumber = field.kind === "text" && field.inputMode !== undefined;
			const text = isNumber ? "12" : field.column === "name" ? "Li Lei" : `An example: ${field.label.en}`;
			return [...text].slice(0, field.max).join("");
		}
	}
}
