/** What an entry is called where it is named. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import type { Programme } from "../programmes/define.ts";

interface Named {
	title: string;
	/** Of its person: only for readers who may know it and are not that person; never for reviewers. */
	name?: string;
	/** Its call, for its own author: where none is asked for, no title is missing. */
	programme?: Programme;
}

/** Its title; else its person; else its call, where that asks for no title; else that it has none yet. */
export function headingOf(
	{ t, locale }: Pick<AppLoadContext, "t" | "locale">,
	{ title, name, programme }: Named,
): string {
	const asksNone = programme?.fields.every(({ column }) => column !== "title");
	return title || name || (asksNone && programme?.label[locale]) || t("entry.untitled");
}
