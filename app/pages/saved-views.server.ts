/** The saved views of the console's lists, and what the buttons about them do. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { listPath } from "../components/lists/list-url.ts";
import { MOST_IN_VIEW_NAME, MOST_VIEWS } from "../enumerations.ts";
import { CONSOLE_LISTS, type EntryKind } from "../kinds.ts";
import { readList } from "../schemas/listing.ts";
import { nameFault, viewPressed } from "../schemas/views.ts";
import type { Report } from "./proposal-actions.server.ts";

/**
 * The views of a list, each with its address now, and what the list leaves out of its own address, in words. `search`: of
 * the address of the list that is shown.
 */
export function viewsOf(context: AppLoadContext, kind: EntryKind, search: URLSearchParams) {
	const { services, actor, locale, t } = context;
	const here = listIn(context, kind, search);
	const all = services.savedViews.list(actor, kind).map(({ id, name, search }) => {
		const view = listIn(context, kind, ofThisEvent(context, new URLSearchParams(search)));
		// What there is not any more stays in the address, so that the list can say so.
		const to = withDropped(view);
		return { id, name, to, isCurrent: to === withDropped(here) };
	});
	const known = services.tracks.labels(locale);
	const gone = here.dropped.map(([name, value]) =>
		t(name === "track" ? "viewMessages.noTrack" : "viewMessages.noOption", {
			value: known.get(value) ?? value.slice(0, MOST_NAMED),
		}),
	);
	return { all, isWhole: here.path === CONSOLE_LISTS[kind], gone };
}

/** Characters of a word of the address that is repeated on the page. */
const MOST_NAMED = 60;

/** A view that was saved in an earlier event names its track; the one of this event with the same label is meant. */
function ofThisEvent({ services }: AppLoadContext, search: URLSearchParams): URLSearchParams {
	const track = search.get("track");
	if (track) search.set("track", services.tracks.counterpartOf(track));
	return search;
}

/** The address of a list with the parameters that it knows, from its first page on, and those that it does not know. */
function listIn({ services }: AppLoadContext, kind: EntryKind, search: URLSearchParams) {
	const { state, dropped } = readList(kind, search, services.tracks.ids(), services.registry());
	return { path: listPath(CONSOLE_LISTS[kind], { ...state, page: 1 }), dropped };
}

function withDropped({ path, dropped }: ReturnType<typeof listIn>): string {
	return dropped.length === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(dropped)}`;
}

const SAID = { save: "saved", rename: "renamed" } as const;

/** Saves, renames or deletes a view; undefined where the form is about something else. */
export async function takeView(context: AppLoadContext, kind: EntryKind, url: URL): Promise<Report | undefined> {
	const { services, actor, form, t } = context;
	const asked = viewPressed(form);
	if (!asked) return;
	const { pressed, id, name, isSure } = asked;
	const done = (line: string): Report => ({ status: 200, lines: [line], wrong: false });
	const refused = (status: number, line: string): Report => ({ status, lines: [line], wrong: true, viewName: name });
	if (pressed === "remove") {
		if (!isSure) return refused(422, t("viewMessages.notSure"));
		await services.savedViews.remove(actor, kind, id);
		return done(t("viewMessages.removed"));
	}
	const fault = nameFault(name);
	if (fault) return refused(422, t(`viewMessages.${fault}`, { most: MOST_IN_VIEW_NAME }));
	const search = listIn(context, kind, url.searchParams).path.split("?")[1] ?? "";
	const why = await (pressed === "save"
		? services.savedViews.save(actor, { kind, name, search })
		: services.savedViews.rename(actor, kind, id, name));
	return why
		? refused(409, t(`viewMessages.${why}`, { name, most: MOST_VIEWS }))
		: done(t(`viewMessages.${SAID[pressed]}`, { name }));
}
