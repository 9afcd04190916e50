/** The screen of one release of decisions. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { mailWord } from "../enumerations.ts";
import { notFound } from "../http.ts";
import { CONSOLE_LISTS } from "../kinds.ts";
import { formatLocal } from "../programmes/window.ts";
import { entryNumber, pageNumber } from "../schemas/listing.ts";
import { BASE, type Progress, pathOf, summaryOf } from "./decisions.server.ts";
import { reasonOf } from "./mail-reason.server.ts";
import { type Report, reported } from "./proposal-actions.server.ts";

/**
 * How far a release is, and a page of its mails.
 * @param named its number, as the address has it
 * @throws Response 404 where there is none
 */
export function decisionPage(context: AppLoadContext, named: string, search: URLSearchParams) {
	const { services, actor, t, locale, zone, mailLeaves } = context;
	const release = releaseAt(context, named);
	const { mails, unmailed, at, by, filter } = release;
	const inState = (...states: (keyof typeof mails)[]) => states.reduce((sum, state) => sum + (mails[state] ?? 0), 0);
	const total = Object.values(mails).reduce((sum, n) => sum + n, 0);
	const waiting = inState("pending", "sending");
	const { rows, page, pages } = services.decisions.mailsIn(actor, release.id, pageNumber.parse(search.get("page")));
	const list = CONSOLE_LISTS[services.registry().programmeOf(filter.category).kind];
	return {
		path: `${BASE}/${release.id}`,
		page,
		pages,
		rows: rows.map((mail) => ({
			id: mail.id,
			title: mail.title || mail.subject,
			details: mail.entryId === null ? undefined : `${list}?modal=details&id=${mail.entryId}`,
			to: mail.toAddress,
			state: t(`mailState.${mailWord(mail.state, mailLeaves)}`),
			failed: mail.state === "failed",
			reason: mail.lastError && reasonOf(mail.lastError, t),
		})),
		back: pathOf(filter),
		summary: summaryOf(context, release),
		released: t("decisions.releasedAt", { time: formatLocal(at, zone, locale), by: by || "–" }),
		total,
		left: inState("sent"),
		showsSent: mailLeaves || inState("sent") > 0,
		isGoing: mailLeaves && waiting > 0,
		states: (["sent", "sending", "pending", "failed", "cancelled", "expired"] as const).flatMap((state) => {
			const count = mails[state] ?? 0;
			return count > 0 ? [{ id: state, label: t(`mailState.${mailWord(state, mailLeaves)}`), count }] : [];
		}),
		unmailed: unmailed > 0 ? t("decisions.toldOnPages", { count: unmailed }) : "",
		mayStop: inState("pending") > 0,
		mayContinue: inState("cancelled") > 0,
	};
}

function releaseAt(context: AppLoadContext, named: string): Progress {
	try {
		return context.services.decisions.progress(context.actor, entryNumber.parse(named));
	} catch (error) {
		throw context.explain(error).code === "NOT_FOUND" ? notFound(context) : error;
	}
}

/** Stops a release, or goes on with it. */
export async function takeDecision(context: AppLoadContext, named: string) {
	const { services, actor, form, t } = context;
	const { id } = releaseAt(context, named);
	const { cancelRelease, putBackRelease } = services.mailCancelling;
	const lines =
		"do.stop" in form
			? [t("decisions.stopped", { count: await cancelRelease(actor, id) })]
			: [
					t(context.mailLeaves ? "decisions.continued" : "releaseMessages.saved", {
						count: await putBackRelease(actor, id),
					}),
				];
	return reported<Report>(context, { status: 200, lines, wrong: false });
}
