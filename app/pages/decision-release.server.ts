/** The screen of one release of decisions. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { formatLocal } from "../programmes/window.ts";
import { entryNumber, pageNumber } from "../schemas/listing.ts";
import { BASE, type Progress, pathOf, statusesCounted, summaryOf, tellingOf } from "./decisions.server.ts";
import { foundIn, shownBatch, takeBatch, totalOf } from "./mail-batch.server.ts";

/**
 * How far a release is, and a page of its mails.
 * @param named its number, as the address has it
 * @throws Response 404 where there is none
 */
export function decisionPage(context: AppLoadContext, named: string, search: URLSearchParams) {
	const { services, actor, t, locale, zone, mailLeaves } = context;
	const release = releaseAt(context, named);
	const { mails, unmailed, decided, at, by, filter } = release;
	const rows = services.decisions.mailsIn(actor, release.id, pageNumber.parse(search.get("page")));
	const path = `${BASE}/${release.id}`;
	const call = services.registry().programmeOf(filter.category);
	const { tells, isRelease } = tellingOf(context, call, totalOf(mails));
	// Emails about statuses that their authors saw before release nothing.
	const [heading, written] =
		isRelease || tells === "when released"
			? (["one", "releasedAt"] as const)
			: (["emails", mailLeaves ? "sentAt" : "savedAt"] as const);
	return {
		...shownBatch(context, mails, rows, path),
		path,
		back: pathOf(filter),
		summary: summaryOf(context, release),
		heading: t(`decisions.${heading}`),
		written: t(`decisions.${written}`, { time: formatLocal(at, zone, locale), by: by || "–" }),
		decided: statusesCounted(context, decided),
		unmailed: unmailed > 0 ? t("decisions.toldOnPages", { count: unmailed }) : "",
	};
}

const releaseAt = (context: AppLoadContext, named: string): Progress =>
	foundIn(context, () => context.services.decisions.progress(context.actor, entryNumber.parse(named)));

/** Cancels the mails of a release that wait, or puts them back. */
export const takeDecision = (context: AppLoadContext, named: string) =>
	takeBatch(
		context,
		{ decisionRelease: releaseAt(context, named).id },
		context.mailLeaves ? "" : context.t("decisions.stillSeen"),
	);
