/** Changes of many entries at once: of the ticked rows, or of all that match, which are confirmed first. Server only. */

import type { AppLoadContext } from "@remix-run/node";
import {
	type BulkActionName,
	bulkAction,
	bulkActionsOf,
	bulkButton,
	bulkChoice,
	bulkPressed,
} from "../bulk-actions.ts";
import { withoutParameters, withParameters } from "../components/lists/list-url.ts";
import { MOST_AT_ONCE } from "../enumerations.ts";
import { DETAILS } from "../fragments.ts";
import { notFound, seeOther } from "../http.ts";
import { CONSOLE_LISTS, type EntryKind } from "../kinds.ts";
import { lookOf, PRESENCE_AFTER, STATUSES } from "../lifecycle.ts";
import { BULK, idRead, OPEN_IN_LIST } from "../open-in-list.ts";
import { textOf } from "../programmes/answers.ts";
import { marks } from "../programmes/marks.ts";
import { formatLocal } from "../programmes/window.ts";
import { readList } from "../schemas/listing.ts";
import { bulkChange, isSure, matchingSeen, tickedIds } from "../schemas/triage.ts";
import { UNSAVED } from "../unsaved.ts";
import { notSaved, orUnsaved, removalReport, reportOf, valueNames } from "./changed-values.server.ts";
import type { Report } from "./proposal-actions.server.ts";
import { manySeenAtOnce } from "./status-audience.server.ts";

/** Does the bulk action of a list, or undoes the last one; undefined where the form is about something else. */
export async function takeBulk(
	context: AppLoadContext,
	kind: EntryKind,
	url: URL,
): Promise<Report | Response | undefined> {
	if ("do.undo" in context.form) return undoBulk(context);
	const action = bulkPressed(kind, (name) => name in context.form);
	return action && changeMany(context, kind, action, url);
}

/** The current values are what the organiser saw, so they are replaced unconditionally. */
async function changeMany(
	context: AppLoadContext,
	kind: EntryKind,
	action: BulkActionName,
	url: URL,
): Promise<Report | Response> {
	const { services, actor, form, t } = context;
	const refused = (status: number, message: string) =>
		notSaved(context, bulkAction(action).unsaved, { status, message });
	const chosen = textOf(form, bulkChoice(action));
	const wanted = bulkChange(form, action);
	if (!wanted) return refused(422, t("consoleMessages.chooseValue"));
	const seen = matchingSeen(form);
	const ids =
		seen === undefined
			? tickedIds(form)
			: services.lists.matching(actor, kind, queryOf(context, kind, url.searchParams));
	if (ids === undefined) return refused(422, t("consoleMessages.tooManyMatch", { most: MOST_AT_ONCE }));
	if (seen !== undefined && ids.length !== seen) {
		return refused(409, t("consoleMessages.otherMatches", { count: ids.length }));
	}
	if (ids.length === 0) return refused(422, t("consoleMessages.tickRows"));
	if (seen !== undefined && !isSure(form)) return seeOther(questionPath(url, action, chosen));
	return changeThese(context, ids, action, wanted);
}

/** Changes these entries in one bulk change, which can be undone. */
export async function changeThese(
	context: AppLoadContext,
	ids: readonly number[],
	action: BulkActionName,
	wanted: NonNullable<ReturnType<typeof bulkChange>>,
): Promise<Report> {
	const { services, actor, form, t } = context;
	const { removes } = bulkAction(action);
	const value = changeInWords(context, action, textOf(form, bulkChoice(action)));
	return orUnsaved(context, bulkAction(action).unsaved, async () => {
		const outcome = await services.triage.change(
			actor,
			ids.map((id) => ({ id, ...wanted })),
			true,
		);
		const count = outcome.saved.length;
		const isSame = count === 0 && outcome.stale.length === 0;
		const said = () => t(`consoleMessages.${isSame ? "unchanged" : "changed"}`, { count, value });
		return {
			...(removes ? removalReport(context, outcome) : reportOf(context, outcome, said())),
			done: true,
			batch: count > 0 ? services.triage.lastBatch(actor)?.batch : undefined,
		};
	});
}

/** What an action sets, in words. Where nothing is chosen, its label says so. */
function changeInWords(context: AppLoadContext, action: BulkActionName, chosen: string): string {
	return bulkAction(action).from ? valueNames(context)([chosen]) : context.t(`bulk.${action}`);
}

