import { z } from "zod";
import { RECOMMENDATIONS, REVIEW_STATES } from "../../app/enumerations.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { marksThatHold } from "../../app/reviews/criteria.ts";
import { criterion } from "../../app/schemas/reviews.ts";
import type { Actor } from "../services/actor.ts";
import type { Services } from "../services/index.ts";
import { instant } from "./wire.ts";

export const recommendation = z.enum(RECOMMENDATIONS).nullable();
export const marks = z.record(z.string().max(40), z.number().int());

/** What the answer of `GET` says and a review relies on: another client, an edit or other criteria are recognised by it. */
export const seen = {
	revision: z.number().int().min(0).describe("Of one's own review; 0 before the first"),
	entryVersion: z.number().int().min(0).describe("Of the entry as it was read"),
	rulesVersion: z.number().int().min(0).describe("Of the criteria"),
};

export const isEdited = z.boolean().describe("The entry was edited after the review");
export const isOutdated = z.boolean().describe("The criteria have changed since the review, and mean something else");

const said = { marks, recommendation, committeeNote: z.string(), authorNote: z.string() };

/** A review of an entry that is not one's own to review now. */
export const formerReview = z.object({ spot: z.string(), call: z.string(), state: z.enum(REVIEW_STATES), ...said });

export const ownState = z.enum([...REVIEW_STATES, "none", "conflict"]);

const ownReview = z.object({
	state: ownState,
	...said,
	...seen,
	isEdited,
	isOutdated,
});

const other = z.object({
	by: z.string().describe("Empty once the account is gone"),
	marks,
	recommendation,
	committeeNote: z.string(),
	at: z.iso.datetime(),
	isEdited,
	isOutdated,
});

export const reviewed = z
	.object({
		spot: z.string(),
		call: z.string(),
		title: z.string(),
		answers: z.array(z.object({ name: z.string(), label: z.string(), text: z.string() })),
		redacted: z.array(z.string()).describe("Labels of the answers that organisers have redacted"),
		criteria: z.array(criterion),
		isOpen: z.boolean().describe("Whether reviews are being written"),
		review: ownReview,
		others: z
			.object({
				reviews: z.array(other),
				result: z.object({ number: z.number(), mean: z.number().nullable(), yes: z.number().nullable() }).nullable(),
			})
			.nullable()
			.describe("Null while the rules of the call hide them"),
	})
	.meta({ id: "ReviewedEntry" });

/** An entry as its reviewer sees it. @throws AppError NOT_FOUND */
export function reviewedWire(services: Services, actor: Actor, spot: string, locale: Locale): z.infer<typeof reviewed> {
	const { rules, review, state, entry, phase, version, ...since } = services.reviews.open(actor, spot, locale);
	const others = services.reviews.others(actor, spot);
	return {
		spot,
		call: rules.category,
		title: entry.title,
		answers: entry.answers.map(({ name, label, text }) => ({ name, label, text })),
		redacted: entry.redacted,
		criteria: [...rules.criteria],
		isOpen: phase === "open",
		review: {
			state,
			marks: Object.fromEntries(marksThatHold(rules.criteria, since.earlierMarks)),
			recommendation: review?.recommendation ?? null,
			committeeNote: review?.committeeNote ?? "",
			authorNote: review?.authorNote ?? "",
			revision: review?.revision ?? 0,
			entryVersion: version,
			rulesVersion: rules.version,
			isEdited: since.isEdited,
			isOutdated: since.isOutdated,
		},
		others: !others || others === "waits" ? null : othersWire(others),
	};
}

type Others = Exclude<ReturnType<Services["reviews"]["others"]>, "waits" | undefined>;

function othersWire({ reviews, score }: Others): z.infer<typeof reviewed>["others"] {
	return {
		reviews: reviews.map(({ by, marks: own, recommendation: said, committeeNote, at, isBeforeEdit, isEarlier }) => ({
			by,
			marks: own,
			recommendation: said,
			committeeNote,
			at: instant(at),
			isEdited: isBeforeEdit,
			isOutdated: isEarlier,
		})),
		result: score ? { number: score.number, mean: score.mean ?? null, yes: score.yes ?? null } : null,
	};
}
