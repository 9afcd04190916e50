import { and, count, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { MailState } from "../../../app/enumerations.ts";
import { oneLine } from "../../../app/programmes/answers.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { ACCOUNT_ROLE, onlyReviews, ROLES, type Role } from "../../../app/roles.ts";
import type { Orm } from "../../../db/client.ts";
import { oneTimeSecrets, outbox, users } from "../../../db/schema.ts";
import { invitationLetter } from "../../mail/account-letters.ts";
import { inLanguage } from "../../mail/templates.ts";
import { sha256 } from "../../secrets.ts";
import { type Actor, requireCan, requireUser, type SignedIn } from "../actor.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { type Account, type Accounts, accountOf, roleOf, type UserRow, unconfirmed } from "./accounts.ts";
import { LIFETIME, type OneTimeSecrets, type SecretRow } from "./one-time-secrets.ts";
import { endInvitations, openInvitations } from "./open-invitations.ts";
import type { Passwords } from "./password-hashing.ts";
import { EVERYTHING, managerOf, type Scope, type Team } from "./team.ts";

/** Most open invitations: more than any committee needs. */
const MOST_INVITATIONS = 100;
/** Names of tracks or calls. Older invitations have none. */
const names = z.array(z.string()).default([]);
const detailSchema = z.object({ role: z.enum(ROLES), by: z.number(), tracks: names, calls: names });

export interface Invitation extends Scope {
	/** Identifies it in forms. Opens nothing: it is a hash of the link's secret. */
	id: string;
	email: string;
	role: Role;
	invitedAt: number;
	/** State of its mail; undefined once that is forgotten. */
	mail: MailState | undefined;
	expiresAt: number;
	isExpired: boolean;
}

/** The invitation a link belongs to, or why it does not work. */
export type Invited =
	| { state: "open"; email: string; role: Role; by: string; hasAccount: boolean }
	| { state: "expired" | "spent" };

/** Why an invitation was not sent. */
export type InvitationRefusal = "alreadyMember" | "tooMany" | "tooSoon";

interface Parts {
	accounts: Accounts;
	links: PrivateLinks;
	mailing: Mailing;
	passwords: Passwords;
	secrets: OneTimeSecrets;
	team: Team;
}

/** Invitations to the team: links that work once, for a week. A new one to an address replaces the old. */
export function createInvitations(
	{ db, event, security, now }: Runtime,
	{ accounts, links, mailing, passwords, secrets, team }: Parts,
) {
	/** Open invitations, the newest first. */
	function list(actor: Actor): Invitation[] {
		requireCan(actor, "team.manage");
		const rows = db.orm
			.select({ row: oneTimeSecrets, mail: outbox.state })
			.from(oneTimeSecrets)
			.leftJoin(outbox, eq(outbox.dedupeKey, sql`'invite:' || lower(substr(hex(${oneTimeSecrets.secretHash}), 1, 32))`))
			.where(openInvitations)
			.orderBy(desc(oneTimeSecrets.createdAt))
			.all();
		return rows.map(({ row, mail }) => ({
			id: row.secretHash.toString("hex"),
			email: row.email ?? "",
			...roleIn(row),
			invitedAt: row.createdAt,
			mail: mail ?? undefined,
			expiresAt: row.expiresAt,
			isExpired: row.expiresAt <= now(),
		}));
	}

	/**
	 * Sends an invitation; an earlier one to the same address is void. @param scope what a reviewer is for
	 * @throws AppError NOT_FRESH or FORBIDDEN
	 */
	async function send(
		actor: Actor,
		{ email, role, scope = EVERYTHING, locale }: { email: string; role: Role; scope?: Scope; locale: Locale },
	): Promise<InvitationRefusal | undefined> {
		const by = managerOf(actor);
		const address = foldEmail(email);
		return db.write((tx): InvitationRefusal | undefined => {
			const present = accounts.byEmail(tx, address);
			if (present && present.disabledAt === null && roleOf(tx, present)) return "alreadyMember";
			if (!mailing.mayGo(tx, "invite", address)) return "tooSoon";
			endInvitations(tx, eq(oneTimeSecrets.email, address), now());
			const waiting = tx.select({ n: count() }).from(oneTimeSecrets).where(openInvitations).get()?.n ?? 0;
			if (waiting >= MOST_INVITATIONS) return "tooMany";
			const { tracks, calls } = onlyReviews(role) ? scope : EVERYTHING;
			const detail = JSON.stringify({ role, by: by.id, tracks, calls });
			const secret = secrets.issue(tx, "invite", { email: address, detail });
			const link = `${links.origin()}/invitation?token=${secret}`;
			mailing.enqueue(tx, {
				kind: "invite",
				dedupeKey: `invite:${sha256(secret).toString("hex").slice(0, 32)}`,
				to: address,
				actorId: by.id,
				expiresAt: now() + LIFETIME.invite,
				// Nobody knows yet which language they read.
				...inLanguage(locale, "both", (one) => invitationLetter(one, event.brand(one), { role, by: by.email, link })),
			});
		});
	}

	/** Makes an invitation void. @returns false when it was answered, or withdrawn before */
	async function withdraw(actor: Actor, id: string): Promise<boolean> {
		managerOf(actor);
		return db.settle((tx) => endInvitations(tx, eq(oneTimeSecrets.secretHash, Buffer.from(id, "hex")), now()) > 0);
	}

	/** The invitation of a link, or why it does not work. Does not use it up. */
	function look(token: string): Invited {
		const secretHash = sha256(token);
		const row = db.orm
			.select()
			.from(oneTimeSecrets)
			.where(and(eq(oneTimeSecrets.secretHash, secretHash), eq(oneTimeSecrets.kind, "invite")))
			.get();
		if (!row || row.usedAt !== null) return { state: "spent" };
		if (row.expiresAt <= now()) return { state: "expired" };
		const { role, by } = detailOf(row);
		const inviter = db.orm.select().from(users).where(eq(users.id, by)).get();
		const email = row.email ?? "";
		return { state: "open", email, role, by: inviter?.email ?? "", hasAccount: !!accounts.byEmail(db.orm, email) };
	}

	/** Whether an account can join: its address is confirmed, or it is the invited one, which the link confirms. */
	const canJoin = ({ isVerified, email }: Pick<SignedIn, "isVerified" | "email">, invited: string): boolean =>
		isVerified || (email !== "" && email === invited);

	/**
	 * Adds the person logged in, whatever their address, once it is confirmed.
	 * @returns false if the link does not work @throws AppError UNCONFIRMED; the link works on
	 */
	async function join(actor: Actor, token: string): Promise<boolean> {
		const { id } = requireUser(actor);
		const joined = await db.settle((tx) => {
			const invitation = secrets.look("invite", token);
			const row = tx.select().from(users).where(eq(users.id, id)).get();
			if (!invitation || !row) return;
			const person = { isVerified: row.verifiedAt !== null, email: row.email ?? "" };
			if (!canJoin(person, invitation.email ?? "")) throw unconfirmed(person.email);
			const used = secrets.consume(tx, "invite", token);
			return used && admit(tx, row, used);
		});
		return noted(joined) !== undefined;
	}

	/**
	 * Opens an account for the invited address, which the link confirms, and joins.
	 * @returns undefined if the link does not work or the address has an account
	 */
	async function joinAnew(
		actor: Actor,
		{ token, name, password }: { token: string; name: string; password: string },
	): Promise<Account | undefined> {
		if (look(token).state !== "open") return;
		const passwordHash = await passwords.hash(password, actor.network);
		const joined = await db.settle((tx) => {
			const invitation = secrets.look("invite", token);
			if (!invitation?.email || accounts.byEmail(tx, invitation.email)) return;
			const used = secrets.consume(tx, "invite", token);
			if (!used) return;
			const values = { email: invitation.email, name: oneLine(name), passwordHash, createdAt: now() };
			return admit(tx, tx.insert(users).values(values).returning().get(), used);
		});
		return noted(joined);
	}

	function admit(tx: Orm, row: UserRow, invitation: SecretRow): Account {
		const { role, by, ...scope } = detailOf(invitation);
		if (row.email === invitation.email && row.verifiedAt === null) accounts.markVerified(tx, row.id);
		// An invitation only adds rights; it takes none away.
		const inviter = tx.select({ id: users.id }).from(users).where(eq(users.id, by)).get();
		const present = roleOf(tx, row);
		if (!present || ROLES.indexOf(role) < ROLES.indexOf(present))
			team.assign(tx, row, { role, invitedBy: inviter?.id ?? null, scope });
		return accountOf(tx, { ...row, isAdmin: row.isAdmin || role === ACCOUNT_ROLE });
	}

	function noted(account: Account | undefined): Account | undefined {
		if (account) security.note("role.granted", { subject: account.id, role: account.role });
		return account;
	}

	return { list, send, withdraw, look, canJoin, join, joinAnew };
}

function roleIn(row: SecretRow) {
	const { role, tracks, calls } = detailOf(row);
	return { role, tracks, calls };
}

function detailOf({ detail }: SecretRow) {
	return detailSchema.parse(JSON.parse(detail ?? "{}"));
}
