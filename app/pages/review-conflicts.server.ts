/** The page of conflicts of interest in a call. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { notFound, seeOther } from "../http.ts";
import { textsOf } from "../programmes/answers.ts";
import { formatLocal } from "../programmes/window.ts";
import { conflictPairs } from "../schemas/assignments.ts";
import { assignmentsPath, conflictsPath } from "./assignments.server.ts";
import { headingOf } from "./entry-heading.server.ts";
import { type Report, reported } from "./proposal-actions.server.ts";

/** A pair of a list. */
export interface ShownPair {
	/** The value of its tick. */
	id: string;
	spot: string;
	title: string;
	reviewer: string;
	why: string;
	/** The organisation or domain that both have; "" for none. */
	about: string;
	since: string;
	by: string;
	/** Nobody can decide on it. */
	isFixed?: boolean;
}

/** @throws Response 404 for a call without a form */
export function reviewConflictsPage(context: AppLoadContext, category: string) {
	const { services, actor, t, locale, zone } = context;
	const call = services.registry().find(category)?.title[locale];
	if (call === undefined) throw notFound(context);
	const found = services.reviewConflicts.list(actor, category);
	const shown = (pair: { entryId: number; reviewerId: number; spot: string; title: string; reviewer: string }) => ({
		id: `${pair.entryId}-${pair.reviewerId}`,
		spot: pair.spot,
		title: headingOf(context, { title: pair.title }),
		reviewer: pair.reviewer,
	});
	const said = ({ at, by }: { at: number | undefined; by: string }) => ({
		since: at === undefined ? "" : formatLocal(at, zone, locale),
		by: by || "–",
	});
	const more = ({ total, shown: some }: { total: number; shown: readonly unknown[] }) =>
		total > some.length ? t("reviewConflicts.more", { count: total - some.length }) : "";
	const { own, suggested, standing, dismissed } = found;
	return {
		call,
		path: conflictsPath(category),
		back: assignmentsPath(category),
		own: own.total > 0 ? t("reviewConflicts.own", { count: own.total }) : "",
		suggested: suggested.shown.map((pair): ShownPair => {
			const why = pair.reason === "organisation" ? "whyOrganisation" : "whyDomain";
			return { ...shown(pair), why: t(`reviewConflicts.${why}`), about: pair.text, since: "", by: "" };
		}),
		standing: [...standing.shown, ...own.shown].map(
			(pair): ShownPair => ({
				...shown(pair),
				...said(pair),
				about: "",
				why: t(`reviewConflicts.reasons.${pair.reason}`),
				isFixed: pair.reason === "own",
			}),
		),
		dismissed: dismissed.shown.map((pair): ShownPair => ({ ...shown(pair), ...said(pair), why: "", about: "" })),
		more: { suggested: more(suggested), standing: more(standing), dismissed: more(dismissed) },
	};
}

/** Says of the ticked pairs whether there is a conflict of interest. @throws AppError NOT_FOUND */
export async function takeReviewConflicts(context: AppLoadContext, category: string) {
	const { services, actor, form, t } = context;
	const pairs = conflictPairs.parse(textsOf(form, "pair"));
	if (pairs.length === 0)
		return reported<Report>(context, { status: 422, lines: [t("reviewConflicts.noTicks")], wrong: true });
	const isConflict = "do.confirm" in form;
	try {
		await services.reviewConflicts.decide(actor, category, pairs, isConflict);
	} catch (error) {
		if (context.codeOf(error) !== "FORBIDDEN") throw error;
		return reported<Report>(context, { status: 422, lines: [t("reviewConflicts.notOwn")], wrong: true });
	}
	const line = t(isConflict ? "reviewConflicts.confirmed" : "reviewConflicts.dismissedSaid", { count: pairs.length });
	throw seeOther(context.flash.say(conflictsPath(category), [line]));
}
