/** The waiting lists of the tracks, and giving a place to who is next. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { listPath } from "../components/lists/list-url.ts";
import { MOST_WAITING_SHOWN, ORDER_BY_SCORE } from "../enumerations.ts";
import { CONSOLE_LISTS, consolePath } from "../kinds.ts";
import { WAITING } from "../lifecycle.ts";
import { textOf, UNSELECTED_TRACK } from "../programmes/answers.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { entryNumber } from "../schemas/listing.ts";
import { moveIn } from "./call-moves.server.ts";
import { headingOf } from "./entry-heading.server.ts";
import { type Report, reported } from "./proposal-actions.server.ts";

export const WAITING_LISTS = "/admin/waiting";

export function waitingPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, t } = context;
	const nameOf = listName(context);
	const freed = services.schedule.left(actor);
	const scores = services.results.adjusted(actor);
	const order = [...services.tracks.ids()];
	const placeOf = ({ trackId }: { trackId: string }) =>
		order.includes(trackId) ? order.indexOf(trackId) : order.length;
	const sorted = services.waitingLists.list(actor).toSorted((one, other) => placeOf(one) - placeOf(other));
	const lists = sorted.map(({ trackId, entries, accepted, slots }) => {
		const free = freed.filter(({ slot }) => slot.trackId === trackId).length;
		return {
			trackId,
			track: nameOf(trackId),
			counts: trackId === UNSELECTED_TRACK ? "" : t(`waiting.${slots > 0 ? "counts" : "noSlots"}`, { accepted, slots }),
			free: free > 0 ? t("waiting.free", { count: free }) : "",
			canOrderByScore: entries.length > 1 && entries.some(({ id }) => scores.has(id)),
			more: Math.max(0, entries.length - MOST_WAITING_SHOWN),
			entries: entries.slice(0, MOST_WAITING_SHOWN).map((entry, index, shown) => ({
				id: entry.id,
				place: index + 1,
				isLast: index === shown.length - 1,
				isAlone: shown.length === 1,
				title: headingOf(context, entry),
				name: [entry.name, entry.org].filter(Boolean).join(" · "),
				details: consolePath(entry, WAITING_LISTS),
				promote: promotePath(entry.id),
			})),
		};
	});
	return { lists, withoutTrack: WITHOUT_TRACK, promotion: promotionIn(context, search) };
}

/** Talks that no track was chosen for have a list, too. */
function listName({ services, t, locale }: AppLoadContext): (trackId: string) => string {
	const trackName = services.tracks.labeller(locale);
	return (trackId) => (trackId === UNSELECTED_TRACK ? t("statistics.noTrack") : trackName(trackId));
}

/** Where those are given one. */
const WITHOUT_TRACK = listPath(CONSOLE_LISTS.talk, { track: UNSELECTED_TRACK, status: WAITING[0] ?? "" });

export const promotePath = (id: number) => `${WAITING_LISTS}?promote=${id}`;

/** What a promotion would tell, if the address names one that is still possible. */
function promotionIn(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, t, codeOf, mailLeaves } = context;
	const id = Number(search.get("promote"));
	if (!Number.isSafeInteger(id) || id <= 0) return;
	try {
		const { decision, seen } = services.waitingLists.promotion(actor, id);
		const { entry, letter } = decision;
		return {
			id,
			seen,
			title: headingOf(context, entry),
			reference: spotId(entry),
			path: promotePath(id),
			status: t(`status.${entry.status}`),
			to: letter && t(mailLeaves ? "waiting.mailTo" : "waiting.mailSaved", { to: entry.email }),
			subject: letter?.text.subject,
			body: letter?.text.body,
			hidesKey: letter?.text.body.includes("key=…") ?? false,
		};
	} catch (error) {
		if (codeOf(error) === "CONFLICT") return;
		throw error;
	}
}

/** Moves an entry on its list, or promotes it. */
export async function takeWaiting(context: AppLoadContext) {
	const { services, actor, form, t, mailLeaves } = context;
	try {
		if ("do.promote" in form) {
			const id = entryNumber.parse(textOf(form, "id"));
			const entry = await services.waitingLists.promote(actor, id, textOf(form, "seen"));
			const title = entry.title || spotId(entry);
			const line = t(mailLeaves ? "waiting.promoted" : "waiting.promotedSaved", { title });
			return reported<Report>(context, { status: 200, lines: [line], wrong: false, done: true });
		}
		if (ORDER_BY_SCORE in form) {
			const trackId = textOf(form, ORDER_BY_SCORE);
			await services.waitingLists.orderBy(actor, trackId, services.results.adjusted(actor));
			const line = t("waiting.orderedByScore", { list: listName(context)(trackId) });
			return reported<Report>(context, { status: 200, lines: [line], wrong: false });
		}
		const move = moveIn(form);
		if (move) await services.waitingLists.move(actor, entryNumber.parse(move.name), move.to);
		return reported<Report>(context, { status: 200, lines: [], wrong: false });
	} catch (error) {
		if (error instanceof Response) throw error;
		const { status, message, code } = context.explain(error);
		const line = code === "CONFLICT" ? t("waiting.overtaken") : message;
		return reported<Report>(context, { status, lines: [line], wrong: true });
	}
}