/** Undoes the bulk change that the form names, for entries that nobody has changed since. */
export async function undoBulk(context: AppLoadContext): Promise<Report> {
	const { services, actor, form, t } = context;
	const kind = services.triage.lastBatch(actor)?.kind;
	const unsaved = kind === undefined || kind === "panel" ? UNSAVED.status : UNSAVED[kind];
	return orUnsaved(context, unsaved, async () => {
		const outcome = await services.triage.undo(actor, textOf(form, "batch"));
		return reportOf(context, outcome, t("consoleMessages.undone", { count: outcome.saved.length }));
	});
}

/** The organiser's last bulk change, while it can be undone. */
export function lastBulk(context: AppLoadContext) {
	const { services, actor, t, zone, locale } = context;
	const last = services.triage.lastBatch(actor);
	if (!last) return;
	const { batch, entries: count, kind, value } = last;
	const time = formatLocal(last.at, zone, locale);
	const isRemoval = kind === "apart" && value.includes(PRESENCE_AFTER.removingAsSpam);
	const said = isRemoval
		? t("bulkMessages.lastRemoval", { count, time })
		: t("bulkMessages.last", { count, state: valueNames(context)(value), time });
	return { batch, said };
}

function queryOf({ services }: AppLoadContext, kind: EntryKind, search: URLSearchParams) {
	return readList(kind, search, services.tracks.ids(), services.registry()).query;
}

/** Where a change of all that match is confirmed: over the list, or over the entry that is being read in it. */
function questionPath(url: URL, action: BulkActionName, to: string): string {
	const id = idRead(url.searchParams);
	const list = withoutParameters(url.pathname + url.search, OPEN_IN_LIST);
	return withParameters(list, { modal: BULK, action, to, ...(id !== undefined && { over: DETAILS, id }) });
}

/** How many of those that match have which status: "3 New, 9 Hold". */
function statusesNow(context: AppLoadContext, kind: EntryKind, search: URLSearchParams): string {
	const { services, actor, t, locale } = context;
	const query = queryOf(context, kind, search);
	const statuses = STATUSES.filter((status) => query.status === "" || query.status === status)
		.map((status) => ({ status, count: services.lists.total(actor, kind, { ...query, status }) }))
		.filter(({ count }) => count > 0)
		.map(({ status, count }) => t("bulkMessages.inStatus", { count, status: t(`status.${status}`) }));
	return t("bulkMessages.now", { statuses: statuses.join(marks[locale].item) });
}

/** That question. @throws Response 404 for a change that cannot be made */
export function bulkQuestion(context: AppLoadContext, kind: EntryKind, search: URLSearchParams) {
	const { services, actor, t, locale } = context;
	const name = bulkActionsOf(kind).find((one) => one === search.get("action"));
	const to = search.get("to") ?? "";
	const wanted = name && bulkChange({ [bulkChoice(name)]: to }, name);
	if (!name || !wanted) throw notFound(context);
	const value = changeInWords(context, name, to);
	const { from, removes } = bulkAction(name);
	const count = services.lists.total(actor, kind, queryOf(context, kind, search));
	const ids = name === "status" && services.lists.matching(actor, kind, queryOf(context, kind, search));
	return {
		kind: BULK as typeof BULK,
		title: t(removes ? "bulkMessages.removeTitle" : "bulkMessages.title", { count }),
		change: from ? t(`bulk.${name}`) + marks[locale].colon + value : t(`bulk.${name}`),
		about: [
			name === "status" && statusesNow(context, kind, search),
			t(removes ? "bulkMessages.removeAbout" : "bulkMessages.about"),
			ids && manySeenAtOnce(context, kind, ids),
		]
			.filter(Boolean)
			.join(marks[locale].space),
		button: t(removes ? "bulkMessages.removeButton" : "bulkMessages.button", { count }),
		isRejection:
			removes || STATUSES.some((status) => name === "status" && status === to && lookOf(status) === "status-reject"),
		here: `${CONSOLE_LISTS[kind]}?${search}`,
		fields: { matching: String(count), [bulkChoice(name)]: to, sure: "yes" },
		press: bulkButton(name),
	};
}
