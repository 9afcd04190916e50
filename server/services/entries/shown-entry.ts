import { translators } from "../../../app/locales/index.ts";
import type { Audience, Locale } from "../../../app/programmes/define.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import { shownAnswers } from "../../../app/programmes/shown-answers.ts";
import { shownFile } from "../../../app/programmes/uploads.ts";
import { type EntryRow, toAnswers } from "./entry-rows.ts";

type Shown = Parameters<typeof toAnswers>[1] & Pick<EntryRow, "photo">;

/**
 * An entry for the details pages: its answers in words, the photo or the address of the work's file.
 * @param reader what they may see, their language, and in it the label of the entry's track @param address of the entry,
 * for its file: its reference, and the key of the private link it was opened by
 */
export function shownEntry(
	registry: Registry,
	row: Shown,
	{ audience, locale, track }: { audience: Audience; locale: Locale; track: string | undefined },
	{ spot, key }: { spot?: string; key?: string } = {},
) {
	const { category, kind, name } = row;
	const programme = registry.programmeOf(category, row);
	const { photo, work } = shownFile(programme.fields, row.photo, spot, key);
	const shown = { answers: toAnswers(registry, row), work, track };
	return {
		category,
		kind,
		name,
		photo,
		answers: shownAnswers(programme, shown, audience, translators[locale], locale),
	};
}
