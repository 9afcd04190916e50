import { and, asc, desc, eq, isNotNull, isNull, ne, or } from "drizzle-orm";
import { ACCOUNT_ROLE, can, MEMBER_ROLES, onlyReviews, type Role } from "../../../app/roles.ts";
import type { Orm } from "../../../db/client.ts";
import { memberships, users } from "../../../db/schema.ts";
import { type Actor, requireCan, requireFresh } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { type Account, roleIn, roleOf, type UserRow } from "./accounts.ts";
import { endInvitations, sentBy } from "./open-invitations.ts";

/** The tracks and calls that a reviewer is for; none: all. */
export interface Scope {
	tracks: readonly string[];
	calls: readonly string[];
}

/** Every track and call. */
export const EVERYTHING: Scope = { tracks: [], calls: [] };

export interface Member extends Account, Scope {
	role: Role;
	/** Milliseconds since the epoch; undefined where it is not known. */
	since: number | undefined;
	lastSignIn: number | undefined;
	/** Their address is proven: a reviewer sees nothing before. */
	isConfirmed: boolean;
}

/** Why a change of the team was not made. */
export type TeamRefusal = "lastAdministrator" | "gone";

export type Team = ReturnType<typeof createTeam>;

/** The members of the team and their roles. */
export function createTeam({ db, security, now }: Runtime) {
	/** Administrators first, then by address. */
	function members(actor: Actor): Member[] {
		requireCan(actor, "team.manage");
		return teamIn(db.orm);
	}

	/**
	 * Changes a member's role, or (`undefined`) removes them from the team. The last administrator stays. Open invitations
	 * of someone who may no longer invite become void, or they could return by one.
	 */
	async function setRole(actor: Actor, id: number, role: Role | undefined): Promise<TeamRefusal | undefined> {
		const by = managerOf(actor);
		const refusal = await db.settle((tx): TeamRefusal | undefined => {
			const row = changeable(tx, id, role);
			if (typeof row === "string") return row;
			assign(tx, row, { role, invitedBy: by.id });
			if (!can(role, "team.manage")) endInvitations(tx, sentBy(id), now());
		});
		if (!refusal) security.note(role ? "role.granted" : "role.revoked", { subject: id, role, user: by.id });
		return refusal;
	}

	/** The member whose role can become this one, or why it cannot. */
	function changeable(tx: Orm, id: number, role: Role | undefined): UserRow | TeamRefusal {
		const row = tx.select().from(users).where(eq(users.id, id)).get();
		const present = row && row.disabledAt === null ? roleOf(tx, row) : undefined;
		if (!row || !present) return "gone";
		if (present === ACCOUNT_ROLE && role !== ACCOUNT_ROLE && isLast(tx, id)) return "lastAdministrator";
		return row;
	}

	/** Why a member cannot be removed now, if so. */
	function unremovable(actor: Actor, id: number): TeamRefusal | undefined {
		requireCan(actor, "team.manage");
		const row = changeable(db.orm, id, undefined);
		return typeof row === "string" ? row : undefined;
	}

	/** Whether there is no other administrator who can sign in. */
	function isLast(tx: Orm, id: number): boolean {
		const others = and(eq(users.isAdmin, true), isNull(users.disabledAt), ne(users.id, id));
		return tx.select({ id: users.id }).from(users).where(others).limit(1).get() === undefined;
	}

	/** Changes the tracks and calls that a reviewer is for. */
	async function setScope(actor: Actor, id: number, scope: Scope): Promise<TeamRefusal | undefined> {
		const by = managerOf(actor);
		const refusal = await db.settle((tx): TeamRefusal | undefined => {
			const row = tx.select().from(users).where(eq(users.id, id)).get();
			const role = row && row.disabledAt === null ? roleOf(tx, row) : undefined;
			if (!row || !onlyReviews(role)) return "gone";
			assign(tx, row, { role, invitedBy: by.id, scope });
		});
		if (!refusal) security.note("role.granted", { subject: id, user: by.id, ...scope });
		return refusal;
	}

	/**
	 * Gives or takes a role, in the caller's transaction. Without `scope`, a reviewer stays for the tracks and calls they are
	 * for.
	 */
	function assign(
		tx: Orm,
		row: UserRow,
		{ role, invitedBy, scope }: { role: Role | undefined; invitedBy: number | null; scope?: Scope | undefined },
	): void {
		const isAdmin = role === ACCOUNT_ROLE;
		const adminSince = isAdmin ? (row.adminSince ?? now()) : null;
		tx.update(users).set({ isAdmin, adminSince }).where(eq(users.id, row.id)).run();
		const member = MEMBER_ROLES.find((one) => one === role);
		if (!member) {
			tx.delete(memberships).where(eq(memberships.userId, row.id)).run();
			return;
		}
		const { tracks, calls } = onlyReviews(member) ? (scope ?? {}) : EVERYTHING;
		const set = { role: member, ...(tracks && calls && { tracks: [...tracks], calls: [...calls] }) };
		tx.insert(memberships)
			.values({ userId: row.id, createdAt: now(), invitedBy, ...set })
			.onConflictDoUpdate({ target: memberships.userId, set })
			.run();
	}

	return { members, unremovable, setRole, setScope, assign };
}

/** A person who may change the team and has recently proven their identity. */
export function managerOf(actor: Actor) {
	requireFresh(actor);
	return requireCan(actor, "team.manage");
}

/** Who is on the team. Administrators first, then by address. */
export function teamIn(tx: Orm): Member[] {
	return tx
		.select({ user: users, member: memberships })
		.from(users)
		.leftJoin(memberships, eq(memberships.userId, users.id))
		.where(and(isNull(users.disabledAt), or(eq(users.isAdmin, true), isNotNull(memberships.userId))))
		.orderBy(desc(users.isAdmin), asc(users.email))
		.all()
		.flatMap(({ user, member }) => {
			const role = roleIn(user, member);
			const since = (user.isAdmin ? user.adminSince : member?.createdAt) ?? undefined;
			const lastSignIn = user.signedInAt ?? undefined;
			const { tracks, calls } = member ?? EVERYTHING;
			const { id, email, name, verifiedAt } = user;
			const isConfirmed = verifiedAt !== null;
			return role ? { id, email: email ?? "", name, role, tracks, calls, since, lastSignIn, isConfirmed } : [];
		});
}

/** Who is told by mail what the people of an entry do: members who decide about entries and have an address. */
export function decidersIn(tx: Orm): Member[] {
	return teamIn(tx).filter(({ email, role }) => email !== "" && can(role, "entries.manage"));
}
