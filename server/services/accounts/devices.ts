import { and, desc, eq, lt, ne } from "drizzle-orm";
import type { Orm } from "../../../db/client.ts";
import { devices, users } from "../../../db/schema.ts";
import { sha256 } from "../../secrets.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";

const KEPT_MS = 365 * 24 * 60 * 60 * 1000;
const MOST_PER_USER = 20;

/** Where a request comes from. */
export interface Device {
	/** Key for counting attempts: an IPv4 address or IPv6 /64. Not stored. */
	network: string;
	/** What is stored: a /24 or /48. */
	ipPrefix: string;
	userAgent: string;
	/** What this browser holds since it first signed in to any account. Stored as a hash. */
	secret: string | undefined;
}

export type Devices = ReturnType<typeof createDevices>;

/** Browsers that have logged in to an account. They prove nothing, but have their own login attempts. */
export function createDevices({ db, now }: Pick<Runtime, "db" | "now">) {
	/** Whether this browser has signed in to the account with this address, within a year. */
	function isKnown(email: string, secret: string): boolean {
		const row = db.orm
			.select({ lastUsedAt: devices.lastUsedAt })
			.from(devices)
			.innerJoin(users, eq(users.id, devices.userId))
			.where(and(eq(users.email, foldEmail(email)), eq(devices.deviceHash, sha256(secret))))
			.get();
		return row !== undefined && row.lastUsedAt > now() - KEPT_MS;
	}

	/** Notes a sign-in, in its transaction. Of more than twenty browsers the oldest are forgotten. */
	function remember(tx: Orm, userId: number, secret: string): void {
		const used = { lastUsedAt: now() };
		tx.insert(devices)
			.values({ ...used, userId, deviceHash: sha256(secret), createdAt: now() })
			.onConflictDoUpdate({ target: [devices.userId, devices.deviceHash], set: used })
			.run();
		const surplus = tx
			.select({ deviceHash: devices.deviceHash })
			.from(devices)
			.where(eq(devices.userId, userId))
			.orderBy(desc(devices.lastUsedAt))
			.all()
			.slice(MOST_PER_USER);
		for (const { deviceHash } of surplus) {
			tx.delete(devices)
				.where(and(eq(devices.userId, userId), eq(devices.deviceHash, deviceHash)))
				.run();
		}
	}

	/**
	 * Forgets all browsers of an account, except this one if given: someone who knew the old password may have used
	 * them.
	 */
	function forget(tx: Orm, userId: number, except?: string): void {
		const others = except === undefined ? undefined : ne(devices.deviceHash, sha256(except));
		tx.delete(devices)
			.where(and(eq(devices.userId, userId), others))
			.run();
	}

	async function sweep(): Promise<void> {
		await db.settle((tx) =>
			tx
				.delete(devices)
				.where(lt(devices.lastUsedAt, now() - KEPT_MS))
				.run(),
		);
	}

	return { isKnown, remember, forget, sweep };
}
