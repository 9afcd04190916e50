import { and, count, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { MAIL_STATES, type MailState, NOT_SENT } from "../../../app/enumerations.ts";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import { searchWords } from "../../../app/search/words.ts";
import { withoutKeys, withoutLinks } from "../../../db/kept-mails.ts";
import { entries, outbox, users } from "../../../db/schema.ts";
import type { Administrators } from "../accounts/administrators.ts";
import { type Actor, requireCan, type SignedIn } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { createEntryMails } from "./entry-mails.ts";
import { shownTo } from "./hidden-mails.ts";
import type { OutboxRow } from "./mailing.ts";

/** Mails on a page of the outbox. */
const PAGE = 50;

/** A mail as its reader may see it. */
export interface ReadMail extends Omit<OutboxRow, "cancelledBy"> {
	/** It has links for its recipient only: placeholders are shown instead. */
	hidesLinks: boolean;
	/** Of the entry it is about, where its subject does not name that. */
	reference: string | undefined;
	/** Address of the organiser who cancelled it, if one did and still has an account. */
	cancelledBy: string | undefined;
	/** An organiser cancelled it, so it may be put back. */
	canUndo: boolean;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** The outbox as shown to the team. Links with secrets are shown only to the people they were sent to. */
export function createOutbox(runtime: Runtime, { administrators }: { administrators: Administrators }) {
	const { db, config, security } = runtime;
	/**
	 * A page of the outbox, newest first; a page beyond the end gives the last one. With the number of mails in each
	 * state that the search finds.
	 * @param words shown instead of links that are not for the reader
	 */
	function list(actor: Actor, query: { state: MailState | ""; q?: string; page: number }, words: string) {
		const reader = requireCan(actor, "mails.manage");
		const found = and(matching(query.q ?? ""), shownTo(runtime, reader));
		const counts = countsOf(found);
		const where = and(query.state ? eq(outbox.state, query.state) : undefined, found);
		const total = query.state ? counts[query.state] : counts.all;
		const pages = Math.max(1, Math.ceil(total / PAGE));
		const page = Math.min(query.page, pages);
		const newest = db.orm.select().from(outbox).where(where).orderBy(desc(outbox.id));
		const rows = newest
			.limit(PAGE)
			.offset((page - 1) * PAGE)
			.all();
		return { rows: asReadBy(reader, rows, words), counts, total, page, pages };
	}

	/** How many mails are in each state, and in all. */
	function countsOf(found: SQL | undefined): Record<MailState | "all", number> {
		const rows = db.orm.select({ state: outbox.state, n: count() }).from(outbox).where(found).groupBy(outbox.state);
		const present = new Map(rows.all().map(({ state, n }) => [state, n]));
		const each = Object.fromEntries(MAIL_STATES.map((state) => [state, present.get(state) ?? 0]));
		return { ...(each as Record<MailState, number>), all: [...present.values()].reduce((sum, n) => sum + n, 0) };
	}

	/**
	 * Without a mail server links have to be passed on: invitations by the person who sent them, all others by the
	 * first administrator. Each view is logged.
	 */
	function asReadBy(reader: SignedIn, rows: readonly OutboxRow[], words: string): ReadMail[] {
		const noMailServer = config.smtpUrl === undefined;
		const isFirst = noMailServer && administrators.isFirst(reader.id);
		const passesOn = ({ kind, actorId }: OutboxRow) =>
			isFirst || (noMailServer && kind === "invite" && actorId === reader.id);
		const references = referencesOf(rows);
		const addresses = addressesOf(rows.flatMap(({ cancelledBy }) => cancelledBy ?? []));
		const shown = rows.map((row) => {
			const isOwn = reader.isVerified && foldEmail(row.toAddress) === reader.email;
			const opens = withoutKeys(row.body) !== row.body;
			const whole = isOwn || (opens && passesOn(row));
			const body = whole ? row.body : withoutLinks(row.body, words);
			const about = row.entryId === null ? undefined : references.get(row.entryId);
			const reference = about && !row.subject.includes(about) ? about : undefined;
			const cancelledBy = row.cancelledBy === null ? undefined : addresses.get(row.cancelledBy);
			const read = { ...row, body, reference, cancelledBy, canUndo: undoable(row), hidesLinks: body !== row.body };
			return { row, handedOn: whole && !isOwn, read };
		});
		const mails = shown.filter(({ handedOn }) => handedOn).map(({ row }) => row.id);
		if (mails.length > 0) security.note("mail.links-read", { user: reader.id, mails });
		return shown.map(({ read }) => read);
	}

	function referencesOf(rows: readonly OutboxRow[]): ReadonlyMap<number, string> {
		const ids = rows.flatMap(({ entryId }) => entryId ?? []);
		const about = db.orm
			.select({ id: entries.id, kind: entries.kind })
			.from(entries)
			.where(inArray(entries.id, ids))
			.all();
		return new Map(about.map((entry) => [entry.id, spotId(entry)]));
	}

	function addressesOf(ids: readonly number[]): ReadonlyMap<number, string> {
		const found = db.orm
			.select({ id: users.id, email: users.email })
			.from(users)
			.where(inArray(users.id, [...ids]))
			.all();
		return new Map(found.map(({ id, email }) => [id, email ?? ""]));
	}

	return { list, to: createEntryMails(runtime) };
}

function undoable({ state, lastError }: OutboxRow): boolean {
	return state === "cancelled" && lastError === NOT_SENT.organiser;
}

/**
 * Mails whose recipient or subject has all words, or the search itself: SQLite folds only unaccented letters. A word may
 * also be the reference of the entry that a mail is about.
 */
function matching(q: string): SQL | undefined {
	const words = searchWords(q);
	if (words.length === 0) return;
	const text = sql`${outbox.toAddress} || char(10) || ${outbox.subject}`;
	const folded = and(...words.map((word) => or(sql`instr(lower(${text}), ${word})`, isAbout(word))));
	return or(folded, sql`instr(${text}, ${q})`);
}

function isAbout(word: string): SQL | undefined {
	const id = idFromSpot(word);
	if (id === 0) return;
	const kind = sql`(select ${entries.kind} from ${entries} where ${entries.id} = ${id})`;
	return sql`(${outbox.entryId} = ${id} and ${kind} || '-' || ${id} = ${word})`;
}
