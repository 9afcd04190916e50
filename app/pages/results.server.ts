/** What came of the reviews of a call. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { consolePath, rulesOfKind } from "../kinds.ts";
import { STATUSES, settable } from "../lifecycle.ts";
import { marks } from "../programmes/marks.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { hiddenMark } from "../reviews/conflicts.ts";
import { MOST_IN_RULES, RESULT_FILTERS, WHAT_IF } from "../reviews/criteria.ts";
import { REVIEWED_CALLS } from "../reviews/review-controls.ts";
import { readResults } from "../schemas/results.ts";
import { bulkChange, choicesIn, tickedIds } from "../schemas/triage.ts";
import { UNSAVED } from "../unsaved.ts";
import { changeThese, lastBulk, undoBulk } from "./bulk-changes.server.ts";
import { notSaved } from "./changed-values.server.ts";
import { headingOf } from "./entry-heading.server.ts";
import { orNotNow, type Report, reported } from "./proposal-actions.server.ts";
import { resultsPath } from "./review-rules.server.ts";

type Query = ReturnType<typeof readResults>;
type Result = ReturnType<AppLoadContext["services"]["results"]["list"]>["rows"][number];

/** @throws AppError NOT_FOUND */
function asked({ services, actor }: AppLoadContext, category: string, search: URLSearchParams) {
	const { rules, programme } = services.results.open(actor, category);
	return { rules, programme, query: readResults(search, services.tracks.ids(), rules.criteria) };
}

/** What stands behind the address of the page, without what is usual. */
function searchOf({ weights, page, sort, ...filters }: Query): string {
	const search = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
	if (sort !== USUAL_ORDER) search.set("sort", sort);
	for (const [id, weight] of Object.entries(weights)) search.set(WHAT_IF + id, String(weight));
	if (page > 1) search.set("page", String(page));
	return search.size > 0 ? `?${search}` : "";
}

const USUAL_ORDER = "-adjusted";

/** A page of results. @throws AppError NOT_FOUND for a call that is not reviewed */
export function resultsPage(context: AppLoadContext, category: string, search: URLSearchParams) {
	const { services, actor, t, locale } = context;
	const { rules, programme, query } = asked(context, category, search);
	const found = services.results.list(actor, category, query);
	const base = resultsPath(category);
	const trackName = services.tracks.labeller(locale);
	const shown = { ...query, page: found.page };
	const path = base + searchOf(shown);
	return {
		base,
		path,
		file: `${base}/results.csv${searchOf({ ...query, page: 1 })}`,
		/** Before the number of a page, and before an order. */
		pagesPath: pathBefore(base, searchOf({ ...query, page: 1 }), "page"),
		ordersPath: pathBefore(base, searchOf({ ...query, page: 1, sort: USUAL_ORDER }), "sort"),
		call: programme.title[locale],
		back: REVIEWED_CALLS,
		summary: t("results.summary", found),
		track: query.track,
		status: query.status,
		only: query.only,
		sort: query.sort,
		isUsualOrder: query.sort === USUAL_ORDER,
		tracks: rulesOfKind(programme.kind).hasTracks ? services.tracks.listed(locale, [query.track]) : [],
		statuses: STATUSES.map((status) => ({ id: status, label: t(`status.${status}`) })),
		onlys: RESULT_FILTERS.map((name) => ({ id: name, label: t(`results.${name}`) })),
		settable: settable("organiser").map((status) => ({ id: status, label: t(`status.${status}`) })),
		weights: rules.criteria.map(({ id, label, weight }) => ({
			name: WHAT_IF + id,
			label: label[locale],
			value: query.weights[id] ?? weight,
			most: MOST_IN_RULES.weight,
		})),
		whatIf: whatIf(context, rules.criteria, query),
		asRules: base + searchOf({ ...shown, weights: {} }),
		page: found.page,
		pages: found.pages,
		rows: found.rows.map((row) => shownResult(context, row, rules.wanted, path)),
		capacity: found.capacity.map(({ trackId, entries, accepted, slots }) => ({
			id: trackId,
			track: trackName(trackId),
			entries,
			accepted,
			slots: slots > 0 ? String(slots) : t("results.noSlots"),
			over: slots > 0 && accepted > slots ? t("results.over", { count: accepted - slots }) : "",
		})),
		batch: lastBulk(context),
	};
}

const pathBefore = (base: string, search: string, name: string) => `${base}${search ? `${search}&` : "?"}${name}=`;

/** By which weights the page is calculated, where they are not those of the rules; "" where they are. */
function whatIf(
	{ t, locale }: AppLoadContext,
	criteria: ReturnType<typeof asked>["rules"]["criteria"],
	{ weights }: Query,
): string {
	if (Object.keys(weights).length === 0) return "";
	if (criteria.every(({ id, weight }) => (weights[id] ?? weight) === 0)) return t("results.allZero");
	const named = criteria.map(
		({ id, label, weight }) => `${label[locale]}${marks[locale].space}${weights[id] ?? weight}`,
	);
	return t("results.whatIfOn", { weights: named.join(marks[locale].item) });
}

function shownResult(context: AppLoadContext, row: Result, wanted: number, path: string) {
	const { services, t, locale } = context;
	const { id, kind, title, trackId, status, score, hidden, beforeEdit, earlier, disagrees } = row;
	const number = score?.number ?? 0;
	const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
	return {
		id,
		title: headingOf(context, { title }),
		reference: spotId(row),
		details: consolePath({ id, kind }, path),
		track: services.tracks.labels(locale).get(trackId) ?? t("entry.trackMissing"),
		status,
		number: hidden ? "–" : t("results.numberOf", { number, wanted }),
		adjusted: score?.adjusted
			? points(score.adjusted.value) +
				marks[locale].brackets(`${points(score.adjusted.low)}–${points(score.adjusted.high)}`)
			: "–",
		mean: points(score?.mean),
		median: points(score?.median),
		spread: points(score?.spread),
		yes: score?.yes === undefined ? "–" : percent.format(score.yes),
		marks: [
			hidden ? t(hiddenMark(hidden)) : "",
			disagrees ? t("results.disagreement") : "",
			beforeEdit > 0 ? t("results.edited", { count: beforeEdit, number }) : "",
			earlier > 0 ? t("results.earlier", { count: earlier, number }) : "",
		].filter(Boolean),
	};
}

const points = (value: number | undefined) => value?.toFixed(1) ?? "–";

/** The same as a file: all that match, on every page. */
export function resultsFile(context: AppLoadContext, category: string, search: URLSearchParams) {
	const { services, actor, locale } = context;
	return services.results.file(actor, category, asked(context, category, search).query, locale);
}

/** Sets the status of ticked entries, or undoes that. @throws AppError NOT_FOUND */
export async function takeResults(context: AppLoadContext, category: string) {
	const { services, actor, form } = context;
	services.results.open(actor, category);
	const kept = choicesIn(form);
	return reported<Report>(context, await orNotNow(context, () => decide(context), { kept }));
}

async function decide(context: AppLoadContext): Promise<Report> {
	const { form, t } = context;
	if ("do.undo" in form) return undoBulk(context);
	const refused = (message: string) => notSaved(context, UNSAVED.status, { status: 422, message });
	const wanted = bulkChange(form, "status");
	if (!wanted) return refused(t("consoleMessages.chooseValue"));
	const ids = tickedIds(form);
	if (ids.length === 0) return refused(t("consoleMessages.tickRows"));
	return changeThese(context, ids, "status", wanted);
}
