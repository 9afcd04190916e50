/** The screens on which decisions are released. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { olderPaths, withParameters } from "../components/lists/list-url.ts";
import { notFound, seeOther } from "../http.ts";
import { CONSOLE_LISTS, consolePath, letterTelling, rulesOfKind } from "../kinds.ts";
import { FIRST_STATUS, STATUSES, type Status } from "../lifecycle.ts";
import { textOf } from "../programmes/answers.ts";
import type { Programme } from "../programmes/define.ts";
import { marks } from "../programmes/marks.ts";
import { numberIn } from "../programmes/number.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatLocal } from "../programmes/window.ts";
import { readDecisions } from "../schemas/decisions.ts";
import { writeTo } from "./broadcasts.server.ts";
import { headingOf } from "./entry-heading.server.ts";
import { stillSeen } from "./listed-entries.server.ts";
import { totalOf, writtenLine } from "./mail-batch.server.ts";
import { type Report, reported } from "./proposal-actions.server.ts";
import { resultsPath } from "./review-rules.server.ts";
import { WAITING_LISTS } from "./waiting.server.ts";

export const BASE = "/admin/decisions";
/** The parameter of the address that asks before a release. */
const ASKED = "release";
/** Letters on a page. */
const PAGE = 25;
/** Entries named by one check. */
const MOST_NAMED = 20;

type Services = AppLoadContext["services"];
type Pending = ReturnType<Services["decisions"]["pending"]>;
type Check = Pending["checks"][number];
export type Progress = ReturnType<Services["decisions"]["progress"]>;

/** @throws Response 404 for a call that there is not */
function asked(context: AppLoadContext, search: URLSearchParams) {
	const registry = context.services.registry();
	const read = readDecisions(search, registry.categoriesOf("talk")[0] ?? registry.all[0]?.category ?? "");
	const call = registry.find(read.category);
	if (!call) throw notFound(context);
	return { ...read, call };
}

/** The page that a release was made on. */
export function pathOf({ category, statuses, tracks }: Progress["filter"]): string {
	const search = new URLSearchParams({ call: category });
	for (const status of statuses) search.append("status", status);
	for (const track of tracks) search.append("track", track);
	return `${BASE}?${search}`;
}

