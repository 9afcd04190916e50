/** The saved views of the console's lists, and what the buttons about them do. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { listPath } from "../components/lists/list-url.ts";
import { MOST_IN_VIEW_NAME, MOST_VIEWS } from "../enumerations.ts";
import { CONSOLE_LISTS, type EntryKind } from "../kinds.ts";
import { readList } from "../schemas/listing.ts";
import { nameFault, viewPressed } from "../schemas/views.ts";
import type { Report } from "./proposal-actions.server.ts";

/** The views of a list, each with its address now. `search`: of the address of the list that is shown. */
export function viewsOf(context: AppLoadContext, kind: EntryKind, search: URLSearchParams) {
	const here = addressIn(context, kind, search);
	const all = context.services.savedViews.list(context.actor, kind).map(({ id, name, search }) => {
		const to = addressIn(context, kind, new URLSearchParams(search));
		return { id, name, to, isCurrent: to === here };
	});
	return { all, isWhole: here === CONSOLE_LISTS[kind] };
}

/** The address of a list with the parameters that it knows, from its first page on. */
function addressIn({ services }: AppLoadContext, kind: EntryKind, search: URLSearchParams): string {
	return listPath(CONSOLE_LISTS[kind], {
		...readList(kind, search, services.tracks.ids(), services.registry()).state,
		page: 1,
	});
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
	const search = addressIn(context, kind, url.searchParams).split("?")[1] ?? "";
	const why = await (pressed === "save"
		? services.savedViews.save(actor, { kind, name, search })
		: services.savedViews.rename(actor, kind, id, name));
	return why
		? refused(409, t(`viewMessages.${why}`, { name, most: MOST_VIEWS }))
		: done(t(`viewMessages.${SAID[pressed]}`, { name }));
}
