import { z } from "zod";
import { translators } from "../../app/locales/index.ts";
import { idFromSpot, spotId } from "../../app/programmes/spot-ids.ts";
import { dayOf } from "../../app/programmes/window.ts";
import { EARLIEST, reviewRules as rulesSchema } from "../../app/schemas/reviews.ts";
import { AppError } from "../errors.ts";
import type { Actor } from "../services/actor.ts";
import type { Services } from "../services/index.ts";
import { MOST_DECIDED } from "../services/reviews/review-conflicts.ts";
import { noSuchReviewer } from "./committee.ts";
import { errorBody, type Reply, route } from "./route.ts";

const day = z.iso
	.date()
	.refine((date) => date >= EARLIEST)
	.or(z.literal(""))
	.describe(`A day in the event's zone, from ${EARLIEST} on, or empty`);
const rules = rulesSchema.extend({ opens: day, closes: day });
const kept = z
	.object({
		rules: rules.nullable().describe("Null while the entries of the call are not reviewed"),
		revision: z.number().describe("0 without rules"),
		hasReviews: z.boolean(),
	})
	.meta({ id: "ReviewRules" });

const pair = z.object({ spot: z.string(), reviewer: z.number(), name: z.string(), reason: z.string() });
const pairs = z
	.object({ total: z.number(), pairs: z.array(pair) })
	.meta({ id: "Pairs", description: "The first of them, and how many there are" });
const conflicts = z.object({ standing: pairs, suggested: pairs, dismissed: pairs }).meta({ id: "Conflicts" });

const notFound = { description: "No such call, or no such pair in it", schema: errorBody };

