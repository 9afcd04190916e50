import { z } from "zod";
import { translators } from "../../app/locales/index.ts";
import { spotId } from "../../app/programmes/spot-ids.ts";
import { MOST_FOR_REVIEWER } from "../../app/reviews/assigning.ts";
import { pageNumber } from "../../app/schemas/listing.ts";
import type { PlanRequest } from "../services/reviews/assignment-plan.ts";
import { type Call, errorBody, pageOfList, type Reply, route } from "./route.ts";

/** More than any committee has. */
const MOST_REVIEWERS = 1_000;

const people = z.array(z.number().int().positive()).max(MOST_REVIEWERS);
export const figure = z.number().nullable();

const planRequest = {
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

export const noSuchReviewer = {
	description: "No such call or reviewer, or the call is not reviewed",
	schema: errorBody,
};

export const notReviewed = { description: "No such call, or it is not reviewed", schema: errorBody };

/** Who reviews what, by the rules of the page for organisers. */
export const committeeRoutes = [
	route({
		method: "get",
		path: "/api/programmes/:call/assignments",
		name: "listAssignments",
		tag: "Managing reviews",
		summary: "How far each reviewer of a call is, and who reviews its entries",
		query: { page: pageOfList },
		replies: {
			200: {
				description: "Fifty entries a page",
				schema: z.object({
					wanted: z.number(),
					removable: z.number().describe("Assignments that nobody has begun"),
					reviewers: z.array(
						z.object({
							id: z.number(),
							name: z.string(),
							total: z.number(),
							finished: z.number(),
							mean: figure,
							removable: z.number().describe("Assignments that can be removed"),
						}),
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
					removable: found.openAssignments,
					reviewers: progress.map(({ reviewer, total, finished, mean }) => ({
						id: reviewer.id,
						name: reviewer.name || reviewer.address,
						total,
						finished,
						mean: mean ?? null,
						removable: found.removable.get(reviewer.id) ?? 0,
					})),
					entries: entries.map(({ entry, hidden, reviewers }) => ({
						spot: spotId(entry),
						title: entry.title,
						isHidden: hidden !== undefined,
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
		name: "assignEntry",
		tag: "Managing reviews",
		summary: "Assign an entry by hand",
		description: "What differs from `had` is added and removed.",
		request: {
			schema: z.strictObject({ spot: z.string().max(40), had: people, reviewers: people }),
			example: { spot: "talk-1", had: [], reviewers: [2] },
		},
		replies: {
			200: { description: "The reviewers of the entry now", schema: z.object({ reviewers: z.array(z.number()) }) },
			404: { description: "No such call, entry or reviewer", schema: errorBody },
			409: {
				description:
					"CONFLICT: a reviewer has a conflict of interest or does not review the call any more, or the call has no assignments to remove",
				schema: errorBody,
			},
		},
		async handle({ services, actor, params, body, locale }): Promise<Reply> {
			const category = params.call ?? "";
			const { spot, had, reviewers: chosen } = body;
			services.assignments.assertReviewers(actor, category, [...had, ...chosen], true);
			const refusal = await services.assignments.assign(actor, category, spot, { had, chosen });
			if (refusal) {
				const message = translators[locale](`assignments.refusals.${refusal}`);
				return { status: 409, body: { message, error: "CONFLICT" } };
			}
			const { reviewers } = services.assignments.one(actor, category, spot);
			return {
				status: 200,
				body: { reviewers: reviewers.filter(({ isAssigned }) => isAssigned).map(({ id }) => id) },
			};
		},
	}),
	route({
		method: "post",
		path: "/api/programmes/:call/assignments/remove",
		name: "removeAssignments",
		tag: "Managing reviews",
		summary: "Remove the assignments of a reviewer, or all that nobody has begun",
		description: "Reviews stay.",
		request: {
			schema: z.strictObject({
				reviewer: z.number().int().positive().nullable().describe("Null: all that nobody has begun"),
				count: z.number().int().min(0).describe("How many these are: `removable`"),
			}),
			example: { reviewer: null, count: 0 },
		},
		replies: {
			204: { description: "Removed" },
			404: noSuchReviewer,
			409: { description: "CONFLICT: they are more or fewer now; nothing is removed", schema: errorBody },
		},
		async handle({ services, actor, params, body, locale }): Promise<Reply> {
			const category = params.call ?? "";
			services.results.open(actor, category);
			if (body.reviewer !== null) services.assignments.assertReviewers(actor, category, [body.reviewer], true);
			if (await services.assignments.remove(actor, category, body.reviewer ?? "open", body.count))
				return { status: 204 };
			return { status: 409, body: { message: translators[locale]("assignments.removedStale"), error: "CONFLICT" } };
		},
	}),
	route({
		method: "post",
		path: "/api/programmes/:call/assignments/plan",
		name: "planAssignments",
		tag: "Managing reviews",
		summary: "Plan assignments by panel or balanced",
		description: "Nothing is stored.",
		request: { schema: z.strictObject(planRequest), example: { way: "balance", reviewers: [2], most: 10 } },
		replies: {
			200: { description: "What would be added, and what cannot be met and why", schema: plan },
			404: noSuchReviewer,
			422: { description: "The call is too large, or the calculation took too long", schema: errorBody },
		},
		handle: planned,
	}),
	route({
		method: "post",
		path: "/api/programmes/:call/assignments/apply",
		name: "applyAssignments",
		tag: "Managing reviews",
		summary: "Store a plan",
		description: "Repeating it stores nothing more.",
		request: {
			schema: z.strictObject({ ...planRequest, seen: z.string().max(100) }),
			example: { way: "balance", reviewers: [2], most: 10, seen: "of-the-plan" },
		},
		replies: {
			200: { description: "How many assignments are new", schema: z.object({ count: z.number() }) },
			404: noSuchReviewer,
			409: { description: "It would be another plan now; nothing is stored", schema: errorBody },
		},
		async handle({ services, actor, params, body }) {
			const category = params.call ?? "";
			services.assignments.assertReviewers(actor, category, body.reviewers);
			const count = await services.assignments.apply(actor, category, requestOf(body), body.seen);
			return { status: 200, body: { count } };
		},
	}),
];

type PlanBody = z.infer<z.ZodObject<typeof planRequest>>;

const requestOf = ({ way, reviewers, most }: PlanBody): PlanRequest => ({ way, reviewers, most: most ?? undefined });

async function planned({ services, actor, params, body, locale }: Call<PlanBody>): Promise<Reply> {
	const category = params.call ?? "";
	services.assignments.assertReviewers(actor, category, body.reviewers);
	const found = await services.assignments.plan(actor, category, requestOf(body));
	if (!found.ok) {
		const t = translators[locale];
		const message =
			found.problem === "too-slow" ? t("assignments.tooSlow") : t("assignments.tooMany", services.assignments.limits);
		return { status: 422, body: { message, error: "BAD_REQUEST" } };
	}
	const { committee, assignment, begun, seen } = found;
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
