/** How far mails are that were written together. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { withParameters } from "../components/lists/list-url.ts";
import { mailWord } from "../enumerations.ts";
import { notFound } from "../http.ts";
import { consolePath } from "../kinds.ts";
import { statusAnnouncedBy } from "../lifecycle.ts";
import { reasonOf } from "./mail-reason.server.ts";
import { type Report, reported } from "./proposal-actions.server.ts";

type Services = AppLoadContext["services"];
type Counts = ReturnType<Services["broadcasts"]["progress"]>["mails"];
type Mails = ReturnType<Services["broadcasts"]["mailsIn"]>;

export const totalOf = (counts: Counts) => Object.values(counts).reduce((sum, n) => sum + n, 0);

/** What is said of mails that were just written; "" where there are none. */
export function writtenLine({ t, mailLeaves }: AppLoadContext, counts: Counts): string {
	const count = totalOf(counts);
	return count > 0 ? t(mailLeaves ? "releaseMessages.sent" : "releaseMessages.saved", { count }) : "";
}

/** Their states, a page of them, and what can be done about them. @param path of the page that shows them */
export function shownBatch(
	{ t, mailLeaves }: AppLoadContext,
	counts: Counts,
	{ rows, page, pages }: Mails,
	path: string,
) {
	const here = page > 1 ? withParameters(path, { page }) : path;
	const inState = (...states: (keyof Counts)[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
	return {
		page,
		pages,
		rows: rows.map((mail) => ({
			id: mail.id,
			title: mail.title || mail.subject,
			details: mail.kind && mail.entryId ? consolePath({ id: mail.entryId, kind: mail.kind }, here) : undefined,
			decided: statusAnnouncedBy(mail.mail),
			to: mail.toAddress,
			state: t(`mailState.${mailWord(mail.state, mailLeaves)}`),
			failed: mail.state === "failed",
			reason: mail.lastError && reasonOf(mail.lastError, t),
		})),
		total: totalOf(counts),
		left: inState("sent"),
		showsSent: mailLeaves || inState("sent") > 0,
		isGoing: mailLeaves && inState("pending", "sending") > 0,
		states: (["sent", "sending", "pending", "failed", "cancelled", "expired"] as const).flatMap((state) => {
			const count = counts[state] ?? 0;
			return count > 0 ? [{ id: state, label: t(`mailState.${mailWord(state, mailLeaves)}`), count }] : [];
		}),
		stop: inState("pending") > 0 ? t("decisions.cancel", { count: inState("pending") }) : "",
		mayContinue: inState("cancelled") > 0,
	};
}

/** What a service finds. @throws Response 404 where it finds nothing */
export function foundIn<Found>(context: AppLoadContext, find: () => Found): Found {
	try {
		return find();
	} catch (error) {
		throw context.codeOf(error) === "NOT_FOUND" ? notFound(context) : error;
	}
}

/** Cancels the mails that wait, or puts those back that were cancelled. @param cancelled what cancelling does not undo */
export async function takeBatch(
	context: AppLoadContext,
	batch: Parameters<Services["mailCancelling"]["cancelBatch"]>[1],
	cancelled = "",
) {
	const { services, actor, form, t } = context;
	const { cancelBatch, putBackBatch } = services.mailCancelling;
	const lines =
		"do.stop" in form
			? [t("decisions.cancelled", { count: await cancelBatch(actor, batch) }), cancelled]
			: [
					t(context.mailLeaves ? "decisions.continued" : "releaseMessages.saved", {
						count: await putBackBatch(actor, batch),
					}),
				];
	return reported<Report>(context, { status: 200, lines: lines.filter(Boolean), wrong: false });
}