/** What a release would tell: its letters, a page of them, and what to look at first. */
export function decisionsPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, t, locale, zone, mailLeaves } = context;
	const { call, page: wanted, ...filter } = asked(context, search);
	const { due, hasMore, checks, seen } = services.decisions.pending(actor, filter);
	const mails = due.filter(({ letter }) => letter).length;
	const path = pathOf(filter);
	const pages = Math.max(1, Math.ceil(due.length / PAGE));
	const page = Math.min(wanted, pages);
	const here = page > 1 ? withParameters(path, { page }) : path;
	const list = CONSOLE_LISTS[call.kind];
	const isUndecided = filter.statuses.length > 0 && filter.statuses.every((status) => status === FIRST_STATUS);
	const countOf = (status: Status) => due.filter(({ entry }) => entry.status === status).length;
	const known = due.filter(({ entry }) => entry.toldStatus === null).length;
	const { tells, isRelease } = tellingOf(context, call, mails);
	const { hasTracks } = rulesOfKind(call.kind);
	const holdsBack = tells === "when released";
	const hasNone = !holdsBack && !STATUSES.some((status) => letterTelling(call.kind, status));
	const lead = holdsBack ? "leadReleased" : hasNone ? "leadNoEmails" : "leadAtOnce";
	/** What was looked at on the page before, where a release is asked for. */
	const looked = search.get(ASKED);
	const isAsked = looked === seen && due.length > 0;
	const before = numberIn(search.get("before") ?? "");
	const releases = services.decisions.list(actor, filter.category, before || undefined);
	return {
		path,
		ask: `${path}&${ASKED}=${seen}`,
		isAsked,
		overtaken: looked !== null && looked !== seen && due.length > 0 ? t("decisions.overtaken") : undefined,
		summary: summaryOf(context, { filter }),
		outcome: t(`decisions.${isRelease ? "thenSeen" : mailLeaves ? "thenLeaves" : "thenSaved"}`),
		recipients: (isAsked ? STATUSES : [])
			.map((status) => ({
				status,
				text: statusesCounted(context, (one) => (one === status ? countOf(status) : 0)),
				people: due.filter(({ entry }) => entry.status === status).map((one) => personOf(context, one)),
			}))
			.filter(({ people }) => people.length > 0),
		seen,
		hasMore,
		page,
		pages,
		lead: t(`decisions.${lead}`),
		/** Instead of decision emails, where the call has none. */
		write: hasNone ? writeTo(context, call.kind, {}).href : undefined,
		waiting: hasTracks ? WAITING_LISTS : undefined,
		calls: services.registry().all.map(({ category, title }) => ({ id: category, label: title[locale] })),
		call: filter.category,
		results: services.results.isReviewed(filter.category) ? resultsPath(filter.category) : undefined,
		statuses: (hasNone ? [] : STATUSES).map((status) => ({
			id: status,
			label: t(`status.${status}`),
			chosen: filter.statuses.includes(status),
		})),
		tracks: hasTracks
			? services.tracks.listed(locale, []).map(({ id, label }) => ({ id, label, chosen: filter.tracks.includes(id) }))
			: [],
		attendance: attendanceIn(context, call, list),
		count: due.length,
		none: t(isUndecided ? "decisions.undecided" : "decisions.none", { status: t(`status.${FIRST_STATUS}`) }),
		kinds: statusesCounted(context, countOf),
		/** The overview counts statuses that were not told; a release also writes missing emails about those that were. */
		known: holdsBack && known > 0 ? t("decisions.known", { count: known }) : "",
		button: isRelease
			? t("decisions.tell", { count: due.length })
			: t(mailLeaves ? "decisions.send" : "decisions.save", { count: mails }),
		saved: isRelease && mails > 0 ? t("decisions.withSaved", { count: mails }) : "",
		onPages: due.length > mails ? t("decisions.onPages", { count: due.length - mails }) : "",
		mails,
		hidesKeys: due.some(({ letter }) => letter?.text.body.includes("key=…")),
		letters: due.slice((page - 1) * PAGE, page * PAGE).map(({ entry, letter }) => ({
			...personOf(context, { entry }),
			status: t(`status.${entry.status}`),
			subject: letter?.text.subject,
			body: letter?.text.body,
			edit: letter && `${list}?${new URLSearchParams({ modal: "email", id: String(entry.id), letter: letter.kind })}`,
			details: consolePath(entry, here),
		})),
		texts: [...new Set(due.flatMap(({ letter }) => letter?.kind ?? []))].map((kind) => ({
			path: `/admin/mail/texts/${kind}`,
			label: t(`mailTexts.kinds.${kind}.name`),
		})),
		checks: checks.map((check) => shownCheck(context, check, here)),
		earlier: t(`decisions.${holdsBack ? "earlier" : "earlierEmails"}`),
		releases: releases.rows.map((one) => ({
			id: one.id,
			path: `${BASE}/${one.id}`,
			text: summaryOf(context, one),
			time: formatLocal(one.at, zone, locale),
			by: one.by,
		})),
		...olderPaths(path, "earlier", { before, older: releases.older }),
		olderWords: {
			older: t(`decisions.${holdsBack ? "older" : "olderEmails"}`),
			newest: t(`decisions.${holdsBack ? "newest" : "newestEmails"}`),
		},
	};
}

function personOf(context: AppLoadContext, { entry }: Pick<Pending["due"][number], "entry">) {
	const { id, email, toldStatus } = entry;
	const named = { reference: spotId(entry), title: headingOf(context, entry) };
	return { id, ...named, to: email, stillSeen: stillSeen(context.t, toldStatus) };
}

/** When authors of a call learn their status, and whether by the release itself: not by a mail that leaves, or before. */
export function tellingOf({ services, actor, mailLeaves }: AppLoadContext, call: Programme, mails: number) {
	const tells = services.programmes.list(actor).find(({ programme }) => programme === call)?.settings.tells;
	return { tells, isRelease: mails === 0 || (!mailLeaves && tells === "when released") };
}

