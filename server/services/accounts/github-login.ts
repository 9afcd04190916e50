import { timingSafeEqual } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { oneLine } from "../../../app/programmes/answers.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { withoutDirection } from "../../../app/programmes/problems.ts";
import type { Orm } from "../../../db/client.ts";
import { identities, users } from "../../../db/schema.ts";
import { githubLinkedLetter } from "../../mail/account-letters.ts";
import { sha256 } from "../../secrets.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { type Account, type Accounts, accountOf, type UserRow } from "./accounts.ts";
import { createGithub, GithubOutage, type GithubUser } from "./github-client.ts";
import type { OneTimeSecrets } from "./one-time-secrets.ts";
import type { Sessions } from "./sessions.ts";

const detail = z.object({ state: z.string(), verifier: z.string() });

/** After several failures in a short time, logins are refused at once for a while. */
const FAILURES_TO_OPEN = 5;
const FAILURES_WITHIN_MS = 60_000;
const OPEN_FOR_MS = 30_000;

interface Given {
	code: string;
	state: string;
	browserSecret: string;
	locale: Locale;
}

export type GithubLogin = ReturnType<typeof createGithubLogin>;

interface Parts {
	accounts: Accounts;
	links: PrivateLinks;
	mailing: Mailing;
	secrets: OneTimeSecrets;
	sessions: Sessions;
}

export function createGithubLogin({ db, config, event, now, log, security }: Runtime, parts: Parts) {
	const { accounts, links, mailing, secrets, sessions } = parts;
	let failures: number[] = [];
	let closedUntil = 0;

	const service = () => config.github && createGithub(config.github, `${links.origin()}/auth/github/callback`);

	/** Begins a sign-in. @returns where to go and the secret to keep in this browser; undefined where it is not set up */
	async function begin(): Promise<{ url: string; browserSecret: string } | undefined> {
		const github = service();
		if (!github || isClosed()) return;
		const { url, state, verifier } = github.begin();
		const kept = JSON.stringify({ state: sha256(state).toString("base64"), verifier });
		const browserSecret = await db.write((tx) => secrets.issue(tx, "oauth", { detail: kept }));
		return { url, browserSecret };
	}

	/**
	 * Finishes a login that this browser began.
	 * @returns undefined if state or code are wrong, GitHub fails or answers nonsense; the reason is logged only
	 */
	async function finish(given: Given): Promise<Account | undefined> {
		const account = await exchange(given);
		if (!account) security.note("sign-in.failed", { by: "github" });
		return account;
	}

	async function exchange(given: Given): Promise<Account | undefined> {
		const github = service();
		if (!github || isClosed()) return;
		const row = await db.write((tx) => secrets.consume(tx, "oauth", given.browserSecret));
		const kept = row?.detail ? detail.parse(JSON.parse(row.detail)) : undefined;
		if (!kept || !given.code || !isSame(kept.state, sha256(given.state).toString("base64"))) return;
		let user: GithubUser;
		try {
			user = await github.finish(given.code, kept.verifier);
		} catch (error) {
			if (isOutage(error)) noteFailure();
			log.warn({ event: "github sign-in failed", reason: error instanceof Error ? error.name : "?" }, "sign-in failed");
			return;
		}
		// Errors from here on are our own, and are reported as such.
		return db.write((tx) => accountFor(tx, user, given.locale));
	}

	/** What ends later than any outage could was noted before the clock was set back. */
	function isClosed(): boolean {
		const left = closedUntil - now();
		return left > 0 && left <= OPEN_FOR_MS;
	}

	function noteFailure(): void {
		failures = [...failures.filter((at) => Math.abs(now() - at) < FAILURES_WITHIN_MS), now()];
		if (failures.length >= FAILURES_TO_OPEN) {
			closedUntil = now() + OPEN_FOR_MS;
			failures = [];
		}
	}

	/**
	 * The account of a GitHub user. A known GitHub id: that account. Otherwise a verified address joins the account
	 * that has it: a confirmed account keeps everything and is notified; an unconfirmed one loses its password and
	 * sessions, since whoever set them never confirmed the address. Otherwise a new account, without an address if
	 * GitHub has not verified one.
	 */
	function accountFor(tx: Orm, user: GithubUser, locale: Locale): Account | undefined {
		const known = tx
			.select({ user: users })
			.from(identities)
			.innerJoin(users, eq(users.id, identities.userId))
			.where(and(eq(identities.provider, "github"), eq(identities.subject, user.subject)))
			.get();
		const present = known?.user ?? (user.email ? accounts.byEmail(tx, user.email) : undefined);
		if (present && present.disabledAt !== null) return;
		const row = present ?? create(tx, user);
		if (!known) {
			tx.insert(identities)
				.values({ provider: "github", subject: user.subject, userId: row.id, createdAt: now() })
				.run();
			if (present) join(tx, present, locale);
		}
		return accountOf(tx, row);
	}

	function create(tx: Orm, { name, email }: GithubUser): UserRow {
		const row = tx
			.insert(users)
			.values({ email: email ? foldEmail(email) : null, name: storable(name), createdAt: now() })
			.returning()
			.get();
		if (email) accounts.markVerified(tx, row.id);
		return row;
	}

	function join(tx: Orm, present: UserRow, locale: Locale): void {
		if (present.verifiedAt === null) {
			tx.update(users).set({ passwordHash: null }).where(eq(users.id, present.id)).run();
			sessions.closeAll(tx, present.id);
			accounts.markVerified(tx, present.id);
			if (present.passwordHash !== null) security.note("password.changed", { subject: present.id });
		} else if (present.email) {
			const letter = githubLinkedLetter(locale, event.brand(locale));
			mailing.enqueue(tx, {
				kind: "notice",
				dedupeKey: `notice:github:${present.id}:${now()}`,
				to: present.email,
				...letter,
			});
		}
	}

	return { begin, finish, isSetUp: () => config.github !== undefined };
}

/** A name from elsewhere, as ours may be (`registrationProblems`). */
function storable(name: string): string {
	const kept = withoutDirection(oneLine(name.toWellFormed()).replace(/[\p{Cc}\ufffd]/gu, ""));
	return [...kept].slice(0, 200).join("").trim();
}

/** Whether GitHub is unavailable: only then are further logins refused for a while. */
function isOutage(error: unknown): boolean {
	return (
		error instanceof GithubOutage ||
		error instanceof TypeError ||
		(error instanceof Error && error.name === "TimeoutError")
	);
}

function isSame(a: string, b: string): boolean {
	const [left, right] = [Buffer.from(a), Buffer.from(b)];
	return left.length === right.length && timingSafeEqual(left, right);
}
