/** What is done with a posted review. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import type { ReviewState } from "../enumerations.ts";
import type { SentBack } from "../handle.ts";
import { seeOther } from "../http.ts";
import { type RawForm, textOf } from "../programmes/answers.ts";
import { type Criterion, marksOf } from "../reviews/criteria.ts";
import { markControl, REVIEW_KEEPS } from "../reviews/review-controls.ts";
import { reviewForm, reviewProblems } from "../schemas/reviews.ts";
import { REVIEWS, reviewInWords, reviewPage, reviewPath } from "./reviews.server.ts";

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
	const { rules, review, currentVersions } = services.reviews.open(actor, spot, locale);
	const lead = (path: string, line: string) => {
		throw seeOther(context.flash.say(path, [line]));
	};
	const setConflict = async (isThere: boolean) => {
		await services.reviews.setConflict(actor, spot, isThere);
		return lead(reviewPath(spot), t(`review.said.${isThere ? "declared" : "takenBack"}`, { spot }));
	};
	if ("do.take-back" in form) return setConflict(false);
	// Once reviewing has ended, there is nothing to keep beside it.
	if ("do.declare" in form && !("revision" in form)) return setConflict(true);
	const typed = reviewForm.parse(form);
	const isCurrent = currentVersions.includes(typed.rulesVersion);
	const rulesVersion = isCurrent ? rules.version : typed.rulesVersion;
	const given = { ...typed, rulesVersion, marks: postedMarks(form, rules.criteria) };
	const criteria = rules.criteria.map(({ id, label }) => ({ id, label: label[locale] }));
	const problemsOf = (isDone: boolean) => reviewProblems(t, given, given.marks, criteria, isDone && isCurrent);
	const { state, isNew, leaves } = wishOf(form, { given, review, isComplete: problemsOf(true).length === 0 });
	const problems = problemsOf(state === "done");
	if (problems.length > 0) return sentBack(context, rules.criteria, { problems });
	const refusal = isNew ? await save(context, spot, given, state) : undefined;
	if (typeof refusal === "object") return sentBack(context, rules.criteria, refusal);
	if (refusal) return overtaken(context, spot, refusal);
	if ("do.declare" in form) return setConflict(true);
	// Where scripts run, the next entry is shown already.
	const next = leaves && !("stay" in form) ? services.reviews.stepsFrom(actor, spot).waiting : spot;
	const path = next ? reviewPath(next) : REVIEWS;
	if (!isNew) throw seeOther(path);
	return lead(path, t(`review.said.${state === "open" && leaves ? "incomplete" : state}`, { spot }));
}

type Given = ReturnType<typeof reviewForm.parse> & { marks: Record<string, number> };

type Review = ReturnType<AppLoadContext["services"]["reviews"]["open"]>["review"];

/**
 * What the pressed button asks for. "Save" leaves a done review done, and "Save and next" ends one that is complete;
 * `isNew`: there is anything to save, `leaves`: the reviewer goes on to another entry.
 */
function wishOf(
	form: RawForm,
	{ given, review, isComplete }: { given: Given; review: Review; isComplete: boolean },
): { state: ReviewState; isNew: boolean; leaves: boolean } {
	if ("do.done" in form) return { state: "done", isNew: true, leaves: true };
	if ("do.abstain" in form) return { state: "abstained", isNew: true, leaves: true };
	const leaves = "do.next" in form;
	const state = isComplete && (leaves || review?.state === "done") ? "done" : "open";
	// Who only goes on has said nothing, and takes back nothing.
	const isOutdated = review !== undefined && review.rulesVersion !== given.rulesVersion;
	const isTouched = !isSame(given, review);
	// A review that is done stays so under its own criteria until something is said under the new ones.
	const staysDone = isOutdated && review.state === "done" && !isComplete && !isTouched;
	// A declaration keeps what was typed for when it is taken back.
	const isAsked = !("do.declare" in form) && (!leaves || review?.state === "open" || isOutdated);
	const isNew = !staysDone && (isAsked || isTouched);
	return { state, isNew, leaves };
}

/** Whether a form holds what is stored, or nothing while nothing is. */
function isSame(given: Given, review: Review): boolean {
	const { marks = {}, recommendation = null, committeeNote = "", authorNote = "" } = review ?? {};
	return (
		Object.entries(given.marks).every(([id, mark]) => marks[id] === mark) &&
		given.recommendation === recommendation &&
		given.committeeNote === committeeNote &&
		given.authorNote === authorNote
	);
}

/** Nothing typed is lost where it cannot be stored now. */
async function save(context: AppLoadContext, spot: string, given: Given, state: ReviewState) {
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
