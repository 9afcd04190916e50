/** The page of all calls with how far their reviews are. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { callPath } from "./call-page.server.ts";
import { resultsPath, rulesPath } from "./review-rules.server.ts";
import { periodOf } from "./reviews.server.ts";

export function reviewedCallsPage(context: AppLoadContext) {
	const { services, actor, t, locale } = context;
	return {
		calls: services.reviewRules.calls(actor).map(({ programme: { category, title }, reviewed }) => ({
			id: category,
			title: title[locale],
			period: reviewed ? periodOf(context, reviewed) : t("reviewedCalls.not"),
			done: reviewed ? t("review.doneOf", { done: reviewed.finished, total: reviewed.total }) : "–",
			links: [
				...(reviewed
					? [
							{ path: resultsPath(category), text: t("reviewedCalls.results") },
							{ path: callPath(category, "/assignments"), text: t("assignments.title") },
						]
					: []),
				{ path: rulesPath(category), text: t("reviewRules.title") },
			],
		})),
	};
}
