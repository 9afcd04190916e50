import { eq } from "drizzle-orm";
import { changedFields, type EventSettings } from "../../../app/brand/event-fields.ts";
import { eventForm, eventProblems } from "../../../app/schemas/event.ts";
import { events } from "../../../db/schema.ts";
import type { KnownEvent } from "../event/current-event.ts";
import { settingsOf } from "../event/event-settings.ts";
import { pointerTo, type Section } from "./section.ts";

/** Names, place, zone, links, texts and colour of the event. */
export function createEventSection(event: KnownEvent): Section<"event"> {
	const read = () => settingsOf(event.row());
	return {
		needs: [],
		read,
		plan({ tx, t }, document) {
			const present = read();
			const given: EventSettings = eventForm.parse(document.event);
			const wanted = { ...given, publicTalks: given.publicTalks || present.publicTalks };
			const changed = changedFields(present, wanted);
			const faults = eventProblems(t, wanted, present).map(({ field, message }) => ({
				pointer: pointerTo("event", field),
				message,
			}));
			const changes = changed.map((name) =>
				t("setupMessages.eventField", {
					field: t(`eventPage.fields.${name}`),
					was: present[name] || t("setupMessages.nothing"),
					now: wanted[name] || t("setupMessages.nothing"),
				}),
			);
			return {
				faults,
				changes,
				apply: () => {
					if (changed.length > 0) tx.update(events).set(wanted).where(eq(events.id, event.row().id)).run();
				},
			};
		},
	};
}
