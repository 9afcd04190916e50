/** What reviewers see: their calls and entries, and one entry with their review. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { marks as punctuation } from "../programmes/marks.ts";
import { formatInstant } from "../programmes/window.ts";
import { marksOf, marksThatHold } from "../reviews/criteria.ts";
import { inPairs } from "../reviews/language-pairs.ts";
import { timeFor } from "../reviews/pace.ts";
import { discussionPath, markControl } from "../reviews/review-controls.ts";
import { pageNumber } from "../schemas/listing.ts";
import { headingOf } from "./entry-heading.server.ts";
import { otherReviews, ownComments } from "./entry-reviews.server.ts";

export const REVIEWS = "/review";
export const reviewPath = (spot: string) => `${REVIEWS}/${spot}`;
const listPath = (search: Record<string, string>) => `${REVIEWS}?${new URLSearchParams(search)}`;

type Overview = ReturnType<AppLoadContext["services"]["reviews"]["overview"]>[number];

/** When reviewers review a call, in words. */
export function periodOf(context: AppLoadContext, { rules, phase }: Pick<Overview, "rules" | "phase">): string {
	const { t } = context;
	const { opens, closes } = timesOf(context, rules);
	if (phase === "soon") return t("review.soon", { opens });
	if (phase === "closed") return t("review.closed", { closes });
	return closes === "" ? t("review.always") : t("review.until", { closes });
}

/** When reviewing begins and ends, in words; "" for no limit. */
function timesOf({ zone, locale }: AppLoadContext, { opensAt, closesAt }: Overview["rules"]) {
	const time = (instant: number | null) => (instant === null ? "" : formatInstant(instant, zone, locale));
	return { opens: time(opensAt), closes: time(closesAt) };
}

type Progress = ReturnType<AppLoadContext["services"]["reviews"]["progress"]>;

/** How far a reviewer is, and how long the rest will take them. "" where nothing is to be reviewed. */
function progressOf({ t }: AppLoadContext, { total, done, left, paceMs }: Progress): string {
	if (total === 0) return "";
	const time = paceMs !== undefined && left > 0 ? timeFor(left, paceMs) : undefined;
	const parts = [t("review.howFar", { done, total }), left > 0 && t("review.left", { left })];
	if (time) parts.push(t(`review.pace.${time.unit}`, { count: time.count }));
	return parts.filter(Boolean).join(" · ");
}

/** The calls of a reviewer, and their entries: of the call that the address names, or of all. */
export function reviewsPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, t, locale } = context;
	const title = (category: string) => services.registry().programmeOf(category).title[locale];
	const calls = services.reviews.overview(actor).map(({ rules, phase, total, done, none }) => ({
		id: rules.category,
		title: title(rules.category),
		path: listPath({ call: rules.category }),
		period: periodOf(context, { rules, phase }),
		progress: total > 0 ? t("review.doneOf", { done, total }) : "–",
		none,
	}));
	const chosen = calls.find(({ id }) => id === search.get("call"));
	const asked = Number(search.get("page"));
	const page = Number.isSafeInteger(asked) ? asked : 1;
	const progress = services.reviews.progress(actor);
	const waiting = services.reviews.firstWaiting(actor);
	const list = services.reviews.list(actor, { category: chosen?.id ?? "", page, locale });
	const former = chosen ? undefined : formerOn(context, pageNumber.parse(search.get("former")));
	return {
		calls,
		chosen: chosen?.title,
		progress: progressOf(context, progress),
		begin: waiting && { path: reviewPath(waiting), label: t(progress.done > 0 ? "review.goOn" : "review.begin") },
		none: t(`review.none.${reasonOf(chosen ? [chosen] : calls)}`),
		page: list.page,
		pages: list.pages,
		total: list.total,
		entries: list.entries.map(({ spot, category, title: own, track, state, isOutdated, comments }) => ({
			id: spot,
			path: reviewPath(spot),
			title: titleOf(context, { spot, state, title: own }),
			call: title(category),
			track,
			state: [t(`review.states.${state}`), isOutdated && t("review.outdated")].filter(Boolean).join(" · "),
			discussion: comments && {
				href: discussionPath(spot),
				label: [t("discussion.count", { count: comments.count }), comments.isMeant && t("discussion.meant")]
					.filter(Boolean)
					.join(" · "),
			},
		})),
		/** Reviews of entries that are not theirs to review. */
		former: former?.reviews.map(({ spot, rules, review }) => ({
			id: spot,
			path: reviewPath(spot),
			call: title(rules.category),
			state: t(`review.states.${review.state}`),
		})),
		formerPage: former?.page ?? 1,
		formerPages: former?.pages ?? 1,
		/** Before the number of a page of these. */
		formerPath: listPath({ ...(list.page > 1 && { page: String(list.page) }), former: "" }),
		/** Before the number of a page. */
		pagesPath: listPath({ ...(chosen && { call: chosen.id }), page: "" }),
	};
}

/** A page of the reviews that are someone's no more. A page beyond the end is the last one. */
function formerOn({ services, actor }: AppLoadContext, page: number) {
	const asked = services.reviews.formerPage(actor, page);
	const last = Math.max(1, asked.pages);
	return page > last ? { ...services.reviews.formerPage(actor, last), page: last } : { ...asked, page };
}

