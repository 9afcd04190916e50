import { eq } from "drizzle-orm";
import { changedFields, EVENT_FIELD_NAMES, type EventSettings } from "../../../app/brand/event-fields.ts";
import { events } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import { keepDays } from "../programmes/kept-days.ts";
import type { Runtime } from "../runtime.ts";
import type { EventRow } from "./current-event.ts";

/** The settings of the current event, for organisers. */
export function createEventSettings({ db, event, log }: Pick<Runtime, "db" | "event" | "log">) {
	function settings(actor: Actor): EventSettings {
		requireCan(actor, "programmes.manage");
		return settingsOf(event.row());
	}

	/**
	 * Changes the event. `was` is what the organiser saw. In another zone, calls open and close on the same days as before.
	 * @returns false, and nothing changes, where what they saw no longer holds
	 */
	async function change(actor: Actor, was: EventSettings, settings: EventSettings): Promise<boolean> {
		const { id: user } = requireCan(actor, "programmes.manage");
		const fields = await db.write((tx) => {
			const row = event.row();
			const present = settingsOf(row);
			if (changedFields(present, was).length > 0) return;
			const changed = changedFields(present, settings);
			if (changed.length === 0) return changed;
			tx.update(events).set(settings).where(eq(events.id, row.id)).run();
			if (settings.zone !== present.zone) keepDays(tx, present.zone, settings.zone);
			return changed;
		});
		if (fields && fields.length > 0) log.info({ event: "event changed", user, fields }, "event changed");
		return fields !== undefined;
	}

	return { settings, change };
}

/** The fields that organisers change. */
export function settingsOf(row: EventRow): EventSettings {
	return Object.fromEntries(EVENT_FIELD_NAMES.map((name) => [name, row[name]])) as EventSettings;
}
