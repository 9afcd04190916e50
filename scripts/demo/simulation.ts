import type { Actor } from "../../server/services/actor.ts";

/** The simulated time, in milliseconds since the epoch. */
export interface Clock {
	now: number;
}

/** Someone who has just signed in. */
export function signedIn(account: Pick<NonNullable<Actor["user"]>, "id" | "email" | "role">): Actor {
	const session = { name: "", isVerified: true, expiresAt: Number.POSITIVE_INFINITY, isFresh: true, sessionHash: "" };
	return { user: { ...account, ...session }, visitor: undefined };
}
