/** The page of a console list: the list, an entry that is read beside it, or the part that a script asks for. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { listPath, withParameters } from "../components/lists/list-url.ts";
import { DETAILS, DIALOG, entryIn, PANE } from "../fragments.ts";
import { pageTitle, safePath } from "../http.ts";
import { CONSOLE_LISTS, type EntryKind } from "../kinds.ts";
import { idRead, KEYS } from "../open-in-list.ts";
import type { readList } from "../schemas/listing.ts";
import { inList } from "./listed-entries.server.ts";
import { readingIn } from "./reading.server.ts";

type Found = ReturnType<AppLoadContext["services"]["lists"]["list"]>;
export type Listed = Found["rows"][number];

/** A row as it is shown. */
export interface ShownRow {
	id: number;
	/** It matches the list no longer, and stays until the list is loaded again. */
	gone?: true;
	/** Its number in the list. */
	displayIndex?: number;
}

/** A list of one kind of entries. */
export interface ListOf<About, More, Row, Dialog> {
	kind: EntryKind;
	/** What it is called. */
	title: string;
	state: ReturnType<typeof readList>["state"];
	query: ReturnType<typeof readList>["query"];
	/** What rows and entries need besides their own. */
	about: About;
	/** Whether rows show something of the answers. */
	hasAnswers?: boolean;
	rowOf(entry: Listed): Row;
	/** What stands around the rows. @param total number of rows of all pages */
	more(total: number): More;
	/** The dialog that the address names. @throws Response 404 for one that is not there */
	dialog(): Dialog | undefined;
}

/**
 * @param search of the address: filters, and what is opened
 * @throws AppError NOT_FOUND; Response 404 for what is not there; Response 302 to an entry of an archived event
 */
export function entryListPage<About, More, Row, Dialog extends { title: string }>(
	context: AppLoadContext,
	search: URLSearchParams,
	of: ListOf<About, More, Row, Dialog>,
) {
	const { services, actor, fragment } = context;
	const { kind, state, query, about } = of;
	const id = idRead(search);
	const from = id === undefined ? "" : safePath(search.get("return") ?? "", "");
	const frame = (page: number) => {
		const path = listPath(CONSOLE_LISTS[kind], { ...state, page });
		return { about, state: { ...state, page }, path: from ? withParameters(path, { return: from }) : path };
	};
	const none = { dialog: undefined, reading: undefined, list: undefined, row: undefined };
	const changed = entryIn(fragment);
	// A row that a script saves may be below a dialog.
	const dialog = changed === undefined ? of.dialog() : undefined;
	if (dialog) {
		const fragmentId = fragment === DIALOG ? DIALOG : undefined;
		// Behind it is the list, or the entry that is read in it.
		const isOver = search.get("over") === DETAILS && id !== undefined;
		const { path: list, ...others } = frame(state.page);
		const path = isOver ? withParameters(list, { over: DETAILS }) : list;
		const back = isOver ? withParameters(list, { modal: DETAILS, id }) : list;
		return { ...none, ...others, path, back, fragmentId, dialog, title: pageTitle(context, dialog.title) };
	}
	const reading = id === undefined ? undefined : readingIn(context, kind, query, id);
	const title = pageTitle(context, reading ? reading.title || reading.reference : of.title);
	if (changed !== undefined) {
		const row = rowIn(context, of, changed);
		const own = reading?.id === changed ? reading : undefined;
		return { ...none, ...frame(state.page), back: "", fragmentId: fragment, reading: own, row, title };
	}
	if (fragment === PANE && reading) {
		return { ...none, ...frame(state.page), back: "", fragmentId: PANE, reading, title };
	}
	const { rows, ...found } = services.lists.list(actor, kind, query, reading?.id, of.hasAnswers ?? true);
	const list = {
		...found,
		...of.more(found.total),
		rows: rows.map((row): Row & ShownRow => ({ ...of.rowOf(row), id: row.id, displayIndex: row.displayIndex })),
		/** The change of many entries that has just been made, to be undone. */
		undo: context.flash.takeShownOnce(),
	};
	// The page that is shown may be another one than was asked for.
	return { ...none, ...frame(found.page), back: "", fragmentId: undefined, reading, list, title };
}

/** The dialog with the keys of a list. */
export const keysOf = ({ t }: AppLoadContext) => ({ kind: KEYS as typeof KEYS, title: t("reading.shortcuts") });

/** One row, by itself. @throws Response 404 */
function rowIn<About, More, Row, Dialog>(
	context: AppLoadContext,
	{ kind, query, rowOf }: ListOf<About, More, Row, Dialog>,
	id: number,
): Row & ShownRow {
	const { services, actor } = context;
	const listed = inList(context, kind, services.triage.entry(actor, id));
	const { position } = services.lists.neighbours(actor, kind, query, id);
	return { ...rowOf(listed), id, ...(position === undefined && { gone: true }) };
}
