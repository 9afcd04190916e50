import { z } from "zod";
import { translators } from "../../app/locales/index.ts";
import { textOf } from "../../app/programmes/answers.ts";
import { hangzhou } from "../../app/programmes/talk.ts";
import { errorBody, type Reply, route } from "./route.ts";
import { programmeForm } from "./schema.ts";
import { adminEntry, publicEntry } from "./wire.ts";

const submitted = z.object({
	id: z.number(),
	spotId: z.string(),
	category: z.string(),
	status: z.string(),
	incomplete: z.array(z.string()),
});

const publicShape = z.object({
	id: z.number(),
	name: z.string(),
	org: z.string(),
	role: z.string(),
	bio: z.string(),
	title: z.string(),
	abstract: z.string(),
	language: z.string(),
	tracks: z.string(),
	status: z.string(),
	filename: z.string(),
	scheduled: z.boolean(),
	creation: z.iso.datetime(),
	updated: z.iso.datetime(),
	category: z.string(),
	emailSent: z.boolean(),
});

export const entryRoutes = [
	route({
		method: "post",
		path: "/api/submit",
		summary:
			"Submit a talk, or change one of your own (id above 0). The same content sent twice is one submission; a header Idempotency-Key sets apart what only looks the same",
		request: { type: "multipart/form-data", schema: programmeForm(hangzhou) },
		replies: {
			200: { description: "Changed, or already received", schema: submitted },
			201: { description: "Stored", schema: submitted },
			400: { description: "A value has a wrong type, size or character", schema: errorBody },
			401: { description: "Changing an entry without saying who you are", schema: errorBody },
			404: { description: "No such entry of yours", schema: errorBody },
			409: { description: "The programme is closed", schema: errorBody },
			413: { description: "Too large", schema: errorBody },
			415: { description: "Not a multipart form, or not a photo", schema: errorBody },
			422: { description: "Answers are missing", schema: errorBody },
		},
		async handle({ services, actor, locale, form, upload, header }): Promise<Reply> {
			const idempotencyKey = header("Idempotency-Key")?.slice(0, 200);
			const result = await services.entries.submit(actor, {
				programme: hangzhou,
				form,
				upload,
				id: services.entries.idOf(textOf(form, "id")),
				locale,
				event: textOf(form, "event") || undefined,
				from: "rest",
				idempotencyKey,
			});
			if (result.ok) {
				const { ok: _, created, ...body } = result;
				return { status: created ? 201 : 200, body };
			}
			const { problems, malformed, attempts, headline } = result;
			const message = headline ?? problems[0]?.message ?? translators[locale]("errors.BAD_REQUEST");
			return {
				status: malformed ? 400 : 422,
				body: { message, error: malformed ? "BAD_REQUEST" : "INCOMPLETE", problems, attempts },
			};
		},
	}),
	route({
		method: "get",
		path: "/api/entries",
		summary: "All entries: what is public for everybody, everything for administrators",
		replies: {
			200: {
				description: "In order of their numbers; administrators receive every field",
				schema: z.array(publicShape.or(publicShape.loose())),
			},
		},
		handle({ services, actor }) {
			const body = actor.user?.isAdmin
				? services.reviews.exportAll(actor).map(adminEntry)
				: services.publicEntries.list().map(publicEntry);
			return { status: 200, body };
		},
	}),
];
