/** The discussion of an entry among its committee. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import { withParameters } from "../components/lists/list-url.ts";
import { MOST_IN_REVIEW } from "../enumerations.ts";
import { seeOther } from "../http.ts";
import { consolePath } from "../kinds.ts";
import { severalLines, textOf, textsOf } from "../programmes/answers.ts";
import { numberIn } from "../programmes/number.ts";
import { formatLocal } from "../programmes/window.ts";
import { COMMENT, COMMENT_KEEPS, discussionPath, TELL } from "../reviews/review-controls.ts";
import { commentFault } from "../schemas/reviews.ts";
import { REVIEWS, reviewPath } from "./reviews.server.ts";

/** @throws AppError NOT_FOUND */
export function discussionPage(context: AppLoadContext, spot: string, search: URLSearchParams) {
	const { services, actor, t, locale, zone } = context;
	const asked = numberIn(search.get("before") ?? "");
	const found = services.discussions.open(actor, spot, asked);
	const path = discussionPath(spot);
	const frame = { spot, path, back: { href: reviewPath(spot), label: spot } };
	if (!found) return { ...frame, view: "waits" as const };
	return {
		...frame,
		view: "open" as const,
		title: found.title,
		back: backFrom(context, spot, found),
		canWrite: !found.isClosed && !found.isFull,
		note: noteOn(context, found),
		/** The button that closes or opens it, for organisers. */
		close: found.canClose ? (found.isClosed ? ("reopen" as const) : ("close" as const)) : undefined,
		others: [
			...found.others.map(({ id, name }) => ({ value: String(id), label: name })),
			...(found.hasOrganisers ? [{ value: ORGANISERS, label: t("discussion.organisers") }] : []),
		],
		comments: found.comments.map(({ id, text, at, by, isOwn, isForReader }) => ({
			id,
			text,
			by: by || t("results.gone"),
			at: formatLocal(at, zone, locale),
			isOwn,
			note: isForReader ? t("discussion.forYou") : "",
		})),
		earlier: found.before === undefined ? undefined : withParameters(path, { before: found.before }),
		newest: asked > 0 ? path : undefined,
	};
}

/** Where it was opened: the entry as one reviews it, or in the console. Who may read neither goes back to all of theirs. */
function backFrom({ t }: AppLoadContext, spot: string, { entry, isToReview }: Discussion) {
	if (!entry) return { href: REVIEWS, label: t("review.all") };
	return { href: isToReview ? reviewPath(spot) : consolePath(entry), label: spot };
}

function noteOn(context: AppLoadContext, { isOwnOnly, isClosed, isFull }: Discussion): string {
	if (isOwnOnly) return context.t("discussion.ownOnly");
	if (isClosed) return context.t("discussion.closed");
	return isFull ? full(context) : "";
}

type Discussion = NonNullable<ReturnType<AppLoadContext["services"]["discussions"]["open"]>>;

const full = ({ t }: AppLoadContext) => t("discussion.full", { most: MOST_IN_REVIEW.comments });

/** Writes or deletes a comment, or closes the discussion. @throws AppError NOT_FOUND */
export async function takeDiscussion(context: AppLoadContext, spot: string) {
	const { services, actor, form, t, locale } = context;
	const path = discussionPath(spot);
	const said = (line: string) => seeOther(context.flash.say(path, [line]));
	if ("do.delete" in form) {
		const isReadable = await services.discussions.remove(actor, spot, numberIn(textOf(form, "do.delete")));
		throw seeOther(context.flash.say(isReadable ? path : REVIEWS, [t("discussion.deleted")]));
	}
	if ("do.close" in form || "do.reopen" in form) {
		await services.discussions.setClosed(actor, spot, "do.close" in form);
		throw said(t("do.close" in form ? "discussion.closedSaid" : "discussion.reopened"));
	}
	const text = severalLines(textOf(form, COMMENT));
	const ticked = textsOf(form, TELL).slice(0, MOST_TOLD);
	const sentBack = (message: string) => {
		const { data: back } = context.sendBack(COMMENT_KEEPS, { problems: [{ field: COMMENT, message }] });
		const values: Record<string, string> = { ...back.values, [TELL]: ticked.join(" ") };
		return data({ ...back, values }, { status: 422 });
	};
	const message = commentFault(t, text);
	if (message) return sentBack(message);
	const [tell, tellOrganisers] = [ticked.map(numberIn), ticked.includes(ORGANISERS)];
	const refusal = await services.discussions.say(actor, spot, { text, tell, tellOrganisers, locale });
	if (refusal) return sentBack(refusal === "closed" ? t("discussion.closed") : full(context));
	throw said(t("discussion.said"));
}

/** The tick for all organisers, beside the numbers of reviewers. */
const ORGANISERS = "organisers";

/** More than any committee has. */
const MOST_TOLD = 300;
