import { type Capability, can, type Role } from "../../app/roles.ts";
import { AppError } from "../errors.ts";
import { sha256 } from "../secrets.ts";

/** Who makes a request. Guests have no `user`; browsers with cookies have a `visitor` after their first post. */
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
	/** The role on the team; undefined for everyone else. */
	role: Role | undefined;
	/** The mailbox is proven. */
	isVerified: boolean;
	/** End of the session, milliseconds since the epoch. */
	expiresAt: number;
	/** Has proven a short while ago who they are. */
	isFresh: boolean;
	/** SHA-256 of the session id, in hexadecimal. */
	sessionHash: string;
	/** By a bearer token: it was given for a password, and no browser sends it by itself. */
	byToken?: boolean;
}

/** Hash of the visitor cookie; the cookie itself would give access to drafts. */
export function visitorSubject(visitor: string): string {
	return `visitor:${sha256(visitor).toString("base64url")}`;
}

/** Whose drafts someone finds: an account and the browser it is used in may both hold one. */
export function draftSubjects({ user, visitor }: Actor): string[] {
	return [user && `user:${user.id}`, visitor && visitorSubject(visitor)].filter(
		(subject) => typeof subject === "string",
	);
}

export const GUEST: Actor = { user: undefined, visitor: undefined };

/** The person signed in. @throws AppError NOT_SIGNED_IN */
export function requireUser(actor: Actor): SignedIn {
	if (!actor.user) throw new AppError("NOT_SIGNED_IN");
	return actor.user;
}

/**
 * The person logged in, with recent proof of identity: an unattended session must not suffice for exporting or
 * deleting everything.
 * @throws AppError NOT_SIGNED_IN or NOT_FRESH
 */
export function requireFresh(actor: Actor): SignedIn {
	const user = requireUser(actor);
	if (!user.isFresh) throw new AppError("NOT_FRESH");
	return user;
}

/**
 * The person who may take lists away, for REST calls: with recent proof of identity, or a bearer token, which is a proof of
 * its own.
 * @throws AppError NOT_SIGNED_IN, FORBIDDEN or NOT_FRESH
 */
export function requireExport(actor: Actor): SignedIn {
	const user = requireCan(actor, "entries.export");
	return user.byToken ? user : requireFresh(actor);
}

/** The person signed in, who may do this. @throws AppError NOT_SIGNED_IN or FORBIDDEN */
export function requireCan(actor: Actor, capability: Capability): SignedIn {
	const user = requireUser(actor);
	if (!can(user.role, capability)) throw new AppError("FORBIDDEN");
	return user;
}
