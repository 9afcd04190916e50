/** The entries that organisers keep apart from all lists, the marked networks, and what the buttons there do. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import type { ApartList } from "../../server/services/entries/spam.ts";
import { withParameters } from "../components/lists/list-url.ts";
import { LET_IN, LIFT, REMOVE } from "../components/lists/spam-controls.ts";
import { consolePath } from "../kinds.ts";
import { PRESENCE_AFTER } from "../lifecycle.ts";
import { textOf } from "../programmes/answers.ts";
import { numberIn } from "../programmes/number.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatDay, formatLocal } from "../programmes/window.ts";
import { can } from "../roles.ts";
import { pageNumber } from "../schemas/listing.ts";
import { choicesIn, tickedIds } from "../schemas/triage.ts";
import { UNSAVED } from "../unsaved.ts";
import { lastBulk, undoBulk } from "./bulk-changes.server.ts";
import { notSaved, orUnsaved, removalReport, reportOf } from "./changed-values.server.ts";
import { headingOf } from "./entry-heading.server.ts";
import { orNotNow, type Report, reported } from "./proposal-actions.server.ts";

const SPAM = "/admin/spam";
/** The entries that wait until organisers let them in. */
export const UNCHECKED = `${SPAM}?unchecked`;

/** The lists of the page, by their addresses. */
const LISTS = {
	removed: SPAM,
	unchecked: UNCHECKED,
	networks: `${SPAM}?networks`,
} as const;

type List = keyof typeof LISTS;

const LIST_NAMES = Object.keys(LISTS) as List[];

const listIn = (search: URLSearchParams): List => LIST_NAMES.find((one) => search.has(one)) ?? "removed";

/** The link from a list to the entries that were removed from lists; undefined if there are none, or for a reader who may not decide. */
export function removedLink({ services, actor, t }: AppLoadContext): { href: string; text: string } | undefined {
	if (!can(actor.user?.role, "entries.manage")) return;
	const count = services.spam.counts(actor).removed;
	return count > 0 ? { href: SPAM, text: t("spamMessages.link", { count }) } : undefined;
}

/** A page of one of the lists. */
export function spamPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, t } = context;
	const which = listIn(search);
	const counts = { ...services.spam.counts(actor), networks: services.spamNetworks.counted(actor) };
	const wanted = pageNumber.parse(search.get("page"));
	const base = LISTS[which];
	const { page, pages, total, ...shown } =
		which === "networks" ? networksOn(context, wanted) : entriesOn(context, which, wanted);
	return {
		which,
		base,
		path: pathOf(which, page),
		total,
		page,
		pages,
		lead: t(`spamMessages.lead.${which}`),
		none: t(`spamMessages.none.${which}`),
		views: LIST_NAMES.map((list) => ({
			id: list,
			label: t(`spamMessages.views.${list}`),
			count: counts[list],
			to: LISTS[list],
			isCurrent: list === which,
		})),
		batch: lastBulk(context),
		...shown,
	};
}

const pathOf = (list: List, page: number) => (page > 1 ? withParameters(LISTS[list], { page }) : LISTS[list]);

function entriesOn(context: AppLoadContext, which: ApartList, wanted: number) {
	const { services, actor, t, locale, zone } = context;
	const { rows, ...where } = services.spam.list(actor, which, wanted);
	return {
		...where,
		letIn: t(`spamMessages.letIn.${which}`),
		networks: [],
		rows: rows.map(({ createdAt, since, by, erasedAt, ...row }) => ({
			...entryShown(context, row, pathOf(which, where.page)),
			call: services.registry().programmeOf(row.category, { kind: row.kind, answers: {} }).label[locale],
			arrived: formatLocal(createdAt, zone, locale),
			removed: formatLocal(since, zone, locale),
			by: by ?? "",
			erased: formatDay(erasedAt, zone, locale),
		})),
	};
}

function networksOn(context: AppLoadContext, wanted: number) {
	const { services, actor, zone, locale } = context;
	const { rows, ...where } = services.spamNetworks.list(actor, wanted);
	return {
		...where,
		letIn: "",
		rows: [],
		networks: rows.map(({ removed, last, lapsesAt, isOfEvent, ...row }) => ({
			...entryShown(context, row, isOfEvent ? pathOf("networks", where.page) : undefined),
			count: String(removed),
			removed: formatLocal(last, zone, locale),
			lapses: formatLocal(lapsesAt, zone, locale),
		})),
	};
}

type Listed = ReturnType<AppLoadContext["services"]["spamNetworks"]["list"]>["rows"][number];

/** An entry in a row. @param from where its details lead back to; without it, no page shows its details */
function entryShown(
	context: AppLoadContext,
	{ id, kind, title, name, email }: Pick<Listed, "id" | "kind" | "title" | "name" | "email">,
	from: string | undefined,
) {
	return {
		id,
		title: headingOf(context, { title: title || name }),
		reference: spotId({ id, kind }),
		details: from && consolePath({ id, kind }, from),
		name,
		email,
	};
}

/**
 * Handles the buttons of the page: lets in or removes entries, or lifts the mark of a network.
 * @throws Response that redirects after a success
 */
export async function takeSpam(context: AppLoadContext, search: URLSearchParams) {
	const { form } = context;
	const list = listIn(search);
	const take = () => {
		if ("do.undo" in form) return undoBulk(context);
		return LIFT in form || list === "networks" ? lift(context) : decide(context, list);
	};
	return reported<Report>(context, await orNotNow(context, take, { kept: choicesIn(form) }));
}

async function lift({ services, actor, form, t }: AppLoadContext): Promise<Report> {
	const isLifted = await services.spamNetworks.lift(actor, numberIn(textOf(form, LIFT)));
	const said = t(isLifted ? "spamMessages.lifted" : "spamMessages.notMarked");
	return { status: 200, lines: [said], wrong: false };
}

async function decide(context: AppLoadContext, list: ApartList): Promise<Report> {
	const { services, actor, form, t } = context;
	const removes = REMOVE.one in form || REMOVE.ticked in form;
	const one = numberIn(textOf(form, removes ? REMOVE.one : LET_IN.one));
	const ids = one > 0 ? [one] : tickedIds(form);
	if (ids.length === 0)
		return notSaved(context, UNSAVED.apart, { status: 422, message: t("consoleMessages.tickRows") });
	return orUnsaved(context, UNSAVED.apart, async () => {
		const outcome = await services.spam.decide(actor, ids, removes ? PRESENCE_AFTER.removingAsSpam : "none");
		if (removes) return removalReport(context, outcome);
		const count = outcome.saved.length;
		const said = t(count > 0 ? `spamMessages.done.${list}` : "spamMessages.doneNone", { count });
		return reportOf(context, outcome, said);
	});
}
