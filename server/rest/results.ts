import { z } from "zod";
import { RECOMMENDATIONS, REVIEW_STATES } from "../../app/enumerations.ts";
import { STATUSES } from "../../app/lifecycle.ts";
import { spotId } from "../../app/programmes/spot-ids.ts";
import { RESULT_FILTERS, RESULT_ORDERS, WHAT_IF } from "../../app/reviews/criteria.ts";
import { readResults } from "../../app/schemas/results.ts";
import { criterion } from "../../app/schemas/reviews.ts";
import type { Actor } from "../services/actor.ts";
import type { Services } from "../services/index.ts";
import type { Result } from "../services/reviews/results.ts";
import { figure, notReviewed } from "./committee.ts";
import { status } from "./entry-shapes.ts";
import { isEdited, isOutdated } from "./review-wire.ts";
import { errorBody, pageOfList, route } from "./route.ts";
import { instant } from "./wire.ts";

const result = z
	.object({
		spot: z.string(),
		title: z.string(),
		track: z.string().nullable(),
		status,
		isHidden: z.boolean().describe("You have a conflict of interest: its figures are not shown to you"),
		number: z.number(),
		mean: figure,
		median: figure,
		spread: figure,
		yes: figure,
		adjusted: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
		beforeEdit: z.number(),
		earlierCriteria: z.number(),
		disagrees: z.boolean(),
	})
	.meta({ id: "Result" });

/** Query parameters that filter and sort results. */
const chosen = {
	track: z.string().optional().describe("Id of a track"),
	status: z.enum(STATUSES).optional(),
	only: z.enum(RESULT_FILTERS).optional(),
	sort: z
		.enum(RESULT_ORDERS.flatMap((order) => [order, `-${order}`]))
		.optional()
		.describe("A minus in front turns the order round; -adjusted without it"),
	w: z
		.record(z.string().regex(new RegExp(`^${WHAT_IF.replace(".", "\\.")}`)), z.int().min(0).max(10))
		.optional()
		.describe(`${WHAT_IF}ID: another weight of the criterion with this id, to try it`),
};

const review = z.object({
	by: z.string().describe("Empty once the account is gone"),
	state: z.enum(REVIEW_STATES),
	hasConflict: z.boolean().describe("Its reviewer has a conflict of interest: it does not count"),
	marks: z.record(z.string(), z.number()),
	criteria: z.array(criterion).describe("Those that the marks were given for"),
	recommendation: z.enum(RECOMMENDATIONS).nullable(),
	committeeNote: z.string(),
	authorNote: z.string(),
	at: z.iso.datetime(),
	isEdited,
	isOutdated,
});

/** What comes of the reviews of a call, by the rules of the pages for organisers. */
export const resultRoutes = [
	route({
		method: "get",
		path: "/api/programmes/:call/results",
		name: "listResults",
		tag: "Managing reviews",
		summary: "Results of reviews, 25 a page",
		query: { ...chosen, page: pageOfList },
		replies: {
			200: {
				description: "Marks as points from 1 to 5",
				schema: z.object({ results: z.array(result), page: z.number(), pages: z.number(), reviews: z.number() }),
			},
			404: notReviewed,
		},
		handle({ services, actor, params, query }) {
			const category = params.call ?? "";
			const { rows, page, pages, reviews } = services.results.list(
				actor,
				category,
				queryOf(services, actor, category, query),
			);
			return { status: 200, body: { results: rows.map(resultWire), page, pages, reviews } };
		},
	}),
	route({
		method: "get",
		path: "/api/programmes/:call/results.csv",
		name: "downloadResults",
		tag: "Managing reviews",
		summary: "Results of reviews as a file, without pages",
		query: chosen,
		replies: {
			200: { description: "A table, as the page gives it", type: "text/csv" },
			403: { description: "Not for you; or NOT_FRESH: log in again first", schema: errorBody },
			404: notReviewed,
		},
		handle({ services, actor, params, query, locale }) {
			const category = params.call ?? "";
			const file = services.results.file(actor, category, queryOf(services, actor, category, query), locale);
			return {
				status: 200,
				body: [...file.lines].join(""),
				headers: {
					"Content-Type": "text/csv; charset=utf-8",
					"Content-Disposition": `attachment; filename="${file.name}"`,
				},
			};
		},
	}),
	route({
		method: "get",
		path: "/api/programmes/:call/reviews/:spot",
		name: "listReviews",
		tag: "Managing reviews",
		summary: "Every review of an entry, whoever made it and however far it is",
		replies: {
			200: {
				description: "None of an entry that you have a conflict of interest with",
				schema: z.object({ isHidden: z.boolean(), reviews: z.array(review) }),
			},
			404: { description: "No such entry in this call, or the call is not reviewed", schema: errorBody },
		},
		handle({ services, actor, params }) {
			const found = services.results.ofSpot(actor, params.call ?? "", params.spot ?? "");
			return {
				status: 200,
				body: Array.isArray(found)
					? { isHidden: false, reviews: found.map(reviewWire) }
					: { isHidden: true, reviews: [] },
			};
		},
	}),
];

/** @throws AppError NOT_FOUND for a call that is not reviewed */
function queryOf(services: Services, actor: Actor, category: string, query: (name: string) => string) {
	const { rules } = services.results.open(actor, category);
	const names = ["track", "status", "only", "sort", "page", ...rules.criteria.map(({ id }) => WHAT_IF + id)];
	const search = new URLSearchParams(names.map((name) => [name, query(name)] as [string, string]));
	return readResults(search, services.tracks.ids(), rules.criteria);
}

type Review = Exclude<ReturnType<Services["results"]["ofSpot"]>, string>[number];

function reviewWire({
	by,
	state,
	marks,
	recommendation,
	committeeNote,
	authorNote,
	at,
	...about
}: Review): z.infer<typeof review> {
	return {
		by,
		state,
		hasConflict: about.hasConflict,
		marks,
		criteria: [...about.criteria],
		recommendation,
		committeeNote,
		authorNote,
		at: instant(at),
		isEdited: about.isBeforeEdit,
		isOutdated: about.isEarlier,
	};
}

function resultWire({ score, ...entry }: Result): z.infer<typeof result> {
	return {
		spot: spotId(entry),
		title: entry.title,
		track: entry.trackId,
		status: entry.status,
		isHidden: entry.hidden !== undefined,
		number: score?.number ?? 0,
		mean: score?.mean ?? null,
		median: score?.median ?? null,
		spread: score?.spread ?? null,
		yes: score?.yes ?? null,
		adjusted: score?.adjusted
			? { value: score.adjusted.value, low: score.adjusted.low, high: score.adjusted.high }
			: null,
		beforeEdit: entry.beforeEdit,
		earlierCriteria: entry.earlier,
		disagrees: entry.disagrees,
	};
}
