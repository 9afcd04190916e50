/** Drafts of a form, as its pages show them. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import type { Accepted } from "../../server/services/entries/accepted.ts";
import type { DraftState } from "../components/forms/programme-form.tsx";
import { entryPath, seeOther } from "../http.ts";
import { beyondAdvice } from "../programmes/advice.ts";
import { textOf, titleTyped } from "../programmes/answers.ts";
import type { Programme, Variant } from "../programmes/define.ts";
import { firstWords } from "../programmes/shown-again.ts";
import { labelsOf } from "../programmes/shown-answers.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatInstant } from "../programmes/window.ts";
import type { Origin } from "./earlier-drafts.server.ts";
import { headingOf } from "./entry-heading.server.ts";

/** Which form was asked for. */
export interface Asked {
	url: URL;
	programme: Programme;
	variant: Variant | undefined;
	editor: boolean;
	/** Spot id of an entry to change, or "". */
	spot: string;
	/** Key of a private link, or "". */
	key: string;
	/** Of a link to a draft. */
	token?: string;
	/** Of a link by which organisers let its holder submit to a closed call. */
	late?: string;
	/** Where an organiser came from to change an entry. */
	back?: string | undefined;
	/** The earlier call whose text the form begins with. */
	from?: Origin | undefined;
}

/** The form as the services of drafts and entries name it. */
export function about({ services }: AppLoadContext, { programme, variant, editor, spot, token, late }: Asked) {
	const id = services.entries.idOf(spot);
	return { programme, place: { variant, editor }, id, ...(token && { token }), ...(late && { late }) };
}

/** Path and query of the form. @param choice which draft to show, where not the newest */
export function addressOf({ url, variant }: Asked, choice: { draft?: string } = {}): string {
	const search = new URLSearchParams(url.search);
	for (const name of ["draft", "said"]) search.delete(name);
	if (choice.draft !== undefined) search.set("draft", choice.draft);
	const query = search.toString();
	return `${variant?.path ?? url.pathname}${query ? `?${query}` : ""}`;
}

/** Characters by which versions of a draft are told apart. */
const MOST_OF_TITLE = 60;

type Versions = ReturnType<AppLoadContext["services"]["drafts"]["versions"]>;

/**
 * The versions of a draft, and which of them the form shows. @param shown the version in the form @param posted the
 * version just saved from the form
 */
export function draftState(
	context: AppLoadContext,
	asked: Asked,
	versions: Versions,
	shown: number | undefined,
	posted?: number,
): DraftState {
	const { zone, locale, draftOwner, actor, services } = context;
	const { programme, variant, editor, spot } = asked;
	const place =
		versions.find(({ savedAt }) => savedAt === shown)?.place ?? services.drafts.placeOf(actor, about(context, asked));
	const time = (instant: number) => formatInstant(instant, zone, locale);
	const choose = (draft: string) => addressOf(asked, { draft });
	const event = variant?.event ? `?event=${variant.event}` : "";
	const at = shown ?? posted;
	// The browser was given a cookie with the form, and did not send it back.
	const lost = place === "browser" && context.answersPost && !context.isReturning;
	return {
		name: `${editor ? "editor:" : ""}${spot || programme.category}${event}${draftOwner}`,
		base: at ?? 0,
		place,
		movesOnSave: Boolean(actor.user) && place !== "account",
		lost,
		shown: at === undefined || lost ? undefined : time(at),
		chosen: asked.url.searchParams.has("draft"),
		without: shown === undefined ? undefined : choose("none"),
		others: versions
			.filter(({ savedAt }) => savedAt !== shown)
			.map(({ savedAt, values }) => ({
				savedAt,
				href: choose(String(savedAt)),
				time: time(savedAt),
				title: firstWords(titleTyped(programme, values), MOST_OF_TITLE),
			})),
	};
}

/** When the draft was saved that was deleted to make room for newer ones, in words; undefined if none was. */
export function goneSince(context: AppLoadContext, asked: Asked): string | undefined {
	const { services, actor, zone, locale } = context;
	const keptAt = services.drafts.gaveWay(actor, about(context, asked));
	return keptAt === undefined ? undefined : formatInstant(keptAt, zone, locale);
}

