import { rm } from "node:fs/promises";
import { AppError } from "../../errors.ts";
import type { Actor } from "../actor.ts";
import type { FairQueue } from "../limits/fair-queue.ts";
import { type ImageRefusal, measure, refusalOf } from "./images.ts";
import type { UploadedFile } from "./photos.ts";

type Refused<Reason> = { ok: false; reason: Reason };

export type Arrivals = ReturnType<typeof createArrivals>;

/** Uploaded files before they are anything: judged, then decoded when it is their turn. */
export function createArrivals(limited: FairQueue) {
	/**
	 * Does something with an uploaded file, which is removed at the end.
	 * @throws AppError STORAGE_FULL where there was no room for it; what kept it from being written
	 */
	async function arrived<T>(file: UploadedFile, work: () => Promise<T>): Promise<T | Refused<"tooBig" | "empty">> {
		try {
			if (file.fault) throw file.fault;
			if (file.noRoom) throw new AppError("STORAGE_FULL");
			if (file.tooBig) return { ok: false, reason: "tooBig" };
			if (file.bytes === 0) return { ok: false, reason: "empty" };
			return await work();
		} finally {
			await rm(file.path, { force: true });
		}
	}

	/**
	 * What is made of the picture in a file, or why it is none. @param make undefined for a damaged one
	 * @throws AppError BUSY
	 */
	async function decoded<T>(
		{ path }: UploadedFile,
		{ network }: Actor,
		make: (path: string) => Promise<T | undefined>,
	): Promise<{ ok: true; made: T } | Refused<ImageRefusal>> {
		const measured = await limited({ network }, () => measure(path));
		if (typeof measured === "string") return { ok: false, reason: measured };
		const made = await limited({ network, alone: measured.isLarge }, () => make(path));
		return made === undefined ? { ok: false, reason: "damaged" } : { ok: true, made };
	}

	/**
	 * Both, for a file that is not kept as it is. @param rasterise puts a picture in the place of an SVG, where one is
	 * allowed, or returns false
	 */
	function picture<T>(
		file: UploadedFile,
		actor: Actor,
		make: (path: string) => Promise<T | undefined>,
		rasterise: (path: string) => Promise<boolean> = async () => false,
	) {
		return arrived(file, async () => {
			const reason = await refusalOf(file.path);
			const isDrawn =
				reason === "svg" && (await limited({ network: actor.network, alone: true }, () => rasterise(file.path)));
			return reason && !isDrawn ? ({ ok: false, reason } as const) : decoded(file, actor, make);
		});
	}

	return { arrived, decoded, picture };
}
