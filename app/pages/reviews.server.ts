/** What reviewers see: their calls and entries, and one entry with their review. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import type { SentBack } from "../handle.ts";
import { seeOther } from "../http.ts";
import { type RawForm, textOf } from "../programmes/answers.ts";
import { marks as punctuation } from "../programmes/marks.ts";
import { formatInstant } from "../programmes/window.ts";
import { type Criterion, marksOf } from "../reviews/criteria.ts";
import { markControl, REVIEW_KEEPS } from "../reviews/review-controls.ts";
import { reviewForm, reviewProblems } from "../schemas/reviews.ts";

export const REVIEWS = "/review";
export const reviewPath = (spot: string) => `${REVIEWS}/${spot}`;
const listPath = (search: Record<string, string>) => `${REVIEWS}?${new URLSearchParams(search)}`;

type Overview = ReturnType<AppLoadContext["services"]["reviews"]["overview"]>[number];

function periodOf({ t, zone, locale }: AppLoadContext, { rules, phase }: Pick<Overview, "rules" | "phase">): string {
	const time = (instant: number | null) => (instant === null ? "" : formatInstant(instant, zone, locale));
	if (phase === "soon") return t("review.soon", { opens: time(rules.opensAt) });
	if (phase === "closed") return t("review.closed", { closes: time(rules.closesAt) });
	return rules.closesAt === null ? t("review.always") : t("review.until", { closes: time(rules.closesAt) });
}

/** The calls of a reviewer, and their entries: of the call that the address names, or of all. */
export function reviewsPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, t, locale } = context;
	const title = (category: string) => services.registry().programmeOf(category).title[locale];
	const calls = services.reviews.overview(actor).map(({ rules, phase, total, done }) => ({
		id: rules.category,
		title: title(rules.category),
		path: listPath({ call: rules.category }),
		period: periodOf(context, { rules, phase }),
		progress: t("review.doneOf", { done, total }),
	}));
	const chosen = calls.find(({ id }) => id === search.get("call"));
	const asked = Number(search.get("page"));
	const page = Number.isSafeInteger(asked) ? asked : 1;
	const list = services.reviews.list(actor, { category: chosen?.id ?? "", page, locale });
	return {
		calls,
		chosen: chosen?.title,
		page: list.page,
		pages: list.pages,
		total: list.total,
		entries: list.entries.map(({ spot, category, title: own, track, state, isOutdated }) => ({
			id: spot,
			path: reviewPath(spot),
			title: own || t("review.untitled"),
			call: title(category),
			track,
			state: [t(`review.states.${state}`), isOutdated && t("review.outdated")].filter(Boolean).join(" · "),
		})),
		/** Before the number of a page. */
		pagesPath: listPath({ ...(chosen && { call: chosen.id }), page: "" }),
	};
}

/** One entry with the review of it. @throws AppError NOT_FOUND */
export function reviewPage(context: AppLoadContext, spot: string) {
	const { services, actor, t, locale } = context;
	const found = services.reviews.open(actor, spot, locale);
	const { rules, review, state, entry, phase } = found;
	const next = services.reviews.nextAfter(actor, spot);
	return {
		spot,
		path: reviewPath(spot),
		list: REVIEWS,
		next: next && reviewPath(next),
		call: found.call,
		period: periodOf(context, { rules, phase }),
		state: t(`review.states.${state}`),
		title: state === "conflict" ? spot : entry.title || t("review.untitled"),
		answers: entry.answers.filter(({ part }) => part !== "title"),
		hasConflict: state === "conflict",
		canTakeBack: found.canTakeBack,
		isOpen: phase === "open",
		isEdited: found.isEdited,
		earlier: found.isOutdated ? t("review.earlier", { marks: earlierMarks(context, found.earlierMarks) }) : undefined,
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
			...Object.fromEntries(Object.entries(review?.marks ?? {}).map(([id, mark]) => [markControl(id), String(mark)])),
			recommendation: review?.recommendation ?? "",
			committeeNote: review?.committeeNote ?? "",
			authorNote: review?.authorNote ?? "",
			revision: String(review?.revision ?? 0),
			entryVersion: String(found.version),
			rulesVersion: String(rules.version),
		} as Record<string, string>,
	};
}

function earlierMarks({ locale }: AppLoadContext, given: readonly { criterion: Criterion; mark: number }[]): string {
	return given.map(({ criterion, mark }) => `${criterion.label[locale]} ${mark}`).join(punctuation[locale].item);
}

/** A form that comes back. */
export interface ReviewOutcome extends SentBack {
	/** The review as another window saved it, beside what was typed; or what was typed, where there is no form any more. */
	beside?: { title: string; lines: { label: string; text: string }[] };
}