/** When a late form of the visitor arrived that organisers have not decided on, in words. */
export function lateSince({ services, actor, zone, locale }: AppLoadContext, { programme }: Asked): string | undefined {
	const late = services.late.ofSender(actor).find(({ category }) => category === programme.category);
	return late && formatInstant(late.arrivedAt, zone, locale);
}

/** The entry to edit, if it is the visitor's: its name, and the address of its page. */
export function editedEntry(context: AppLoadContext, { spot, key, programme }: Asked) {
	const { services, actor } = context;
	const entry = services.entries.ownEntry(actor, spot, key);
	if (entry?.category !== programme.category) return;
	const reference = spotId(entry);
	return { reference, title: headingOf(context, { title: entry.title, programme }), path: entryPath(reference, key) };
}

/**
 * Address of the edited entry's page, which reports the change, by way of the page of thanks, where every form leads.
 * Browsers without cookies go there directly, with the proof in the address.
 */
export function afterChange(
	context: AppLoadContext,
	asked: Asked,
	{ id, spotId: spot, joined, kept, hasNewLink }: Pick<Accepted, "id" | "spotId" | "joined" | "kept" | "hasNewLink">,
) {
	const { services, t, locale } = context;
	const { key, back } = asked;
	// The page shows the new link to nobody else than who has just changed the address.
	if (!context.isReturning || (hasNewLink && key)) {
		const proof = new URLSearchParams({ ...(key && { key }), sent: services.entries.proofOfSent(id) });
		return seeOther(`${entryPath(spot)}?${proof}`);
	}
	if (key) context.keepSentKey(key);
	const beyond = beyondIn(context, asked);
	const fields = labelsOf(asked.programme, beyond, locale);
	const advice = fields ? [t("thanks.beyondAdvice", { fields })] : [];
	context.flash.say("/thank-you", [
		t("form.changesSaved"),
		...othersKept(context, asked, joined),
		...requiredKept(context, asked, kept),
		...advice,
	]);
	return seeOther(`/thank-you?${new URLSearchParams({ entry: spot, ...(back && { return: back }) })}`);
}

/** Says which answers others changed while the form was open, if any. */
export function othersKept({ t, locale }: AppLoadContext, { programme }: Asked, names: readonly string[] = []) {
	const fields = labelsOf(programme, names, locale);
	return fields ? [t("form.othersKept", { fields })] : [];
}

/** Says which required answers the form left empty and the entry still has, if any. */
function requiredKept({ t, locale }: AppLoadContext, { programme }: Asked, names: readonly string[] = []) {
	const fields = labelsOf(programme, names, locale);
	return fields ? [t("form.requiredKept", { fields })] : [];
}

/** Names of the answers that are longer or larger than advised. */
function beyondIn({ services, actor, form, upload }: AppLoadContext, asked: Asked): string[] {
	const photo =
		upload?.bytes ?? services.photos.byReference(textOf(form, "photo"), actor, asked.programme)?.sourceBytes ?? 0;
	return beyondAdvice(asked.programme, asked, form, photo);
}

/**
 * Data for the page after a submitted form: its number, answers beyond the hints, and a proof that this browser sent
 * it if neither account nor cookie proves that.
 */
export function thanksFor(context: AppLoadContext, asked: Asked, { id, spotId: spot }: { id: number; spotId: string }) {
	const { services, actor } = context;
	const beyond = beyondIn(context, asked);
	const isKnown = actor.user ? services.entries.ownEntry(actor, spot, "") !== undefined : context.isReturning;
	return new URLSearchParams({
		entry: spot,
		...(beyond.length > 0 && { beyond: beyond.join(" ") }),
		...(!isKnown && { sent: services.entries.proofOfSent(id) }),
		...(!actor.user && namesake(context, spot, id)),
	});
}

/** The entry that a guest sent before from this browser, if it has the same title, with a proof for the next page. */
function namesake({ services, actor, sentKeys }: AppLoadContext, spot: string, id: number) {
	const entry = services.entries.sentEntry(spot, services.entries.proofOfSent(id));
	const [other] = (!actor.user && entry && services.entries.namesakesOf(entry, sentKeys())) || [];
	return other && { other: spotId(other), before: services.entries.proofOfSent(other.id) };
}
