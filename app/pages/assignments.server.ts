/** The page on which the entries of a call are assigned to reviewers. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { notFound, seeOther } from "../http.ts";
import { textOf, textsOf } from "../programmes/answers.ts";
import { marks } from "../programmes/marks.ts";
import { numberIn } from "../programmes/number.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatLocal } from "../programmes/window.ts";
import { conflictWord, hiddenMark } from "../reviews/conflicts.ts";
import { assignmentNumbers, seenTicks } from "../schemas/assignments.ts";
import { pageNumber } from "../schemas/listing.ts";
import { type AssignmentReport, planIn, proposalPage, takeProposal } from "./assignment-proposal.server.ts";
import { callPath } from "./call-page.server.ts";
import { headingOf } from "./entry-heading.server.ts";
import { reported } from "./proposal-actions.server.ts";
import { rulesPath } from "./review-rules.server.ts";

export const assignmentsPath = (category: string) => callPath(category, "/assignments");
export const redactionsPath = (category: string) => callPath(category, "/redactions");
export const conflictsPath = (category: string) => callPath(category, "/conflicts");

/** What the address asks for: a proposal, an entry, a question, or the whole. @throws Response 404 */
export async function assignmentsPage(context: AppLoadContext, category: string, search: URLSearchParams) {
	const { services, locale } = context;
	const call = services.registry().find(category)?.title[locale];
	if (call === undefined) throw notFound(context);
	const frame = {
		call,
		path: assignmentsPath(category),
		rules: rulesPath(category),
		conflicts: conflictsPath(category),
		redactions: redactionsPath(category),
	};
	const spot = search.get("entry");
	const what = search.get("remove");
	const asked = planIn(search);
	if (asked?.ok)
		return { ...frame, view: "proposal" as const, ...(await proposalPage(context, category, asked, search)) };
	if (spot !== null) return { ...frame, view: "entry" as const, ...entryPage(context, category, spot) };
	if (what !== null) return { ...frame, view: "question" as const, ...questionPage(context, category, what) };
	return { ...frame, view: "whole" as const, problem: asked?.problem, ...wholePage(context, category, search) };
}

function wholePage(context: AppLoadContext, category: string, search: URLSearchParams) {
	const { services, actor, t, locale, zone } = context;
	const overview = services.assignments.overview(actor, category, pageNumber.parse(search.get("page")));
	const path = assignmentsPath(category);
	const points = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
	const figure = (value: number | undefined) => (value === undefined ? "–" : points.format(value));
	const track = services.tracks.labels(locale);
	const { rules } = overview;
	const ticked = search.has("way") ? search.getAll("with") : undefined;
	return {
		isReviewed: rules !== undefined,
		isAnyAssigned: overview.isAnyAssigned,
		canRemove: overview.openAssignments > 0,
		most: (search.get("most") ?? "").slice(0, 20),
		who: overview.reviewers.map(({ id, name, address, onlyReviews }) => ({
			id,
			name: name || address,
			isTicked: ticked ? ticked.includes(String(id)) : onlyReviews,
		})),
		reviewers: overview.progress.map(({ reviewer, isGone, total, finished, inConflict, lastAt, mean, spread }) => ({
			id: reviewer.id,
			name: reviewer.name || reviewer.address,
			note: [isGone && t("assignments.gone"), inConflict > 0 && t("assignments.conflictCount", { count: inConflict })]
				.filter(Boolean)
				.join(marks[locale].comma),
			done: t("review.doneOf", { done: finished, total }),
			last: lastAt === undefined ? "–" : formatLocal(lastAt, zone, locale),
			mean: figure(mean),
			spread: figure(spread),
			canRemind: !isGone && finished < total,
			remove: overview.removable.has(reviewer.id) ? `${path}?remove=${reviewer.id}` : undefined,
		})),
		page: overview.page,
		pages: overview.pages,
		entries: overview.entries.map(({ entry, hidden, reviewers }) => ({
			id: spotId(entry),
			title: headingOf(context, { title: entry.title }),
			path: hidden ? undefined : `${path}?entry=${spotId(entry)}`,
			track: track.get(entry.trackId) ?? "",
			reviewers: hidden
				? [t(hiddenMark(hidden))]
				: reviewers.map(({ name, conflict, isFinished, isGone }) =>
						[
							name,
							conflict && t(conflictWord(conflict)),
							isFinished && t("assignments.isDone"),
							isGone && t("assignments.gone"),
						]
							.filter(Boolean)
							.join(marks[locale].comma),
					),
			assigned: hidden
				? "–"
				: `${reviewers.filter(({ conflict, isGone }) => !conflict && !isGone).length} / ${rules?.wanted ?? 0}`,
		})),
	};
}

