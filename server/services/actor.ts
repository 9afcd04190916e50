import { AppError } from "../errors.ts";
import { sha256 } from "../secrets.ts";

/** Whoever asks. A guest has no `user`; a browser that accepts cookies has a `visitor` from its first post on. */
export interface Actor {
	user: SignedIn | undefined;
	visitor: string | undefined;
	/** The network (/24, /48) of a request. */
	network?: string;
}

export interface SignedIn {
	id: number;
	email: string;
	name: string;
	isAdmin: boolean;
	/** The mailbox is proven. */
	isVerified: boolean;
	/** End of the session, milliseconds since the epoch. */
	expiresAt: number;
	/** SHA-256 of the session id, in hexadecimal. */
	sessionHash: string;
}

/** What is stored to know a visitor's browser again: not the cookie, which would open what is kept for it. */
export function visitorSubject(visitor: string): string {
	return `visitor:${sha256(visitor).toString("base64url")}`;
}

export const GUEST: Actor = { user: undefined, visitor: undefined };

/** The person signed in. @throws AppError NOT_SIGNED_IN */
export function requireUser(actor: Actor): SignedIn {
	if (!actor.user) throw new AppError("NOT_SIGNED_IN");
	return actor.user;
}

/** The administrator signed in. @throws AppError NOT_SIGNED_IN or FORBIDDEN */
export function requireAdmin(actor: Actor): SignedIn {
	const user = requireUser(actor);
	if (!user.isAdmin) throw new AppError("FORBIDDEN");
	return user;
}
