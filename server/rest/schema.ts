import { z } from "zod";
import type { Field, Programme } from "../../app/programmes/define.ts";
import { offered } from "../../app/programmes/forms.ts";

/** A programme's form in the API document. Validation is left to the service, which counts attempts. */
export function programmeForm(programme: Programme): z.ZodObject {
	const shape: Record<string, z.ZodType> = {};
	for (const field of programme.fields) {
		// Calls take a link to the work, and no file.
		const isTaken = !field.retired && field.audience !== "admin" && !(field.kind === "photo" && field.work);
		if (isTaken) shape[field.name] = describe(field).optional();
	}
	if ("file" in shape) {
		shape.filename = z.string().optional().describe("The file's name on the client; NOFILE for none");
	}
	const events = programme.variants.flatMap((variant) => variant.event ?? []);
	if (events.length > 0) shape.event = z.enum(events).optional().describe("Event variant of the form");
	return z.object({
		id: z.string().optional().describe("Number of the entry to change; 0 or nothing for a new one"),
		category: z.string().optional().describe(`The call, such as ${programme.category}`),
		attempts: z.string().optional().describe("The signed counts from an earlier 422, sent back with the next attempt"),
		sendIncomplete: z
			.enum(["true", "false"])
			.optional()
			.describe("true: store it without the missing answers, where the call allows to complete them later"),
		formSession: z.string().optional().describe("Any unique text that stays the same between attempts of one form"),
		...shape,
	});
}

function describe(field: Field): z.ZodType {
	const condition =
		field.when && `when ${field.when.field} is ${"is" in field.when ? field.when.is : field.when.includes}`;
	const note = [field.label.en, field.required && "required", condition, field.hint?.en].filter(Boolean).join(" · ");
	switch (field.kind) {
		case "consent":
		case "copy":
			return z.enum(["true", "false"]).describe(note);
		case "choices":
			return z
				.array(z.enum(offered(field).map((option) => option.value)))
				.describe(`${note} · repeated, or a list as JSON text`);
		case "radio":
		case "select":
		case "switch":
			return z.enum(offered(field).map((option) => option.value)).describe(note);
		case "photo":
			return z.file().describe(`${note} · JPEG, PNG or WebP`);
		case "track":
			return z.string().describe(`${note} · an id from /api/tracks, or the track as JSON text`);
		default:
			return z.string().max(field.max).describe(note);
	}
}
