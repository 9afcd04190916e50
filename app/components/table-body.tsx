import type { ReactElement } from "react";
import { TranslationContext, useTranslation } from "../translation.tsx";

/** Rows whose text is kept. */
const MOST_TEXTS = 2_000;

type Render = (row: ReactElement) => string;

let toText: Render | undefined;
const texts = new Map<string, string>();

/** Called by the server, before the first page. */
export function giveRowRenderer(render: Render): void {
	toText = render;
}

interface Props<Row> {
	rows: readonly Row[];
	/** All that the rows show and do not hold themselves. */
	about: unknown;
	/** A `tr`. Uses the translation and no other context: on the server it is rendered on its own. */
	children: (row: Row) => ReactElement;
}

/**
 * The body of a table. The server keeps the text of each row it has made: rows are most of a page's work, and organisers
 * look at the same ones again and again. The text is found by everything it is made from, so it is never out of date.
 */
export function TableBody<Row extends { id: number }>({ rows, about, children }: Props<Row>) {
	const translation = useTranslation();
	if (!toText) return <tbody>{rows.map(children)}</tbody>;
	const render = toText;
	const madeFrom = JSON.stringify([translation.locale, about]);
	const html = rows.map((row) => {
		const key = madeFrom + JSON.stringify(row);
		const text =
			texts.get(key) ??
			render(<TranslationContext.Provider value={translation}>{children(row)}</TranslationContext.Provider>);
		if (texts.size >= MOST_TEXTS) texts.clear();
		texts.set(key, text);
		return text;
	});
	// biome-ignore lint/security/noDangerouslySetInnerHtml: as React wrote it, with all values escaped
	return <tbody dangerouslySetInnerHTML={{ __html: html.join("") }} />;
}