/** What was marked, by the ids of criteria. */
function postedMarks(form: RawForm, criteria: readonly Criterion[]): Record<string, number> {
	return Object.fromEntries(
		criteria.flatMap(({ id, scale }) => {
			const mark = marksOf(scale).find((one) => String(one) === textOf(form, markControl(id)));
			return mark === undefined ? [] : [[id, mark]];
		}),
	);
}

/** Saves a review, ends it, abstains, or declares a conflict. @throws AppError NOT_FOUND */
export async function takeReview(context: AppLoadContext, spot: string) {
	const { services, actor, form, t, locale } = context;
	const { rules } = services.reviews.open(actor, spot, locale);
	const lead = (path: string, line: string) => {
		throw seeOther(context.flash.say(path, [line]));
	};
	if ("do.declare" in form || "do.take-back" in form) {
		const isThere = "do.declare" in form;
		const refusal = await services.reviews.setConflict(actor, spot, isThere);
		if (refusal) return sentBack(context, rules.criteria, { headline: t(`review.refusals.${refusal}`), status: 409 });
		return lead(reviewPath(spot), t(`review.said.${isThere ? "declared" : "takenBack"}`, { spot }));
	}
	const given = reviewForm.parse(form);
	const marks = postedMarks(form, rules.criteria);
	const state = "do.done" in form ? "done" : "do.abstain" in form ? "abstained" : "open";
	const criteria = rules.criteria.map(({ id, label }) => ({ id, label: label[locale] }));
	const isCurrent = given.rulesVersion === rules.version;
	const problems = reviewProblems(t, given, marks, criteria, state === "done" && isCurrent);
	if (problems.length > 0) return sentBack(context, rules.criteria, { problems });
	const refusal = await save(context, spot, { ...given, marks }, state);
	if (typeof refusal === "object") return sentBack(context, rules.criteria, refusal);
	if (refusal) return overtaken(context, spot, refusal);
	const next = state === "open" ? spot : services.reviews.nextAfter(actor, spot);
	return lead(next ? reviewPath(next) : REVIEWS, t(`review.said.${state}`, { spot }));
}

type Given = ReturnType<typeof reviewForm.parse> & { marks: Record<string, number> };

/** Nothing typed is lost where it cannot be stored now. */
async function save(context: AppLoadContext, spot: string, given: Given, state: "open" | "done" | "abstained") {
	const { services, actor } = context;
	try {
		return await services.reviews.save(actor, spot, given, given, state);
	} catch (error) {
		const passing = context.explainPassing(error);
		if (!passing) throw error;
		return { headline: passing.message, status: passing.status };
	}
}

/** What was typed, with what the page relies on now: another attempt is made knowingly. */
function overtaken(context: AppLoadContext, spot: string, refusal: "stale" | "rules" | "closed" | "conflict") {
	const { services, actor, t, locale } = context;
	const { rules } = services.reviews.open(actor, spot, locale);
	const page = reviewPage(context, spot);
	const { data: back } = context.sendBack(keepsOf(rules.criteria), { headline: t(`review.refusals.${refusal}`) });
	const { revision = "", entryVersion = "", rulesVersion = "" } = page.values;
	const values = { ...back.values, revision, entryVersion, rulesVersion };
	if (refusal === "rules") return data<ReviewOutcome>({ ...back, values }, { status: 409 });
	const beside =
		refusal === "stale"
			? { title: t("review.saved"), lines: reviewInWords(context, page) }
			: { title: t("review.typed"), lines: reviewInWords(context, { ...page, values }) };
	return data<ReviewOutcome>({ ...back, values, beside }, { status: 409 });
}

type Page = ReturnType<typeof reviewPage>;

/** A review as it is stored. */
export function reviewInWords({ t }: AppLoadContext, { criteria, values }: Pick<Page, "criteria" | "values">) {
	const recommended = (["yes", "maybe", "no"] as const).find((one) => one === values.recommendation);
	return [
		...criteria.map(({ name, label }) => ({ label, text: values[name] ?? "" })),
		{ label: t("review.recommendation"), text: recommended ? t(`review.recommendations.${recommended}`) : "" },
		{ label: t("review.committeeNote"), text: values.committeeNote ?? "" },
		{ label: t("review.authorNote"), text: values.authorNote ?? "" },
	].filter(({ text }) => text !== "");
}

const keepsOf = (criteria: readonly Criterion[]) => ({
	...REVIEW_KEEPS,
	...Object.fromEntries(criteria.map(({ id }) => [markControl(id), 10])),
});

function sentBack(
	context: AppLoadContext,
	criteria: readonly Criterion[],
	about: Parameters<AppLoadContext["sendBack"]>[1] & { status?: number },
) {
	const { data: back } = context.sendBack(keepsOf(criteria), about);
	return data<ReviewOutcome>(back, { status: about.status ?? 422 });
}
