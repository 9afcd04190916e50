import { and, desc, eq, gt, inArray, lte } from "drizzle-orm";
import type { Locale } from "../../../app/programmes/define.ts";
import { isEmail } from "../../../app/programmes/email.ts";
import { formPath } from "../../../app/programmes/forms.ts";
import type { Orm } from "../../../db/client.ts";
import { draftLinks, drafts } from "../../../db/schema.ts";
import { draftValues } from "../../mail/templates.ts";
import { randomToken, sha256 } from "../../secrets.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { type Actor, draftSubjects } from "../actor.ts";
import { createLimiter } from "../limits/rate-limiter.ts";
import type { MailTexts } from "../mails/mail-texts.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";
import type { PrivateLinks } from "./private-links.ts";
import { draftName, type Submission } from "./submission.ts";

/** Characters of a random token. */
const RANDOM_LENGTH = randomToken().length;
const HOUR_SECONDS = 3_600;
const KEPT_MS = 30 * 24 * HOUR_SECONDS * 1000;
/** Links of one draft at a time; a further one takes the place of the oldest. */
const MOST_LINKS = 3;
/** Links an hour from one network: anybody can name any address. A lecture hall shares one. */
const FROM_NETWORK = 60;

export type DraftLinks = ReturnType<typeof createDraftLinks>;

type About = Pick<Submission, "programme" | "place" | "id" | "token" | "late">;

/** `limit`: another mail was just sent there, or too many came from this network. */
export type LinkOutcome = "sent" | "address" | "limit";

/** Links that open a draft on another device, by mail. Only hashes are stored, and a link ends with its draft. */
export function createDraftLinks(
	{ db, config, now }: Runtime,
	{
		accounts,
		links,
		mailing,
		texts,
	}: { accounts: Pick<Accounts, "provenOwner">; links: PrivateLinks; mailing: Mailing; texts: MailTexts },
) {
	const limiter = createLimiter(FROM_NETWORK, HOUR_SECONDS, config.rateLimitScale);

	/**
	 * Mails a link to the draft of a new entry that was just kept for the sender: to the account's address, or to the one
	 * in the form. It is not queued beyond the limits of mails to one address, so nobody can fill a mailbox for weeks.
	 */
	async function send(actor: Actor, about: About, typed: string, locale: Locale): Promise<LinkOutcome> {
		const to = recipientOf(actor, typed);
		if (!isEmail(to)) return "address";
		const isMany = await limiter.consume(actor.network ?? "").then(
			() => false,
			() => true,
		);
		if (isMany) return "limit";
		const subject = keeperOf(actor, about) ?? "";
		const mine = { subject, form: draftName(about) };
		return db.write((tx) => {
			if (!mailing.mayGo(tx, "draft", to)) return "limit";
			// Whose confirmed address it goes to: whoever has the link has that mailbox.
			const owner = accounts.provenOwner(tx, to);
			const secret = `${randomToken()}${owner === null ? "" : owner.toString(36)}`;
			const expiresAt = now() + KEPT_MS;
			dropOldest(tx, mine);
			tx.insert(draftLinks)
				.values({ ...mine, secretHash: sha256(secret), createdAt: now(), expiresAt })
				.run();
			const { programme, place, late } = about;
			const search = new URLSearchParams({
				...(place.variant?.event && { event: place.variant.event }),
				token: secret,
				// Without it a draft of a closed call could be read, and not submitted.
				...(late && { late }),
			});
			const path = place.variant?.path ?? formPath(programme, {});
			const link = `${links.origin()}${path}?${search}`;
			const dedupeKey = `draft:${sha256(secret).toString("hex").slice(0, 32)}`;
			const letter = texts.write("draft", locale, draftValues(locale, { programme, link }));
			mailing.enqueue(tx, { kind: "draft", dedupeKey, to, expiresAt, ...letter });
			return "sent";
		});
	}

	/** Where a link to the sender's draft goes. */
	function recipientOf({ user }: Actor, typed: string): string {
		return user?.email || typed.trim();
	}

	function dropOldest(tx: Orm, { subject, form }: { subject: string; form: string }): void {
		const ofDraft = and(eq(draftLinks.subject, subject), eq(draftLinks.form, form));
		const newest = tx.select().from(draftLinks).where(ofDraft).orderBy(desc(draftLinks.createdAt)).all();
		const oldest = newest.slice(MOST_LINKS - 1).map(({ secretHash }) => secretHash);
		tx.delete(draftLinks).where(inArray(draftLinks.secretHash, oldest)).run();
	}

	/** Whose draft of a form its link opens; undefined where it opens none. Looking changes nothing. */
	function subjectOf({ token, ...about }: About): string | undefined {
		if (!token) return;
		const asked = and(eq(draftLinks.secretHash, sha256(token)), eq(draftLinks.form, draftName(about)));
		const live = and(asked, gt(draftLinks.expiresAt, now()));
		return db.orm.select({ subject: drafts.subject }).from(draftLinks).innerJoin(drafts, ofLink).where(live).get()
			?.subject;
	}

	/** The account whose confirmed mailbox got this link. The stored hash of the link protects the number in it. */
	function mailedTo(about: About): number | undefined {
		const owner = Number.parseInt(about.token?.slice(RANDOM_LENGTH) ?? "", 36);
		return subjectOf(about) === undefined || Number.isNaN(owner) ? undefined : owner;
	}

	/**
	 * For whom a draft of a form is kept: the account, or without one the draft that the link opens, or this browser. A
	 * draft of somebody's account is not changed by its link.
	 */
	function keeperOf(actor: Actor, about: About): string | undefined {
		const linked = actor.user ? undefined : subjectOf(about);
		return linked?.startsWith("visitor:") ? linked : draftSubjects(actor)[0];
	}

	/** Whether a link opens the draft of a form that is kept for someone. */
	function isLinked(subject: string, about: About): boolean {
		const live = and(eq(draftLinks.form, draftName(about)), gt(draftLinks.expiresAt, now()));
		const found = db.orm
			.select()
			.from(draftLinks)
			.where(and(eq(draftLinks.subject, subject), live));
		return found.limit(1).get() !== undefined;
	}

	async function sweep(): Promise<void> {
		await db.settle((tx) => tx.delete(draftLinks).where(lte(draftLinks.expiresAt, now())).run());
	}

	return { send, recipientOf, subjectOf, mailedTo, keeperOf, isLinked, sweep };
}

const ofLink = and(eq(drafts.subject, draftLinks.subject), eq(drafts.form, draftLinks.form));
