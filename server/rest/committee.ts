import { z } from "zod";
import { translators } from "../../app/locales/index.ts";
import { spotId } from "../../app/programmes/spot-ids.ts";
import { MOST_FOR_REVIEWER } from "../../app/reviews/assigning.ts";
import { WHAT_IF } from "../../app/reviews/criteria.ts";
import { pageNumber } from "../../app/schemas/listing.ts";
import { readResults } from "../../app/schemas/results.ts";
import { AppError } from "../errors.ts";
import type { PlanRequest } from "../services/reviews/assignment-plan.ts";
import type { Result } from "../services/reviews/results.ts";
import { type Call, errorBody, type Reply, route } from "./route.ts";

/** More than any committee has. */
const MOST_REVIEWERS = 1_000;

const people = z.array(z.number().int().positive()).max(MOST_REVIEWERS);
const figure = z.number().nullable();

const result = z.object({
	spot: z.string(),
	title: z.string(),
	track: z.string().nullable(),
	status: z.string(),
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
});

const wish = {
	way: z.enum(["panel", "balance"]),
	reviewers: people.min(1),
	most: z.number().int().min(1).max(MOST_FOR_REVIEWER).nullish().describe("Entries of each reviewer; balanced only"),
};

const plan = z.object({
	added: z
		.array(z.object({ spot: z.string(), reviewer: z.number() }))
		.describe("This and all figures without entries that you have a conflict of interest with"),
	loads: z.array(z.object({ reviewer: z.number(), before: z.number(), added: z.number() })),
	unmet: z.array(
		z.object({
			spot: z.string(),
			missing: z.number(),
			inConflict: z.number(),
			notFitting: z.number(),
			atLimit: z.number(),
		}),
	),
	seen: z.string().describe("Approves exactly this plan"),
});

const notReviewed = { description: "No such call, or it is not reviewed", schema: errorBody };

