/** The history of an entry, page by page. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { notFound } from "../http.ts";
import { consolePath } from "../kinds.ts";
import { numberIn } from "../programmes/number.ts";
import { idFromSpot, spotId } from "../programmes/spot-ids.ts";
import { historyOf, historyPath } from "./entry-details.server.ts";

/** A page of the history of the entry that an address names. @throws AppError NOT_FOUND; Response 404 */
export function historyPage(context: AppLoadContext, spot: string, search: URLSearchParams) {
	const { services, actor, t } = context;
	const entry = services.triage.entry(actor, idFromSpot(spot));
	if (spotId(entry) !== spot) throw notFound(context);
	const before = numberIn(search.get("before") ?? "");
	const found = services.triage.history(actor, entry, before || undefined);
	const path = historyPath(entry);
	return {
		heading: entry.title || entry.name || t("admin.guest"),
		reference: spot,
		details: consolePath(entry, path),
		...historyOf(context, { entry, ...found }),
		/** The newest page, where this is another. */
		newest: before > 0 ? path : "",
	};
}
