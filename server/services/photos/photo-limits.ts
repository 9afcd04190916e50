import { and, asc, eq, gt, inArray, isNotNull, notInArray, type SQL, sql, sum } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { PHOTO_FORMATS, type PhotoFormat } from "../../../db/photo-file.ts";
import { photos } from "../../../db/schema.ts";
import type { Config } from "../../config.ts";
import { isUnused } from "./photo-uses.ts";

const MIB = 1024 * 1024;
export const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Photos of people and files of works are stored in spaces of their own, so that neither takes the room of the other. All
 * limits hold in each space.
 */
export type Space = keyof Config["uploadSpace"];

/** Uploads that belong only to a visitor's draft or to a form that was not accepted. */
export const LOOSE_PHOTO_BYTES = { ofNetwork: 100 * MIB, ofAll: 1024 * MIB } as const;
/** What one sender may add in a day, as a share of the space. A class may send its works from one network. */
const SHARE_A_DAY = {
	photos: { network: 1 / 10, account: 1 / 50 },
	works: { network: 1 / 5, account: 1 / 25 },
} as const;
/** The least of it where a space is small: a few files of the largest size. */
const LEAST_A_DAY = { network: 100 * MIB, account: 30 * MIB } as const;
/** The part of the space for photos that is filled by photos of talks only. */
const KEPT_FOR_TALKS = 1 / 5;
/** Free disk space that only photos of talks may use, above what all uploads leave free. */
export const FREE_FOR_TALKS_BYTES = 512 * MIB;
/** Most uploads that give way to one: each is a row and a file to remove. */
const MOST_GIVING_WAY = 500;

/** Which quota an upload exceeds: that of its network or account for a day, or the space of all. */
export type QuotaRefusal = "networkQuota" | "accountQuota" | "noRoom";

/** An upload as quotas see it. */
export interface Upload {
	format: PhotoFormat;
	bytes: number;
	/** The photo of a talk. */
	isOfTalk: boolean;
	/** Whose day it counts for; undefined for organisers and for the portal's own work. */
	sender: { network: string; account: number | undefined } | undefined;
	/** The network in whose loose uploads it is counted. */
	looseFrom: string;
	/** Milliseconds since the epoch. */
	at: number;
}

interface Rule {
	/** The uploads that have this limit. */
	counted: SQL | undefined;
	most: number;
	/** Uploads that give way to others, in this order. */
	givingWay: readonly (SQL | undefined)[];
	/** Without one, the rule only makes others give way. */
	refusal?: QuotaRefusal;
}

/** Written out, as in the index: SQLite does not know what a parameter will be. */
const IS_IN_DRAFT = sql`${photos.isInDraft} = 1`;

export const spaceOf = (format: PhotoFormat): Space => (format === "photo" ? "photos" : "works");

const formatsOf = (space: Space) => PHOTO_FORMATS.filter((format) => spaceOf(format) === space);

/** The uploads of a space. */
export const inSpace = (space: Space): SQL => inArray(photos.format, formatsOf(space));

/** The same where an index of senders or of loose uploads says more: the plus keeps SQLite from reading the whole space. */
const alsoInSpace = (space: Space): SQL => sql`+${inSpace(space)}`;

/** Bytes that some stored uploads take. */
export function bytesOf(tx: Orm, which: SQL | undefined): number {
	const found = tx
		.select({ bytes: sum(photos.storedBytes) })
		.from(photos)
		.where(which)
		.get();
	return Number(found?.bytes ?? 0);
}

export function createQuotas({ uploadSpace, rateLimitScale }: Pick<Config, "uploadSpace" | "rateLimitScale">) {
	function mostADay(space: Space, by: "network" | "account"): number {
		return Math.max(uploadSpace[space] * SHARE_A_DAY[space][by], LEAST_A_DAY[by]) * rateLimitScale;
	}

	function rulesFor({ format, isOfTalk, sender, looseFrom, at }: Upload): Rule[] {
		const space = spaceOf(format);
		const here = alsoInSpace(space);
		const loose = and(isNotNull(photos.looseFrom), here);
		const ofNetwork = and(eq(photos.looseFrom, looseFrom), here);
		const rules: Rule[] = [
			{ counted: ofNetwork, most: LOOSE_PHOTO_BYTES.ofNetwork, givingWay: [ofNetwork] },
			{ counted: loose, most: LOOSE_PHOTO_BYTES.ofAll, givingWay: [loose] },
		];
		const today = and(gt(photos.sentAt, at - DAY_MS), here);
		const limitDay = (by: "network" | "account", counted: SQL | undefined, refusal: QuotaRefusal) =>
			rules.push({ counted, most: mostADay(space, by), givingWay: [and(counted, loose)], refusal });
		if (sender) limitDay("network", and(eq(photos.sentFrom, sender.network), today), "networkQuota");
		if (sender?.account !== undefined)
			limitDay("account", and(eq(photos.sentBy, sender.account), today), "accountQuota");
		const isReserved = space === "photos" && !isOfTalk;
		return [
			...rules,
			{
				counted: inSpace(space),
				most: uploadSpace[space] * (isReserved ? 1 - KEPT_FOR_TALKS : 1),
				givingWay: [loose, and(inSpace(space), IS_IN_DRAFT)],
				refusal: "noRoom",
			},
		];
	}

	/**
	 * Finds room for an upload. The oldest uploads of forms that were never sent give way: those of visitors, and those in
	 * drafts of accounts where the space is full. Files of entries never do.
	 * @returns names of uploads that must be deleted, or why there is no room
	 */
	function roomFor(tx: Orm, upload: Upload): { ok: true; givingWay: string[] } | { ok: false; reason: QuotaRefusal } {
		const gone: string[] = [];
		const withoutGone = (which: SQL | undefined) =>
			and(which, gone.length > 0 ? notInArray(photos.name, gone) : undefined);
		for (const { counted, most, givingWay, refusal } of rulesFor(upload)) {
			let excess = bytesOf(tx, withoutGone(counted)) + upload.bytes - most;
			for (const which of givingWay)
				for (const { name, storedBytes } of excess > 0 ? oldestUnsent(tx, withoutGone(which)) : []) {
					if (excess <= 0) break;
					gone.push(name);
					excess -= storedBytes;
				}
			if (excess > 0 && refusal) return { ok: false, reason: refusal };
		}
		return { ok: true, givingWay: gone };
	}

	return { roomFor };
}

/** The oldest of some uploads, as far as no entry and no late form has them. */
function oldestUnsent(tx: Orm, which: SQL | undefined) {
	// With the plus SQLite does not read all uploads by the index of this column to find the few.
	const order = asc(sql`+${photos.heldAt}`);
	return tx
		.select({ name: photos.name, storedBytes: photos.storedBytes })
		.from(photos)
		.where(and(which, isUnused(tx)))
		.orderBy(order)
		.limit(MOST_GIVING_WAY)
		.all();
}
