import { and, eq, gte, inArray, ne } from "drizzle-orm";
import type { Locale } from "../../../app/programmes/define.ts";
import { dayOf, formatInstant } from "../../../app/programmes/window.ts";
import { reviewPhase } from "../../../app/reviews/criteria.ts";
import { outbox } from "../../../db/schema.ts";
import { reviewingLetter } from "../../mail/account-letters.ts";
import { inLanguage } from "../../mail/templates.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { folded } from "../mails/deliveries.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";
import { instantOf } from "../schedule/calendar-files.ts";
import { reviewedCallIn, withConflicts } from "./committee.ts";
import { progressIn } from "./review-progress.ts";

/** Mails that ask reviewers to finish, when an organiser says so: one a day to each, whatever the call. */
export function createReviewReminders(
	{ db, event, registry, now }: Runtime,
	{ links, mailing }: { links: PrivateLinks; mailing: Mailing },
) {
	/**
	 * Reminds reviewers of a call who are not finished, while it is reviewed. Entries that the organiser has a conflict of
	 * interest with do not count: mails and their number would tell who reviews these.
	 * @param who the number of a reviewer, or all
	 * @returns how many mails were written; those reminded today get none
	 */
	async function remind(actor: Actor, category: string, who: number | "all", locale: Locale): Promise<number> {
		const { id: actorId } = requireCan(actor, "reviews.manage");
		const title = registry().programmeOf(category).title;
		return db.write((tx) => {
			const call = reviewedCallIn(tx, registry(), category);
			const { rules } = call;
			if (!rules || reviewPhase(rules, now()) !== "open") return 0;
			const day = dayOf(now(), event.zone());
			const unfinished = progressIn(tx, call, withConflicts(tx, registry(), call, { id: actorId })).filter(
				({ reviewer, isGone, total, finished }) =>
					!isGone && finished < total && reviewer.address !== "" && (who === "all" || who === reviewer.id),
			);
			const reminded = tx
				.select({ address: folded })
				.from(outbox)
				.where(
					and(
						eq(outbox.kind, "reviewing"),
						gte(outbox.createdAt, instantOf({ date: day, time: "00:00" }, event.zone())),
						inArray(
							folded,
							unfinished.map(({ reviewer }) => reviewer.address),
						),
						ne(outbox.state, "cancelled"),
					),
				)
				.all();
			const today = new Set(reminded.map(({ address }) => address));
			const due = unfinished.filter(({ reviewer }) => !today.has(reviewer.address));
			const link = `${links.origin()}/review`;
			for (const { reviewer, total, finished } of due) {
				const write = (one: Locale) => {
					const until = rules.closesAt === null ? "" : formatInstant(rules.closesAt, event.zone(), one);
					return reviewingLetter(one, event.brand(one), { call: title[one], left: total - finished, until, link });
				};
				mailing.enqueue(tx, {
					kind: "reviewing",
					dedupeKey: `reviewing:${reviewer.id}:${now()}`,
					to: reviewer.address,
					actorId,
					...(rules.closesAt !== null && { expiresAt: rules.closesAt }),
					// Accounts have no language.
					...inLanguage(locale, "both", write),
				});
			}
			return due.length;
		});
	}

	return { remind };
}