/** Why none of the entries of some calls is theirs to review: calls that are not reviewed yet say so only if all are. */
function reasonOf(calls: readonly Pick<Overview, "none">[]) {
	const begun = calls.filter(({ none }) => none !== "soon");
	if (begun.length === 0) return "soon";
	return begun.every(({ none }) => none === "unassigned") ? "unassigned" : "empty";
}

/** A title as reviewers see it: who has a conflict of interest sees the number alone. */
const titleOf = (context: AppLoadContext, { spot, state, title }: { spot: string; state: string; title: string }) =>
	state === "conflict" ? spot : headingOf(context, { title });

/** A review of one's own of an entry that is not theirs to review; undefined for any other entry. */
export function formerReview(context: AppLoadContext, spot: string) {
	const { services, actor, t, locale } = context;
	const found = services.reviews.formerOf(actor, spot);
	if (!found) return;
	const { rules, phase, review, marks } = found;
	const criteria = marks.map(({ criterion }) => ({ name: markControl(criterion.id), label: criterion.label[locale] }));
	const given = Object.fromEntries(marks.map(({ criterion, mark }) => [markControl(criterion.id), String(mark)]));
	return {
		spot,
		why: phase === "soon" ? t("review.notYet", timesOf(context, rules)) : t("review.former"),
		state: t(`review.states.${review.state}`),
		ownComments: ownComments(context, spot),
		lines: reviewInWords(context, { criteria, values: { ...given, ...textsOf(review) } }),
	};
}

type Review = NonNullable<ReturnType<AppLoadContext["services"]["reviews"]["open"]>["review"]>;

const textsOf = (review: Review | undefined) => ({
	recommendation: review?.recommendation ?? "",
	committeeNote: review?.committeeNote ?? "",
	authorNote: review?.authorNote ?? "",
});

/** One entry with the review of it. @throws AppError NOT_FOUND */
export function reviewPage(context: AppLoadContext, spot: string) {
	const { services, actor, t, locale } = context;
	const found = services.reviews.open(actor, spot, locale);
	const { rules, review, state, entry, phase } = found;
	const { previous, next, waiting } = services.reviews.stepsFrom(actor, spot);
	const labelled = (about: "period" | "state", text: string) =>
		[t(`review.${about}`), text].join(punctuation[locale].colon);
	return {
		spot,
		path: reviewPath(spot),
		/** The entries before and after it, and the next without a review. */
		previous: previous && reviewPath(previous),
		next: next && reviewPath(next),
		waiting: waiting && reviewPath(waiting),
		progress: progressOf(context, services.reviews.progress(actor)),
		call: found.call,
		period: labelled("period", periodOf(context, { rules, phase })),
		state: labelled("state", t(`review.states.${state}`)),
		title: titleOf(context, { spot, state, title: entry.title }),
		answers: inPairs(entry.answers.filter(({ part }) => part !== "title")),
		hasConflict: state === "conflict",
		canTakeBack: found.canTakeBack,
		ownComments: state === "conflict" ? ownComments(context, spot) : undefined,
		isOpen: phase === "open",
		others: otherReviews(context, spot, state === "done" || phase === "closed"),
		redacted:
			entry.redacted.length > 0
				? t("review.redacted", { fields: entry.redacted.join(punctuation[locale].item) })
				: undefined,
		isEdited: found.isEdited,
		earlier: found.isOutdated ? earlierMarks(context, found) : undefined,
		criteria: rules.criteria.map(({ id, label, help, scale }) => {
			const marks = marksOf(scale);
			return {
				id,
				name: markControl(id),
				label: label[locale],
				hint: [help[locale], t("review.scaleHint", { lowest: marks[0], highest: marks.at(-1) })]
					.filter(Boolean)
					.join(punctuation[locale].space),
				marks: marks.map(String),
			};
		}),
		values: {
			...Object.fromEntries(
				marksThatHold(rules.criteria, found.earlierMarks).map(([id, mark]) => [markControl(id), String(mark)]),
			),
			...textsOf(review),
			revision: String(review?.revision ?? 0),
			entryVersion: String(found.version),
			rulesVersion: String(rules.version),
		} as Record<string, string>,
	};
}

/** That the criteria have changed, and the marks that were given before. */
function earlierMarks(
	{ t, locale }: AppLoadContext,
	{ state, earlierMarks }: ReturnType<AppLoadContext["services"]["reviews"]["open"]>,
): string {
	const marks = earlierMarks.map(({ criterion, mark }) => `${criterion.label[locale]} ${mark}`);
	return [
		t("review.earlier", { marks: marks.join(punctuation[locale].item) }),
		state === "done" && t("review.earlierDone"),
	]
		.filter(Boolean)
		.join(punctuation[locale].space);
}

/** A review as it is stored. */
export function reviewInWords(
	{ t }: AppLoadContext,
	{ criteria, values }: { criteria: readonly { name: string; label: string }[]; values: Record<string, string> },
) {
	const recommended = (["yes", "maybe", "no"] as const).find((one) => one === values.recommendation);
	return [
		...criteria.map(({ name, label }) => ({ label, text: values[name] ?? "" })),
		{ label: t("review.recommendation"), text: recommended ? t(`review.recommendations.${recommended}`) : "" },
		{ label: t("review.committeeNote"), text: values.committeeNote ?? "" },
		{ label: t("review.authorNote"), text: values.authorNote ?? "" },
	].filter(({ text }) => text !== "");
}
