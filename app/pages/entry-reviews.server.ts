/** The reviews of an entry as organisers and other reviewers read them. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { marks } from "../programmes/marks.ts";
import type { ShownAnswer } from "../programmes/shown-answers.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatLocal } from "../programmes/window.ts";
import { hiddenReviews } from "../reviews/conflicts.ts";
import { marksOf } from "../reviews/criteria.ts";
import { discussionPath } from "../reviews/review-controls.ts";
import { can } from "../roles.ts";
import { resultsPath } from "./review-rules.server.ts";

type Entry = ReturnType<AppLoadContext["services"]["triage"]["details"]>["entry"];
type Review = Exclude<ReturnType<AppLoadContext["services"]["results"]["ofEntry"]>, string>[number];
type OtherReview = Omit<Review, "authorNote"> & { authorNote?: string };

/** Undefined for an entry without any. Who has a conflict of interest is told that, and nothing else. */
export function entryReviews(context: AppLoadContext, entry: Entry) {
	const { services, actor, t } = context;
	if (!can(actor.user?.role, "reviews.manage") || !services.results.isReviewed(entry.category)) return;
	const found = services.results.ofEntry(actor, entry);
	if (found.length === 0) return;
	const [hidden, reviews] = typeof found === "string" ? [found, []] : [undefined, found];
	return {
		heading: t("review.title"),
		links: [
			hidden ? ownComments(context, spotId(entry)) : discussionLink(context, spotId(entry)),
			{ href: resultsPath(entry.category), label: t("results.title") },
		].flatMap((link) => link ?? []),
		note: hidden ? t(hiddenReviews(hidden)) : "",
		rows: reviews.map((review) => {
			const state = t(`review.states.${review.hasConflict ? "conflict" : review.state}`);
			return shownReview(context, review, state);
		}),
	};
}

/** What they say together, and where it stands beside that of other entries. */
export function entryResult(context: AppLoadContext, entry: Entry) {
	const { services, actor } = context;
	if (!can(actor.user?.role, "reviews.manage") || !services.results.isReviewed(entry.category)) return;
	const score = services.results.scoreFor(actor, entry);
	return score && { href: resultsPath(entry.category), text: scoreInWords(context, score) };
}

/**
 * What other reviewers say of an entry, for one of them. Undefined where a conflict of interest hides it.
 * @param canDiscuss their own review is done, or reviewing has ended
 */
export function otherReviews(context: AppLoadContext, spot: string, canDiscuss: boolean) {
	const { services, actor, t, locale } = context;
	const found = services.reviews.others(actor, spot);
	if (!found) return;
	const frame = {
		heading: t("review.others"),
		links: [canDiscuss ? discussionLink(context, spot) : ownComments(context, spot)].flatMap((link) => link ?? []),
	};
	if (found === "waits") return { ...frame, note: t("review.othersWait"), rows: [] };
	const { reviews, score } = found;
	const notes = [score && scoreInWords(context, score), reviews.length === 0 && t("review.noOthers")];
	return {
		...frame,
		note: notes.filter(Boolean).join(marks[locale].space),
		rows: reviews.map((review) => shownReview(context, review, "")),
	};
}

const discussionLink = ({ t }: AppLoadContext, spot: string) => ({
	href: discussionPath(spot),
	label: t("discussion.link"),
});

/** To the comments that someone may delete, but not read the others; undefined for none. */
export const ownComments = ({ services, actor, t }: AppLoadContext, spot: string) =>
	services.discussions.hasOwn(actor, spot) ? { href: discussionPath(spot), label: t("discussion.mine") } : undefined;

type Score = NonNullable<
	Exclude<ReturnType<AppLoadContext["services"]["reviews"]["others"]>, "waits" | undefined>["score"]
>;

function scoreInWords({ t, locale }: AppLoadContext, { number, mean, yes }: Score): string {
	const points = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
	const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
	return t("review.result", {
		count: number,
		mean: mean === undefined ? "–" : points.format(mean),
		yes: yes === undefined ? "–" : percent.format(yes),
	});
}

/** @param state in words; "" where it needs no saying */
function shownReview(context: AppLoadContext, review: OtherReview, state: string) {
	const { t, zone, locale } = context;
	const { id, by, isBeforeEdit, isEarlier, recommendation } = review;
	const notes = (["committeeNote", "authorNote"] as const).map((name) =>
		shown(name, t(`review.${name}`), review[name] ?? ""),
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
			state,
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
