import { existsSync } from "node:fs";
import type { Actor } from "../actor.ts";
import type { FairQueue } from "../limits/fair-queue.ts";
import type { Runtime } from "../runtime.ts";
import { shrink } from "./images.ts";
import type { PhotoFiles } from "./photo-files.ts";

interface Parts {
	files: PhotoFiles;
	inTurn: FairQueue;
	/** Throws where nothing more may be stored. */
	assertRoom: () => void;
	/** Whether there is still a photo of this name. */
	isKnown: (name: string) => boolean;
}

/** The small versions of photos. */
export function createSmallPhotos({ log }: Pick<Runtime, "log">, { files, inTurn, assertRoom, isKnown }: Parts) {
	/** Those being made: simultaneous requests wait for the same one. */
	const shrinking = new Map<string, Promise<void>>();

	/**
	 * Path of the small version, which is made at the first request, so that storing a photo costs nothing more. If it
	 * cannot be made now, the photo itself.
	 */
	return async function smallFileOf(name: string, actor: Actor): Promise<string> {
		const [whole, small] = [files.portrait(name), files.small(name)];
		if (existsSync(small)) return small;
		// Unknown names are refused before they take a place in the queue.
		if (!existsSync(whole)) return whole;
		try {
			assertRoom();
			const made = shrinking.get(name) ?? shrinkFile(name, actor);
			shrinking.set(name, made);
			await made.finally(() => shrinking.delete(name));
			return small;
		} catch (err) {
			if (existsSync(whole)) log.warn({ err, name }, "a photo is sent whole, its small version failed");
			return whole;
		}
	};

	async function shrinkFile(name: string, { network }: Actor): Promise<void> {
		await files.writeSmall(name, await inTurn({ network }, () => shrink(files.portrait(name))));
		// Removed while the small version was made: nothing else would remove it.
		if (!isKnown(name)) await files.remove(name);
	}
}
