import type { AppLoadContext } from "@remix-run/node";
import { formatInstant } from "../programmes/window.ts";

type Entry = NonNullable<ReturnType<AppLoadContext["services"]["entries"]["ownEntry"]>>;

/** When the reader last saved changes of an entry without submitting them, in words. Server only. */
export function unsentSince({ services, actor, zone, locale }: AppLoadContext, entry: Entry): string | undefined {
	const programme = services.registry().programmeOf(entry.category);
	const place = { variant: undefined, editor: false };
	const [draft] = services.drafts.versions(actor, { programme, place, id: entry.id });
	// The form only offers a draft that is older than the entry.
	return draft && draft.savedAt >= entry.updatedAt ? formatInstant(draft.savedAt, zone, locale) : undefined;
}
