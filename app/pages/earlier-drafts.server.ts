/** What people typed for calls that are over and did not submit: of an earlier event, or archived. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import type { DraftState } from "../components/forms/programme-form.tsx";
import { type RawForm, textOf } from "../programmes/answers.ts";
import type { Programme } from "../programmes/define.ts";
import { formatInstant } from "../programmes/window.ts";
import { type Asked, about } from "./form-drafts.server.ts";

type ListedDraft = ReturnType<AppLoadContext["services"]["drafts"]["list"]>[number];

/** Names of parameters: the earlier call whose page is asked for, and the one whose text a form begins with. */
export const CALL = "call";
export const FROM = "from";

/** The text of an earlier call that a form begins with, and the link that opens it, or "". */
export interface Origin {
	programme: Programme;
	token: string;
}

/** The earlier call that is asked for at the address of a present one: by its name, or by a link to a draft of it. */
export function earlierCall({ services }: AppLoadContext, url: URL, present: Programme | undefined) {
	const { archivedAt, predecessorsOf } = services.registry();
	const named = archivedAt(url.pathname, url.searchParams.get(CALL) ?? "");
	const token = url.searchParams.get("token");
	if (named || !present || !token) return named;
	const place = { variant: variantOf(url), editor: false };
	return predecessorsOf(present.category).find(
		(programme) => services.draftLinks.subjectOf({ programme, place, id: 0, token }) !== undefined,
	);
}

/** An archived call has no variants; its drafts are still those of one. */
export function variantOf(url: URL) {
	const event = url.searchParams.get("event");
	return event === null ? undefined : { event, fixed: {} };
}

/**
 * The earlier call whose text a form is to begin with. Takes it out of the address, so that the form is posted to its
 * own, and its link is not taken for one to a draft of the form.
 */
export function originOf({ services }: AppLoadContext, url: URL, present: Programme): Origin | undefined {
	const wanted = url.searchParams.get(FROM);
	const programme = services
		.registry()
		.predecessorsOf(present.category)
		.find(({ category }) => category === wanted);
	if (!programme) return;
	const token = url.searchParams.get("token") ?? "";
	for (const name of [FROM, "token"]) url.searchParams.delete(name);
	return { programme, token };
}

/** Versions of what the visitor typed for the same call of earlier events. */
function earlierVersions(context: AppLoadContext, asked: Asked) {
	if (asked.spot || asked.editor) return [];
	const { predecessorsOf } = context.services.registry();
	return predecessorsOf(asked.programme.category).flatMap((programme) =>
		context.services.drafts
			.versions(context.actor, about(context, { ...asked, programme }))
			.map((draft) => ({ programme, draft })),
	);
}

/** Address of the form that stands where that of an earlier call was, with a text of that; undefined while it is closed. */
export function carryPath(
	{ services }: AppLoadContext,
	{
		category,
		event,
		savedAt,
		token,
	}: { category: string; event?: string | undefined; savedAt: number; token?: string },
): string | undefined {
	const successor = services.registry().successorOf(category);
	if (!successor || !services.programmes.isOpen(successor.category)) return;
	const search = new URLSearchParams({
		...(event && { event }),
		[FROM]: category,
		draft: String(savedAt),
		...(token && { token }),
	});
	return `${successor.path}?${search}`;
}

/** What the form begins with, where the address says so. Agreements are not taken over: each event asks for its own. */
export function carried(context: AppLoadContext, { from, ...asked }: Asked) {
	if (!from) return;
	const { services, actor, t, locale, zone } = context;
	const { programme, token } = from;
	const choice = asked.url.searchParams.get("draft");
	const found = services.drafts
		.versions(actor, about(context, { ...asked, programme, token }))
		.find(({ savedAt }) => String(savedAt) === choice);
	if (!found) return;
	const kept = asked.programme.fields.filter(({ kind }) => kind !== "consent");
	const values: RawForm = Object.fromEntries(
		kept.flatMap(({ name, kind }) => {
			const value = found.values[name];
			if (value === undefined) return [];
			return [[name, kind === "track" ? services.tracks.counterpartOf(textOf(found.values, name)) : value]];
		}),
	);
	const event = services.earlierEvent(programme.category, locale) ?? programme.label[locale];
	const told = t("form.carried", { event, time: formatInstant(found.savedAt, zone, locale) });
	return { draft: { ...found, values }, told };
}

/** What an empty form says of earlier texts, and under which names browsers may have kept more. */
export function earlierIn(context: AppLoadContext, asked: Asked): Pick<DraftState, "earlier" | "earlierNames"> {
	const { services, locale, zone, draftOwner } = context;
	const event = asked.variant?.event;
	const earlier = earlierVersions(context, asked).flatMap(({ programme: { category, label }, draft: { savedAt } }) => {
		const href = carryPath(context, { category, event, savedAt });
		const of = services.earlierEvent(category, locale) ?? label[locale];
		return href ? [{ href, event: of, time: formatInstant(savedAt, zone, locale) }] : [];
	});
	const names = asked.spot || asked.editor ? [] : services.registry().predecessorsOf(asked.programme.category);
	const earlierNames = names
		.map(({ category }) => `${category}${event ? `?event=${event}` : ""}${draftOwner}`)
		.join(" ");
	return { earlier, ...(earlierNames && { earlierNames }) };
}

/** Where a draft of the author's list is read or gone on with, and what can be done with it once its call is over. */
export function draftLinks(context: AppLoadContext, { programme, event, savedAt }: ListedDraft) {
	const { services, locale, t, brand } = context;
	const { category, path, archived } = programme;
	const search = new URLSearchParams({ ...(archived && { [CALL]: category }), ...(event && { event }) }).toString();
	const to = (address: string) => (search ? `${address}?${search}` : address);
	// A link by which organisers let someone in is kept nowhere: the form that it opens cannot be reached from here.
	const closed = services.programmes.isOpen(category) ? undefined : t("dashboard.closedDraft");
	if (!archived) return { href: to(path), over: closed, carry: undefined };
	const before = services.earlierEvent(category, locale);
	const href = carryPath(context, { category, event, savedAt });
	return {
		href: to(services.registry().addressOf(category)),
		over: before ? t("dashboard.overWith", { event: before }) : t("dashboard.over"),
		carry: href === undefined ? undefined : { href, text: t("closed.carry", { event: brand.product }) },
	};
}