/** "29 Accept · 10 Hold · 7 Reject" */
export function statusesCounted({ t }: AppLoadContext, countOf: (status: Status) => number): string {
	const named = STATUSES.flatMap((status) => {
		const count = countOf(status);
		return count > 0 ? t("decisions.kind", { count, status: t(`status.${status}`) }) : [];
	});
	return named.join(" · ");
}

/** Who takes part, of a call that asks or has asked. */
function attendanceIn({ services, actor, t }: AppLoadContext, call: Programme, list: string) {
	const counts = services.attendance.counts(actor, call);
	if (!counts) return;
	return {
		category: call.category,
		counts: (["confirmed", "asked", "declined"] as const).map((state) => ({
			path: `${list}?need=${state === "asked" ? "unconfirmed" : state}`,
			label: t(`attendance.counts.${state}`, { count: counts[state] }),
		})),
		remind: counts.asks && counts.asked > 0,
	};
}

function shownCheck({ services, t, locale }: AppLoadContext, check: Check, here: string) {
	const { entries, name } = check;
	const count = entries.length;
	const text = () => {
		switch (check.name) {
			case "beyondSlots":
				return t("decisions.check.beyondSlots", {
					track: services.tracks.labeller(locale)(check.trackId),
					accepted: check.accepted,
					slots: check.slots,
				});
			case "oneLanguage":
				return t("decisions.check.oneLanguage", {
					count,
					mail: t(`mailTexts.kinds.${check.letter}.name`),
					language: t(`letters.languages.${check.lacking}`),
				});
			default:
				return t(`decisions.check.${check.name}`, { count });
		}
	};
	const place = {
		...(name === "beyondSlots" && { path: "/admin/schedule/grid", label: t("decisions.toGrid") }),
		...(name === "oneLanguage" && { path: `/admin/mail/texts/${check.letter}`, label: t("decisions.toText") }),
	};
	return {
		id: name + ("trackId" in check ? check.trackId : "letter" in check ? check.letter + check.lacking : ""),
		text: text(),
		place: "path" in place ? place : undefined,
		more: Math.max(0, count - MOST_NAMED),
		entries: entries.slice(0, MOST_NAMED).map((entry) => ({
			id: entry.id,
			label: entry.title || spotId(entry),
			path: consolePath(entry, here),
		})),
	};
}

/** "Hangzhou Talk Proposal: Accept, Reject"; without statuses and tracks, the call alone. */
export function summaryOf({ services, t, locale }: AppLoadContext, { filter }: Pick<Progress, "filter">): string {
	const call = services.registry().programmeOf(filter.category).title[locale];
	const labels = services.tracks.labeller(locale);
	const parts = [
		...filter.statuses.map((status) => t(`status.${status}`)),
		...filter.tracks.map((track) => labels(track)),
	];
	return parts.length > 0 ? `${call}${marks[locale].colon}${parts.join(marks[locale].item)}` : call;
}

/** Reminds who has not answered, or releases exactly what was looked at. */
export async function takeDecisions(context: AppLoadContext) {
	const { services, actor, form, t } = context;
	if ("do.remind" in form) {
		const count = await services.attendance.remindNow(actor, textOf(form, "call"));
		const line = count > 0 ? t("attendance.reminded", { count }) : t("attendance.remindedNobody");
		return reported<Report>(context, { status: 200, lines: [line], wrong: false });
	}
	const search = new URLSearchParams(textOf(form, "filter"));
	const { page: _, call, ...filter } = asked(context, search);
	try {
		const id = await services.decisions.release(actor, filter, textOf(form, "seen"));
		const { mails, unmailed } = services.decisions.progress(actor, id);
		const written = totalOf(mails);
		const { isRelease } = tellingOf(context, call, written);
		const told = isRelease ? t("decisions.told", { count: written + unmailed }) : "";
		throw seeOther(context.flash.say(`${BASE}/${id}`, [told, writtenLine(context, mails)].filter(Boolean)));
	} catch (error) {
		if (error instanceof Response) throw error;
		const { status, message, code } = context.explain(error);
		const line = code === "CONFLICT" ? t("decisions.overtaken") : message;
		return reported<Report>(context, { status, lines: [line], wrong: true });
	}
}
