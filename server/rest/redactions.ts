import { z } from "zod";
import { MOST_IN_REVIEW } from "../../app/enumerations.ts";
import { translators } from "../../app/locales/index.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { pageNumber } from "../../app/schemas/listing.ts";
import { givenRedactions } from "../../app/schemas/redactions.ts";
import { AppError } from "../errors.ts";
import type { Actor } from "../services/actor.ts";
import type { Services } from "../services/index.ts";
import { errorBody, longText, pageOfList, type Reply, route } from "./route.ts";

/** Questions of the largest form, and more. */
const MOST_TEXTS = 100;

const listed = z.object({
	isBlind: z.boolean().describe("Whether reviewers of the call read redacted texts at all"),
	entries: z.array(
		z.object({
			spot: z.string(),
			title: z.string(),
			words: z.array(z.string()).describe("Words in what reviewers read that say whose entry it is"),
			redacted: z.number().describe("How many of its answers are redacted"),
			isEdited: z.boolean().describe("The author has edited the entry since"),
		}),
	),
	page: z.number(),
	pages: z.number(),
	total: z.number(),
	unsearched: z.number().describe("Entries whose texts have changed and are searched when the list is asked for again"),
});

const entry = z
	.object({
		isBlind: z.boolean(),
		seen: z.string().describe("Approves a change of exactly this state"),
		answers: z.array(
			z.object({
				name: z.string(),
				label: z.string(),
				original: z.string().describe("What the author wrote"),
				text: z.string().nullable().describe("What reviewers read in its place; null for the author's own"),
				words: z.array(z.string()),
				proposed: z.string().describe("The author's text without these words"),
				isEdited: z.boolean(),
			}),
		),
	})
	.meta({ id: "Redactions" });

const notFound = { description: "No such call or entry, or the call is not reviewed", schema: errorBody };
const PATH = "/api/programmes/:call/redactions/:spot";

/** What blind reviewers read in the place of answers that say whose entry it is, by the rules of the pages for organisers. */
export const redactionRoutes = [
	route({
		method: "get",
		path: "/api/programmes/:call/redactions",
		name: "listRedactions",
		tag: "Managing reviews",
		summary: "Entries whose texts say whose they are, or are redacted",
		query: { page: pageOfList },
		replies: { 200: { description: "Fifty entries a page", schema: listed }, 404: notFound },
		async handle({ services, actor, params, query }) {
			const found = await services.redactions.list(actor, params.call ?? "", pageNumber.parse(query("page")));
			const { isBlind, entries, page, pages, total, unsearched } = found;
			return { status: 200, body: { isBlind, entries, page, pages, total, unsearched } };
		},
	}),
	route({
		method: "get",
		path: PATH,
		name: "getRedactions",
		tag: "Managing reviews",
		summary: "The answers of an entry that reviewers read, and what stands in their place",
		replies: { 200: { description: "Answers in the author's own words", schema: entry }, 404: notFound },
		handle: ({ services, actor, params, locale }) => ({
			status: 200,
			body: entryWire(services, actor, params, locale),
		}),
	}),
	route({
		method: "patch",
		path: PATH,
		name: "saveRedactions",
		tag: "Managing reviews",
		summary: "Redact answers by their names",
		description: "An empty text shows the author's own again.",
		request: {
			judgesCharacters: true,
			schema: z.strictObject({
				seen: z.string().max(100),
				texts: z
					.record(z.string().max(100), longText(MOST_IN_REVIEW.redaction))
					.refine((texts) => Object.keys(texts).length <= MOST_TEXTS),
			}),
			example: { seen: "of-the-answers", texts: { abstract: "A talk about portals." } },
		},
		replies: {
			200: { description: "The answers now", schema: entry },
			404: notFound,
			409: { description: "CONFLICT: author or organisers have changed something since", schema: errorBody },
			422: { description: "A text is too long, or of no answer that reviewers read", schema: errorBody },
		},
		async handle({ services, actor, params, body, locale }): Promise<Reply> {
			const { call: category = "", spot = "" } = params;
			const t = translators[locale];
			const { fields } = services.redactions.open(actor, category, spot, locale);
			const known = fields.filter(({ name }) => name in body.texts);
			const unknown = Object.keys(body.texts).filter((name) => !fields.some((field) => field.name === name));
			const { texts, problems } = givenRedactions(t, known, (name) => body.texts[name] ?? "");
			const all = [
				...problems,
				...unknown.map((field) => ({ field, message: t("refusals.unknownField", { fields: field }) })),
			];
			if (all.length > 0)
				return { status: 422, body: { message: all[0]?.message, error: "BAD_REQUEST", problems: all } };
			const isSaved = await services.redactions.save(actor, { category, spot, seen: body.seen, texts });
			if (!isSaved) throw new AppError("CONFLICT");
			return { status: 200, body: entryWire(services, actor, params, locale) };
		},
	}),
];

function entryWire(
	services: Services,
	actor: Actor,
	{ call = "", spot = "" }: Record<string, string | undefined>,
	locale: Locale,
): z.infer<typeof entry> {
	const { isBlind, seen, fields } = services.redactions.open(actor, call, spot, locale);
	return {
		isBlind,
		seen,
		answers: fields.map(({ name, label, original, text, words, proposed, isEdited }) => ({
			name,
			label,
			original,
			text: text ?? null,
			words,
			proposed,
			isEdited,
		})),
	};
}
