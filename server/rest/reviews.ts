import { z } from "zod";
import { MOST_IN_REVIEW, REVIEW_STATES } from "../../app/enumerations.ts";
import { translators } from "../../app/locales/index.ts";
import { severalLines } from "../../app/programmes/answers.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { markControl } from "../../app/reviews/review-controls.ts";
import { pageNumber } from "../../app/schemas/listing.ts";
import { markProblems, reviewProblems } from "../../app/schemas/reviews.ts";
import {
	formerReview,
	isOutdated,
	marks,
	ownState,
	recommendation,
	reviewed,
	reviewedWire,
	seen,
} from "./review-wire.ts";
import { type Call, errorBody, longText, pageOfList, type Reply, route } from "./route.ts";
import { instant } from "./wire.ts";

const moment = z.iso.datetime().nullable();
const momentOf = (ms: number | null) => (ms === null ? null : instant(ms));
const note = longText(MOST_IN_REVIEW.note);

const call = z.object({
	category: z.string(),
	phase: z.enum(["soon", "open", "closed"]),
	opensAt: moment,
	closesAt: moment,
	total: z.number(),
	done: z.number(),
});

const given = z.strictObject({
	state: z.enum(REVIEW_STATES),
	marks,
	recommendation,
	committeeNote: note.default(""),
	authorNote: note.default(""),
	...seen,
});

const unconfirmed = {
	description: "Not for you; or UNCONFIRMED: confirm your email address first",
	schema: errorBody,
};

const refusals = {
	404: { description: "No such entry, or not yours to review", schema: errorBody },
	409: {
		description: "CONFLICT: your review, the criteria or a conflict changed since, or reviewing is not open",
		schema: errorBody,
	},
};

/** What a reviewer reads and says, by the rules of the pages at /review. */
export const reviewRoutes = [
	route({
		method: "get",
		path: "/api/reviews",
		name: "listOwnReviews",
		tag: "Reviewing",
		summary: "The calls you review with your progress, and your entries",
		query: { call: z.string().optional().describe("Category of a call: its entries only"), page: pageOfList },
		replies: {
			200: {
				description: "Fifty entries a page",
				schema: z.object({
					calls: z.array(call),
					entries: z.array(
						z.object({
							spot: z.string(),
							call: z.string(),
							title: z.string(),
							state: ownState,
							isOutdated,
						}),
					),
					page: z.number(),
					pages: z.number(),
					total: z.number(),
					former: z
						.array(formerReview)
						.describe(
							"Your reviews of entries that are not yours to review now, twenty a page; you can only read them",
						),
					formerPages: z.number(),
				}),
			},
			403: unconfirmed,
		},
		handle({ services, actor, locale, query }) {
			const calls = services.reviews.overview(actor).map(({ rules, phase, total, done }) => {
				const { category, opensAt, closesAt } = rules;
				return { category, phase, opensAt: momentOf(opensAt), closesAt: momentOf(closesAt), total, done };
			});
			const category = calls.find((one) => one.category === query("call"))?.category ?? "";
			const asked = pageNumber.parse(query("page"));
			const found = services.reviews.list(actor, { category, page: asked, locale });
			const { page, pages, total } = found;
			const entries = found.entries.map((one) => ({
				spot: one.spot,
				call: one.category,
				title: one.title,
				state: one.state,
				isOutdated: one.isOutdated,
			}));
			const ofOthers = services.reviews.formerPage(actor, asked);
			const former = ofOthers.reviews.map(({ spot, rules, review }) => ({
				spot,
				call: rules.category,
				state: review.state,
				marks: review.marks,
				recommendation: review.recommendation,
				committeeNote: review.committeeNote,
				authorNote: review.authorNote,
			}));
			return { status: 200, body: { calls, entries, page, pages, total, former, formerPages: ofOthers.pages } };
		},
	}),
	route({
		method: "get",
		path: "/api/reviews/:spot",
		name: "getReview",
		tag: "Reviewing",
		summary: "An entry as you review it, with your review, and those of others where the rules show them",
		replies: {
			200: { description: "Without its author where the call is blind", schema: reviewed },
			403: unconfirmed,
			404: refusals[404],
		},
		handle: ({ services, actor, locale, params }) => ({
			status: 200,
			body: reviewedWire(services, actor, params.spot ?? "", locale),
		}),
	}),
	route({
		method: "post",
		path: "/api/reviews/:spot",
		name: "saveReview",
		tag: "Reviewing",
		summary: "Save your review",
		description: "One that is done has every mark and a recommendation.",
		request: {
			judgesCharacters: true,
			schema: given,
			example: {
				state: "done",
				marks: { relevance: 4, content: 5, clarity: 4 },
				recommendation: "yes",
				committeeNote: "Clear and new.",
				authorNote: "",
				revision: 0,
				entryVersion: 1,
				rulesVersion: 1,
			},
		},
		replies: {
			200: { description: "The entry and your review as they are now", schema: reviewed },
			422: {
				description: "A mark is wrong, a mark or the recommendation is missing, or a note is too long",
				schema: errorBody,
			},
			...refusals,
		},
		handle: save,
	}),
	route({
		method: "post",
		path: "/api/reviews/:spot/conflict",
		name: "declareConflict",
		tag: "Reviewing",
		summary: "Declare a conflict of interest, or take your declaration back",
		description: "Repeating either succeeds.",
		request: { schema: z.strictObject({ declared: z.boolean() }), example: { declared: false } },
		replies: { 200: { description: "The entry as you see it now", schema: reviewed }, ...refusals },
		async handle({ services, actor, locale, params, body }): Promise<Reply> {
			const spot = params.spot ?? "";
			await services.reviews.setConflict(actor, spot, body.declared);
			return { status: 200, body: reviewedWire(services, actor, spot, locale) };
		},
	}),
];

async function save({ services, actor, locale, params, body }: Call<z.infer<typeof given>>): Promise<Reply> {
	const spot = params.spot ?? "";
	const { state, revision, entryVersion, rulesVersion, ...given } = body;
	const [committeeNote, authorNote] = [severalLines(given.committeeNote), severalLines(given.authorNote)];
	const said = { ...given, committeeNote, authorNote };
	const t = translators[locale];
	const { rules, currentVersions } = services.reviews.open(actor, spot, locale);
	const criteria = rules.criteria.map(({ id, label }) => ({ id, label: label[locale] }));
	const isCurrent = currentVersions.includes(rulesVersion);
	const seen = { revision, entryVersion, rulesVersion: isCurrent ? rules.version : rulesVersion };
	const problems = [
		...(isCurrent ? markProblems(t, said.marks, rules.criteria, locale) : []),
		...reviewProblems(t, said, said.marks, criteria, state === "done" && isCurrent),
	];
	if (problems.length > 0) {
		const marksByControl = new Map(
			[...criteria.map(({ id }) => id), ...Object.keys(said.marks)].map((id) => [markControl(id), `marks.${id}`]),
		);
		const named = problems.map(({ field, message }) => ({ field: marksByControl.get(field) ?? field, message }));
		return { status: 422, body: { message: named[0]?.message, error: "BAD_REQUEST", problems: named } };
	}
	const refusal = await services.reviews.save(actor, spot, seen, said, state);
	if (refusal) return stale(locale, refusal);
	return { status: 200, body: reviewedWire(services, actor, spot, locale) };
}

const stale = (locale: Locale, refusal: "stale" | "rules" | "closed" | "conflict"): Reply => ({
	status: 409,
	body: { message: translators[locale](`review.refusals.${refusal}`), error: "CONFLICT" },
});
