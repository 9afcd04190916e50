import { desc, eq } from "drizzle-orm";
import { translators } from "../../../app/locales/index.ts";
import { entries, events } from "../../../db/schema.ts";
import type { Navigation } from "../navigation.ts";
import type { Runtime } from "../runtime.ts";
import { createEventNumbered, type KnownEvent } from "./current-event.ts";
import type { Edition } from "./edition.ts";

/** An archived event with the services that answer for it. */
export interface ArchivedEvent extends Edition {
	event: KnownEvent;
	/** Where its public pages begin. */
	path: string;
	/** The parts of the header. */
	navigation: Navigation;
}

export type Archive = ReturnType<typeof createArchive>;

/** The archived events, read-only. */
export function createArchive(runtime: Runtime, editionOf: (runtime: Runtime) => Edition) {
	const { db } = runtime;
	/** Their numbers and names in addresses, the newest first. */
	const listed = db.rememberingSetup(() =>
		db.orm
			.select({ id: events.id, slug: events.slug })
			.from(events)
			.where(eq(events.state, "archived"))
			.orderBy(desc(events.id))
			.all(),
	);
	const known = new Map<number, ArchivedEvent>();

	function of({ id, slug }: { id: number; slug: string }): ArchivedEvent {
		const present = known.get(id);
		if (present) return present;
		const event = createEventNumbered(db, id);
		const edition = editionOf({ ...runtime, event });
		const path = `/events/${slug}`;
		const navigation: Navigation = (locale) => [
			{ href: path, label: translators[locale]("archive.one") },
			...(edition.releases.current() ? [{ href: `${path}/schedule`, label: translators[locale]("nav.schedule") }] : []),
		];
		const made = { ...edition, event, path, navigation };
		known.set(id, made);
		return made;
	}

	/** Every one, the newest first. */
	const all = (): ArchivedEvent[] => listed().map(of);

	/** The one with this name in addresses. */
	function at(slug: string): ArchivedEvent | undefined {
		const found = listed().find((one) => one.slug === slug.toLowerCase());
		return found && of(found);
	}

	/** The one an entry belongs to; undefined for those of the current event. */
	function ofEntry(id: number): ArchivedEvent | undefined {
		if (listed().length === 0) return;
		const entry = db.orm.select({ eventId: entries.eventId }).from(entries).where(eq(entries.id, id)).get();
		const found = listed().find((one) => one.id === entry?.eventId);
		return found && of(found);
	}

	const hasAny = () => listed().length > 0;

	return { all, at, hasAny, ofEntry };
}
