import { TZDate } from "@date-fns/tz";
import { isInherited } from "../../../app/programmes/slugs.ts";
import { type ReviewRules, sameRules } from "../../../app/reviews/criteria.ts";
import type { SetupCall } from "../../../app/schemas/setup.ts";
import type { Orm } from "../../../db/client.ts";
import { dropRules, hasReviews, keepRules, rulesIn } from "../reviews/rule-rows.ts";
import { type Planning, pointerTo, type SetupFault } from "./section.ts";

type SetupReview = NonNullable<SetupCall["review"]>;

/** The rules of reviews of a call as a document has them. @param zone of the event */
export function readReview(tx: Orm, category: string, zone: string): SetupReview | null {
	const rules = rulesIn(tx, category);
	if (!rules) return null;
	const at = (instant: number | null) => (instant === null ? null : new TZDate(instant, zone).toISOString());
	const { opensAt, closesAt, wanted, blind, hidden, results, criteria } = rules;
	return { wanted, blind, hidden, results, criteria: [...criteria], opensAt: at(opensAt), closesAt: at(closesAt) };
}

/** What a document changes in the rules of reviews of a call: as it is where it says nothing. */
export function planReview(planning: Planning, { definition, review }: SetupCall, index: number) {
	const { tx, t, locale, actorId, at } = planning;
	const { category } = definition;
	const present = rulesIn(tx, category);
	const wanted = review && rulesOf(review);
	const title = definition.title[locale];
	const faults: SetupFault[] = [];
	const isSame = review === undefined || (wanted ? present && sameRules(wanted, present) : !present);
	if (isSame) return { faults, changes: [], apply: () => undefined };
	wanted?.criteria.forEach(({ id }, place) => {
		const pointer = pointerTo("calls", index, "review", "criteria", place, "id");
		if (isInherited(id)) faults.push({ pointer, message: t("callPage.faults.nameReserved", { about: id }) });
	});
	if (!wanted && hasReviews(tx, category))
		faults.push({ pointer: pointerTo("calls", index, "review"), message: t("setupMessages.reviewed", { title }) });
	if (wanted?.opensAt && wanted.closesAt && wanted.closesAt <= wanted.opensAt)
		faults.push({
			pointer: pointerTo("calls", index, "review", "closesAt"),
			message: t("setupMessages.reviewBackwards"),
		});
	return {
		faults,
		changes: [t(wanted ? "setupMessages.reviewRules" : "setupMessages.reviewRemoved", { title })],
		apply: () => (wanted ? keepRules(tx, category, wanted, { actorId, at }) : dropRules(tx, category)),
	};
}

const instantOf = (text: string | null) => (text === null ? null : Date.parse(text));

const rulesOf = ({ opensAt, closesAt, ...rules }: SetupReview): ReviewRules => ({
	...rules,
	opensAt: instantOf(opensAt),
	closesAt: instantOf(closesAt),
});
