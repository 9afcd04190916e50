import { and, eq } from "drizzle-orm";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import { can } from "../../../app/roles.ts";
import { entries, lateEntries } from "../../../db/schema.ts";
import type { Actor } from "../actor.ts";
import type { Photos } from "../photos/photos.ts";
import type { Runtime } from "../runtime.ts";
import type { OwnEntries } from "./own-entries.ts";

/** A file to download. */
export interface WorkFile {
	path: string;
	/** Made by us: what its author called it is no part of a header. */
	fileName: string;
}

/** The files of works, for their authors and the organisers. */
export function createWorkFiles({ db }: Pick<Runtime, "db">, { own, photos }: { own: OwnEntries; photos: Photos }) {
	/**
	 * The file, or undefined where there is none or the actor may not have it, so that both look the same.
	 * @param spot of the entry that an author has it in @param key of a private link, or ""
	 */
	return function workFile(actor: Actor, name: string, spot: string, key: string): WorkFile | undefined {
		if (!can(actor.user?.role, "entries.read") && !isOwn(actor, name, spot, key)) return;
		const photo = photos.byName(name);
		if (!photo || photo.format === "photo") return;
		const entry = db.orm.select().from(entries).where(eq(entries.photo, name)).get();
		const ending = photo.format === "pdf" ? "pdf" : "jpg";
		return { path: photos.pathOf(photo), fileName: `${entry ? spotId(entry) : "late"}.${ending}` };
	};

	function isOwn(actor: Actor, name: string, spot: string, key: string): boolean {
		if (own.ownEntry(actor, spot, key)?.photo === name) return true;
		const late = actor.user && and(eq(lateEntries.photo, name), eq(lateEntries.userId, actor.user.id));
		return late !== undefined && db.orm.select().from(lateEntries).where(late).get() !== undefined;
	}
}