/** @throws AppError NOT_FOUND */
function entryPage({ services, actor, t, locale }: AppLoadContext, category: string, spot: string) {
	const { entry, reviewers, isAnyAssigned, rules } = services.assignments.one(actor, category, spot);
	return {
		spot,
		isReviewed: rules !== undefined,
		isAnyAssigned,
		title: headingOf({ t, locale }, { title: entry.title }),
		here: `${assignmentsPath(category)}?entry=${spot}`,
		redact: rules?.blind ? `${redactionsPath(category)}?entry=${spot}` : undefined,
		had: JSON.stringify(reviewers.filter(({ isAssigned }) => isAssigned).map(({ id }) => id)),
		reviewers: reviewers.map(({ id, name, address, isAssigned, conflict, review }) => ({
			id,
			isAssigned,
			canTick: isAssigned || !conflict,
			label: [name || address, conflict && t(conflictWord(conflict)), review && t(`review.states.${review}`)]
				.filter(Boolean)
				.join(marks[locale].comma),
		})),
	};
}

const removalIn = (what: string) => (what === "open" ? "open" : numberIn(what));

function questionPage({ services, actor, t, locale }: AppLoadContext, category: string, what: string) {
	const { count, isLast, name } = services.assignments.removal(actor, category, removalIn(what));
	return {
		what,
		here: `${assignmentsPath(category)}?remove=${encodeURIComponent(what)}`,
		count,
		hint: [t("assignments.questionHint"), isLast && t("assignments.questionLast")]
			.filter(Boolean)
			.join(marks[locale].space),
		question:
			count === 0
				? t("assignments.nothing")
				: name
					? t("assignments.questionOf", { count, name })
					: t("assignments.question", { count }),
	};
}

const outside = (ids: readonly number[], others: readonly number[]) => ids.filter((id) => !others.includes(id));

/** Stores a proposal, assigns by hand, removes, or reminds. @throws AppError NOT_FOUND */
export async function takeAssignments(context: AppLoadContext, category: string, search: URLSearchParams) {
	const { services, actor, form, t, locale } = context;
	const path = assignmentsPath(category);
	const said = (line: string) => seeOther(context.flash.say(path, [line]));
	const refused = (line: string, changed?: AssignmentReport["changed"]) =>
		reported<AssignmentReport>(context, { status: 409, lines: [line], wrong: true, ...(changed && { changed }) });
	if ("do.apply" in form) return takeProposal(context, category, search, path);
	if ("do.remind" in form) {
		const who = textOf(form, "do.remind");
		const count = await services.assignments.remind(actor, category, who === "all" ? who : numberIn(who), locale);
		throw said(count > 0 ? t("assignments.reminded", { count }) : t("assignments.remindedNone"));
	}
	if ("do.remove" in form) {
		const count = numberIn(textOf(form, "count"));
		const isDone = await services.assignments.remove(actor, category, removalIn(textOf(form, "do.remove")), count);
		if (!isDone) return refused(t("assignments.removedStale"));
		throw said(t("assignments.removed", { count }));
	}
	const spot = search.get("entry") ?? "";
	const ticks = {
		had: seenTicks.parse(textOf(form, "had")),
		chosen: assignmentNumbers.parse(textsOf(form, "reviewer")),
	};
	const refusal = await services.assignments.assign(actor, category, spot, ticks);
	if (refusal) {
		const [ticked, unticked] = [outside(ticks.chosen, ticks.had), outside(ticks.had, ticks.chosen)];
		return refused(t(`assignments.refusals.${refusal}`), { ticked, unticked });
	}
	throw said(t("assignments.saved", { spot }));
}
