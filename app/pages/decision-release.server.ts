/** The screen of one release of decisions. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { formatLocal } from "../programmes/window.ts";
import { entryNumber, pageNumber } from "../schemas/listing.ts";
import { BASE, type Progress, pathOf, statusesCounted, summaryOf } from "./decisions.server.ts";
import { foundIn, shownBatch, takeBatch } from "./mail-batch.server.ts";

/**
 * How far a release is, and a page of its mails.
 * @param named its number, as the address has it
 * @throws Response 404 where there is none
 */
export function decisionPage(context: AppLoadContext, named: string, search: URLSearchParams) {
	const { services, actor, t, locale, zone } = context;
	const release = releaseAt(context, named);
	const { mails, unmailed, decided, at, by, filter } = release;
	const rows = services.decisions.mailsIn(actor, release.id, pageNumber.parse(search.get("page")));
	const path = `${BASE}/${release.id}`;
	return {
		...shownBatch(context, mails, rows, path),
		path,
		back: pathOf(filter),
		summary: summaryOf(context, release),
		written: t("decisions.releasedAt", { time: formatLocal(at, zone, locale), by: by || "–" }),
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
