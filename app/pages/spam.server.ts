/** The entries that organisers keep apart from all lists, and what the buttons there do. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import type { ApartList } from "../../server/services/entries/spam.ts";
import { withParameters } from "../components/lists/list-url.ts";
import { LET_IN, REMOVE } from "../components/lists/spam-controls.ts";
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
import { notSaved, orUnsaved, reportOf } from "./changed-values.server.ts";
import { headingOf } from "./entry-heading.server.ts";
import { orNotNow, type Report, reported } from "./proposal-actions.server.ts";

const SPAM = "/admin/spam";
/** Where those are that wait until organisers let them in. */
export const UNCHECKED = `${SPAM}?unchecked`;

const listIn = (search: URLSearchParams): ApartList => (search.has("unchecked") ? "unchecked" : "removed");

/** The way from a list to what was removed from lists; undefined where there is nothing, or the reader may not decide. */
export function removedLink({ services, actor, t }: AppLoadContext): { href: string; text: string } | undefined {
	if (!can(actor.user?.role, "entries.manage")) return;
	const count = services.spam.counts(actor).removed;
	return count > 0 ? { href: SPAM, text: t("spamMessages.link", { count }) } : undefined;
}

/** A page of one of the two lists. */
export function spamPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, t, locale, zone } = context;
	const which = listIn(search);
	const counts = services.spam.counts(actor);
	const { rows, total, page, pages } = services.spam.list(actor, which, pageNumber.parse(search.get("page")));
	const base = which === "removed" ? SPAM : UNCHECKED;
	const path = page > 1 ? withParameters(base, { page }) : base;
	return {
		which,
		base,
		path,
		total,
		page,
		pages,
		lead: t(`spamMessages.lead.${which}`),
		none: t(`spamMessages.none.${which}`),
		views: (["removed", "unchecked"] as const).map((list) => ({
			id: list,
			label: t(`spamMessages.views.${list}`),
			count: counts[list],
			to: list === "removed" ? SPAM : UNCHECKED,
			isCurrent: list === which,
		})),
		letIn: t(`spamMessages.letIn.${which}`),
		batch: lastBulk(context),
		rows: rows.map(({ id, kind, category, title, name, email, createdAt, since, by, erasedAt }) => ({
			id,
			title: headingOf(context, { title: title || name }),
			reference: spotId({ id, kind }),
			details: consolePath({ id, kind }, path),
			call: services.registry().programmeOf(category, { kind, answers: {} }).label[locale],
			name,
			email,
			arrived: formatLocal(createdAt, zone, locale),
			removed: formatLocal(since, zone, locale),
			by: by ?? "",
			erased: formatDay(erasedAt, zone, locale),
		})),
	};
}

/** Lets in or removes one entry, or those that are ticked. @throws the answer, if it is a redirect */
export async function takeSpam(context: AppLoadContext, search: URLSearchParams) {
	const { form } = context;
	const take = () => ("do.undo" in form ? undoBulk(context) : decide(context, listIn(search)));
	return reported<Report>(context, await orNotNow(context, take, { kept: choicesIn(form) }));
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
		const count = outcome.saved.length;
		const said = removes
			? t(count > 0 ? "consoleMessages.removed" : "consoleMessages.removedNone", { count })
			: t(count > 0 ? `spamMessages.done.${list}` : "spamMessages.doneNone", { count });
		return reportOf(context, outcome, said);
	});
}
