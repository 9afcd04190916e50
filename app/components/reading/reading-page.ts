import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { useEffect } from "react";
import { titleOn } from "../../handle.ts";
import { keptPage } from "../../hooks/kept-page.ts";
import { amendmentsMade, type Glimpse, heldReading, type Readable, useReading } from "../../hooks/readings.ts";
import { useRefresh } from "../../hooks/refresh.ts";
import { useShownFirst } from "../../hooks/show-first.ts";
import { DETAILS, idRead, OPEN_IN_LIST } from "../../open-in-list.ts";
import { listPath, withoutParameters, withParameters } from "../lists/list-url.ts";

/** What a list with entries beside it is loaded with. */
interface Loaded {
	list: { state: Readonly<Record<string, string | number>>; rows: readonly Glimpse[] };
	reading: Readable | undefined;
	/** The page that its entry was opened from, if that is not the list. */
	from: string;
	/** The dialog over it. */
	modal?: object | undefined;
	title: string;
	/** The portal's own title. */
	site: string;
}

/** How many changes had been made when each list was asked for. */
const askedAfter = new WeakMap<object, number>();

/** Loads the page of a list whose entries are read beside it. @param base address of the list without its filters */
export function readingPage<Page extends Loaded>(base: string) {
	const kept = keptPage<Page>();
	/** What `nextReading` last returned. */
	let latest: { address: string; after: Page; page: Page } | undefined;
	const pathOf = ({ list, from }: Page) => {
		const path = listPath(base, list.state);
		return from ? withParameters(path, { return: from }) : path;
	};

	/**
	 * The page with another entry of the rows shown, made from data the browser already has; the rest follows
	 * (`useReading`). Undefined if the server must be asked.
	 */
	function nextReading({ pathname, search, searchParams }: URL): Page | undefined {
		const shown = kept.shown();
		const address = pathname + search;
		const id = searchParams.get("modal") === DETAILS ? idRead(searchParams) : undefined;
		if (!shown || id === undefined || address === shown.address) return;
		const { page } = shown;
		// The same object for the router: a page that is shown already is not rendered again.
		if (latest?.address === address && latest.after === page) return latest.page;
		const path = pathOf(page);
		if (withoutParameters(address, OPEN_IN_LIST) !== path) return;
		const row = page.list.rows.find((one) => one.id === id);
		if (!row) return;
		const reading = heldReading(path, id) ?? { ...row, isGlimpse: true as const };
		const title = titleOn(page.site, reading.title || reading.reference);
		latest = { address, after: page, page: { ...page, reading, modal: undefined, title } };
		return latest.page;
	}

	return {
		async load(args: ClientLoaderFunctionArgs): Promise<Page & { isKept?: true }> {
			const next = nextReading(new URL(args.request.url));
			if (next) return next;
			const made = amendmentsMade();
			const page = await kept.load(args);
			if (!page.isKept && page !== kept.shown()?.page) askedAfter.set(page.list, made);
			return page;
		},
		/** Remembers what the page shows. @returns the address of its list, and the newest that is known of its entry */
		useShown(page: Page & { isKept?: true }) {
			kept.useShown(page);
			const refresh = useRefresh();
			// Going to another entry ends the reload after a change to the one before.
			useEffect(() => {
				if (!page.isKept && (askedAfter.get(page.list) ?? 0) < amendmentsMade()) refresh();
			}, [page, refresh]);
			const path = pathOf(page);
			return { path, reading: useReading(path, useShownFirst(page, nextReading).reading) };
		},
	};
}