/** Who reviews what, and what comes of it, by the rules of the pages for organisers. */
export const committeeRoutes = [
	route({
		method: "get",
		path: "/api/programmes/:call/results",
		summary:
			"Results of reviews, a page of 25: `track`, `status`, `only` (disagreement, few), `sort`, `page`; `w.ID` tries another weight",
		replies: {
			200: {
				description: "Marks as points from 1 to 5",
				schema: z.object({ results: z.array(result), page: z.number(), pages: z.number(), reviews: z.number() }),
			},
			404: notReviewed,
		},
		handle({ services, actor, params, query }) {
			const category = params.call ?? "";
			const { rules } = services.results.open(actor, category);
			const names = ["track", "status", "only", "sort", "page", ...rules.criteria.map(({ id }) => WHAT_IF + id)];
			const search = new URLSearchParams(names.map((name) => [name, query(name)] as [string, string]));
			const asked = readResults(search, services.tracks.ids(), rules.criteria);
			const { rows, page, pages, reviews } = services.results.list(actor, category, asked);
			return { status: 200, body: { results: rows.map(resultWire), page, pages, reviews } };
		},
	}),
	route({
		method: "get",
		path: "/api/programmes/:call/assignments",
		summary: "How far each reviewer of a call is, and a page of its entries with who reviews them",
		replies: {
			200: {
				description: "Fifty entries a page",
				schema: z.object({
					wanted: z.number(),
					reviewers: z.array(
						z.object({ id: z.number(), name: z.string(), total: z.number(), finished: z.number(), mean: figure }),
					),
					entries: z.array(
						z.object({
							spot: z.string(),
							title: z.string(),
							isHidden: z.boolean().describe("You have a conflict of interest: its reviewers are not shown to you"),
							reviewers: z.array(z.object({ id: z.number(), isFinished: z.boolean(), hasConflict: z.boolean() })),
						}),
					),
					page: z.number(),
					pages: z.number(),
				}),
			},
			404: notReviewed,
		},
		handle({ services, actor, params, query }) {
			const found = services.assignments.overview(actor, params.call ?? "", pageNumber.parse(query("page")));
			const { rules, progress, entries, page, pages } = found;
			return {
				status: 200,
				body: {
					wanted: rules?.wanted ?? 0,
					reviewers: progress.map(({ reviewer, total, finished, mean }) => ({
						id: reviewer.id,
						name: reviewer.name || reviewer.address,
						total,
						finished,
						mean: mean ?? null,
					})),
					entries: entries.map(({ entry, isHidden, reviewers }) => ({
						spot: spotId(entry),
						title: entry.title,
						isHidden,
						reviewers: reviewers.map(({ id, isFinished, conflict }) => ({
							id,
							isFinished,
							hasConflict: conflict !== undefined,
						})),
					})),
					page,
					pages,
				},
			};
		},
	}),
	route({
		method: "post",
		path: "/api/programmes/:call/assignments",
		summary: "Assign an entry by hand: what differs from `had` is added and removed",
		request: {
			type: "application/json",
			schema: z.strictObject({ spot: z.string().max(40), had: people, reviewers: people }),
		},
		replies: {
			200: { description: "The reviewers of the entry now", schema: z.object({ reviewers: z.array(z.number()) }) },
			400: { description: "Wrong shape", schema: errorBody },
			404: { description: "No such call, entry or reviewer", schema: errorBody },
			409: { description: "CONFLICT: a reviewer has a conflict of interest", schema: errorBody },
		},
		async handle({ services, actor, params, body, locale }): Promise<Reply> {
			const category = params.call ?? "";
			const { spot, had, reviewers: chosen } = body;
			if (await services.assignments.assign(actor, category, spot, { had, chosen }))
				return {
					status: 409,
					body: { message: translators[locale]("assignments.refusedConflict"), error: "CONFLICT" },
				};
			const { reviewers } = services.assignments.one(actor, category, spot);
			return {
				status: 200,
				body: { reviewers: reviewers.filter(({ isAssigned }) => isAssigned).map(({ id }) => id) },
			};
		},
	}),
	route({
		method: "post",
		path: "/api/programmes/:call/assignments/plan",
		summary: "Plan assignments by panel or balanced; nothing is stored",
		request: { type: "application/json", schema: z.strictObject(wish) },
		replies: {
			200: { description: "What would be added, and what cannot be met and why", schema: plan },
			400: { description: "Wrong shape", schema: errorBody },
			404: { description: "No such call or reviewer, or the call is not reviewed", schema: errorBody },
			422: { description: "The call is too large, or the calculation took too long", schema: errorBody },
		},
		handle: planned,
	}),
	route({
		method: "post",
		path: "/api/programmes/:call/assignments/apply",
		summary: "Store a plan; repeating it stores nothing more",
		request: { type: "application/json", schema: z.strictObject({ ...wish, seen: z.string().max(100) }) },
		replies: {
			200: { description: "How many assignments are new", schema: z.object({ count: z.number() }) },
			400: { description: "Wrong shape", schema: errorBody },
			404: notReviewed,
			409: { description: "It would be another plan now; nothing is stored", schema: errorBody },
		},
		async handle({ services, actor, params, body }) {
			const count = await services.assignments.apply(actor, params.call ?? "", requestOf(body), body.seen);
			return { status: 200, body: { count } };
		},
	}),
];

type Wish = z.infer<z.ZodObject<typeof wish>>;

const requestOf = ({ way, reviewers, most }: Wish): PlanRequest => ({ way, reviewers, most: most ?? undefined });

async function planned({ services, actor, params, body, locale }: Call<Wish>): Promise<Reply> {
	const found = await services.assignments.plan(actor, params.call ?? "", requestOf(body));
	if (!found.ok) {
		const t = translators[locale];
		const message =
			found.problem === "too-slow" ? t("assignments.tooSlow") : t("assignments.tooMany", services.assignments.limits);
		return { status: 422, body: { message, error: "BAD_REQUEST" } };
	}
	const { committee, assignment, begun, seen } = found;
	const known = new Set(committee.reviewers.map(({ id }) => id));
	if (!body.reviewers.every((id) => known.has(id))) throw new AppError("NOT_FOUND");
	const spots = new Map(committee.entries.map((entry) => [entry.id, spotId(entry)]));
	const spotOf = (id: number) => spots.get(id) ?? "";
	const added = [...begun, ...assignment.added];
	return {
		status: 200,
		body: {
			added: added.map(({ entryId, reviewerId: reviewer }) => ({ spot: spotOf(entryId), reviewer })),
			loads: assignment.loads.map(({ reviewerId, before, added }) => ({ reviewer: reviewerId, before, added })),
			unmet: assignment.unmet.map(({ entryId, ...why }) => ({ spot: spotOf(entryId), ...why })),
			seen,
		},
	};
}

function resultWire({ score, ...entry }: Result): z.infer<typeof result> {
	return {
		spot: spotId(entry),
		title: entry.title,
		track: entry.trackId,
		status: entry.status,
		isHidden: entry.isHidden,
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
