/** The reviews of an entry as its details show them to organisers. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import type { ShownAnswer } from "../programmes/shown-answers.ts";
import { formatLocal } from "../programmes/window.ts";
import { marksOf } from "../reviews/criteria.ts";
import { can } from "../roles.ts";

type Entry = ReturnType<AppLoadContext["services"]["triage"]["details"]>["entry"];
type Review = NonNullable<ReturnType<AppLoadContext["services"]["results"]["ofEntry"]>>[number];

/** Undefined for an entry without any. Who has a conflict of interest is told that, and nothing else. */
export function entryReviews(context: AppLoadContext, entry: Entry) {
	const { services, actor, t } = context;
	if (!can(actor.user?.role, "reviews.manage") || !services.results.isReviewed(entry.category)) return;
	const found = services.results.ofEntry(actor, entry);
	if (found?.length === 0) return;
	return {
		heading: t("review.title"),
		hidden: found ? "" : t("results.hidden"),
		rows: (found ?? []).map((review) => shownReview(context, review)),
	};
}

function shownReview(context: AppLoadContext, review: Review) {
	const { t, zone, locale } = context;
	const { id, by, state, hasConflict, isBeforeEdit, isEarlier, recommendation } = review;
	const notes = (["committeeNote", "authorNote"] as const).map((name) =>
		shown(name, t(`review.${name}`), review[name]),
	);
	const given = review.criteria.flatMap((criterion) => {
		const mark = review.marks[criterion.id];
		const most = marksOf(criterion.scale).at(-1);
		return mark === undefined ? [] : shown(criterion.id, criterion.label[locale], t("results.markOf", { mark, most }));
	});
	return {
		id,
		at: formatLocal(review.at, zone, locale),
		about: [
			by || t("results.gone"),
			t(`review.states.${hasConflict ? "conflict" : state}`),
			isBeforeEdit && t("results.beforeEdit"),
			isEarlier && t("results.earlierCriteria", { version: review.rulesVersion }),
		]
			.filter(Boolean)
			.join(" · "),
		answers: [
			...given,
			shown(
				"recommendation",
				t("review.recommendation"),
				recommendation ? t(`review.recommendations.${recommendation}`) : "",
			),
			...notes,
		].filter(({ text }) => text !== ""),
	};
}

const shown = (name: string, label: string, text: string): ShownAnswer => ({ name, label, text, part: "text" });
