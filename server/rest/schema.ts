import { z } from "zod";
import type { Field, Programme } from "../../app/programmes/define.ts";

/** A programme's form as the API document shows it. Judging is left to the service, which counts and explains. */
export function programmeForm(programme: Programme): z.ZodObject {
	const shape: Record<string, z.ZodType> = {};
	for (const field of programme.fields) shape[field.name] = describe(field).optional();
	return z.object({
		id: z.string().optional().describe("Number of the entry to change; 0 or nothing for a new one"),
		filename: z
			.string()
			.optional()
			.describe("The specification's payload names the file here; NOFILE when there is none"),
		event: z.string().optional().describe("Event variant of the form, such as pytorch"),
		attempts: z.string().optional().describe("The signed counts of an earlier 422, sent back with the next try"),
		formSession: z.string().optional().describe("Any text of yours that stays the same between tries of one form"),
		...shape,
	});
}

function describe(field: Field): z.ZodType {
	const note = [field.label.en, field.required && "required", field.hint?.en].filter(Boolean).join(" · ");
	switch (field.kind) {
		case "consent":
			return z.enum(["true", "false"]).describe(note);
		case "radio":
			return z.enum(field.options.map((option) => option.value)).describe(note);
		case "photo":
			return z.file().describe(`${note} · JPEG, PNG or WebP`);
		case "track":
			return z.string().describe(`${note} · an id from /api/tracks`);
		default:
			return z.string().max(field.max).describe(note);
	}
}