/** How a call is reviewed, who must not review what, and reminding, by the rules of the pages for organisers. */
export const reviewRuleRoutes = [
	route({
		method: "get",
		path: "/api/programmes/:call/review-rules",
		name: "getReviewRules",
		tag: "Managing reviews",
		summary: "How the entries of a call are reviewed",
		replies: { 200: { description: "The rules", schema: kept }, 404: notFound },
		handle: ({ services, actor, params }) => ({ status: 200, body: rulesWire(services, actor, params.call ?? "") }),
	}),
	route({
		method: "patch",
		path: "/api/programmes/:call/review-rules",
		name: "saveReviewRules",
		tag: "Managing reviews",
		summary: "Save the rules as a whole",
		description: "Marks given by other criteria stay.",
		request: {
			schema: rules.extend({ revision: z.number().int().min(0) }),
			example: {
				opens: "",
				closes: "",
				wanted: 2,
				blind: false,
				hidden: false,
				results: true,
				criteria: [
					{
						id: "content",
						scale: "1-5",
						weight: 1,
						label: { en: "Content", zh: "内容" },
						help: { en: "", zh: "" },
					},
				],
				revision: 0,
			},
		},
		replies: {
			200: { description: "The rules now; new criteria have ids of their own", schema: kept },
			404: notFound,
			409: { description: "CONFLICT: someone else has changed them since", schema: errorBody },
			422: { description: "The last day is before the first", schema: errorBody },
		},
		async handle({ services, actor, params, body, locale }): Promise<Reply> {
			const category = params.call ?? "";
			const { revision, ...given } = body;
			if (given.opens && given.closes && given.closes < given.opens) {
				const message = translators[locale]("programmesMessages.order");
				return { status: 422, body: { message, error: "BAD_REQUEST", problems: [{ field: "closes", message }] } };
			}
			if (!(await services.reviewRules.save(actor, category, revision, given))) throw new AppError("CONFLICT");
			return { status: 200, body: rulesWire(services, actor, category) };
		},
	}),
	route({
		method: "get",
		path: "/api/programmes/:call/conflicts",
		name: "listConflicts",
		tag: "Managing reviews",
		summary: "Conflicts of interest in a call",
		description: "Those that stand, those that are likely, and those that were dismissed.",
		replies: { 200: { description: "Without one's own entries", schema: conflicts }, 404: notFound },
		handle: ({ services, actor, params }) => ({ status: 200, body: conflictsWire(services, actor, params.call ?? "") }),
	}),
	route({
		method: "post",
		path: "/api/programmes/:call/conflicts",
		name: "decideConflicts",
		tag: "Managing reviews",
		summary: "Say of pairs that there is a conflict of interest, or none",
		description: "Repeating it changes nothing.",
		request: {
			schema: z.strictObject({
				pairs: z
					.array(z.strictObject({ spot: z.string().max(40), reviewer: z.number().int().positive() }))
					.min(1)
					.max(MOST_DECIDED),
				isConflict: z.boolean(),
			}),
			example: { pairs: [{ spot: "talk-1", reviewer: 2 }], isConflict: false },
		},
		replies: { 200: { description: "The conflicts now", schema: conflicts }, 404: notFound },
		async handle({ services, actor, params, body }): Promise<Reply> {
			const category = params.call ?? "";
			const { kind } = services.reviewRules.open(actor, category).programme;
			const named = body.pairs.map(({ spot, reviewer }) => {
				const id = idFromSpot(spot);
				// A reference of another kind names none of this call.
				return { entryId: spot === spotId({ kind, id }) ? id : 0, reviewerId: reviewer };
			});
			await services.reviewConflicts.decide(actor, category, named, body.isConflict);
			return { status: 200, body: conflictsWire(services, actor, category) };
		},
	}),
	route({
		method: "post",
		path: "/api/programmes/:call/review-reminders",
		name: "remindReviewers",
		tag: "Managing reviews",
		summary: "Remind reviewers who are not finished, by mail",
		description: "Each once a day at most; without `reviewer` all of them.",
		request: {
			schema: z.strictObject({ reviewer: z.number().int().positive().optional() }),
			example: { reviewer: 2 },
		},
		replies: {
			200: { description: "How many mails were written", schema: z.object({ count: z.number() }) },
			404: noSuchReviewer,
		},
		async handle({ services, actor, params, body, locale }) {
			const category = params.call ?? "";
			services.reviewRules.open(actor, category);
			if (body.reviewer !== undefined) services.assignments.assertReviewers(actor, category, [body.reviewer], true);
			const count = await services.assignments.remind(actor, category, body.reviewer ?? "all", locale);
			return { status: 200, body: { count } };
		},
	}),
];

function rulesWire(services: Services, actor: Actor, category: string): z.infer<typeof kept> {
	const { rules: stored, hasReviews } = services.reviewRules.open(actor, category);
	if (!stored) return { rules: null, revision: 0, hasReviews };
	const { opensAt, closesAt, wanted, blind, hidden, results, criteria, revision } = stored;
	const dayIn = (at: number | null) => (at === null ? "" : dayOf(at, services.event.zone()));
	return {
		rules: { opens: dayIn(opensAt), closes: dayIn(closesAt), wanted, blind, hidden, results, criteria: [...criteria] },
		revision,
		hasReviews,
	};
}

function conflictsWire(services: Services, actor: Actor, category: string): z.infer<typeof conflicts> {
	const { standing, suggested, dismissed } = services.reviewConflicts.list(actor, category);
	return {
		standing: pairsWire(standing, ({ reason }) => reason),
		suggested: pairsWire(suggested, ({ reason }) => reason),
		dismissed: pairsWire(dismissed, () => "dismissed"),
	};
}

function pairsWire<Pair extends { spot: string; reviewerId: number; reviewer: string }>(
	{ total, shown }: { total: number; shown: readonly Pair[] },
	reasonOf: (one: Pair) => string,
): z.infer<typeof pairs> {
	return {
		total,
		pairs: shown.map((one) => ({
			spot: one.spot,
			reviewer: one.reviewerId,
			name: one.reviewer,
			reason: reasonOf(one),
		})),
	};
}
