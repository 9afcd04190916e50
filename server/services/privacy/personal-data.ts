import { and, asc, count, eq, gt, inArray, max, or, type SQL } from "drizzle-orm";
import type { MailKind } from "../../../app/enumerations.ts";
import { FIRST_STATUS, isActive, STATUSES } from "../../../app/lifecycle.ts";
import type { Programme } from "../../../app/programmes/define.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import { takesWork, workPath } from "../../../app/programmes/uploads.ts";
import { withoutKeys } from "../../../db/kept-mails.ts";
import {
	devices,
	drafts,
	entries,
	entryLog,
	identities,
	lateEntries,
	messages,
	outbox,
	sessions,
} from "../../../db/schema.ts";
import { roleOf, type UserRow } from "../accounts/accounts.ts";
import { type Actor, requireFresh } from "../actor.ts";
import { editsOf } from "../entries/entry-edits.ts";
import { type EntryRow, presentAnswers, toAnswers } from "../entries/entry-rows.ts";
import { contentOf } from "../entries/late-entries.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { asTold, knownStatus } from "../entries/told.ts";
import { BATCH_SIZE, batchesAfter, mapped, readInBatches } from "../limits/batches.ts";
import type { OptOuts } from "../mails/opt-outs.ts";
import type { Runtime } from "../runtime.ts";
import { recordsOf, type Wanted, wantedBy } from "./personal-records.ts";
import { reviewsCopy } from "./reviews-copy.ts";

/** Log types an author may see; the rest is internal. */
const TOLD = [
	"Created",
	"Edited",
	"Claimed",
	"Withdrawn",
	"Restored",
	"Status",
	"Told",
	"Email",
	"Confirmed",
	"Declined",
	"Asked",
] as const;

/** Mails about what their reader did, or what is on their pages. All others are news until they have left. */
const NO_NEWS = ["receipt", "verify", "reset", "confirm", "notice", "draft", "test", "message"] satisfies MailKind[];

/** Entries and late forms that are read at once: each may have 100 KB of answers. */
const FORMS_AT_ONCE = 5;

export type PersonalData = ReturnType<typeof createPersonalData>;

/** All data stored about a person, for that person. */
export function createPersonalData(
	{ db, registry, security, now }: Runtime,
	{ links, optOuts }: { links: PrivateLinks; optOuts: Pick<OptOuts, "of"> },
) {
	const at = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

	/** Rows with numbers, in their order, read while they are used. */
	function rowsIn<Table extends typeof entries | typeof lateEntries | typeof outbox>(
		table: Table,
		where: SQL,
		size?: number,
	) {
		const ids = db.orm.select({ id: table.id }).from(table).where(where).orderBy(asc(table.id)).all();
		const read = (some: readonly number[]) =>
			db.orm
				.select()
				.from(table)
				.where(inArray(table.id, [...some]))
				.all() as Table["$inferSelect"][];
		return {
			total: ids.length,
			rows: readInBatches(
				ids.map(({ id }) => id),
				read,
				size,
			),
		};
	}

	/**
	 * All data of a person, for JSON (`jsonOf`): what can be long is read while it is written.
	 * @param notes includes organisers' notes and mails that have not left; an operator must review them before passing it on
	 * @returns undefined if nothing is stored
	 */
	function copyOf(wanted: Wanted, { notes }: { notes: boolean }) {
		const { account, address, ...where } = recordsOf(db.orm, registry(), wanted);
		const own = rowsIn(entries, where.entries, FORMS_AT_ONCE);
		const late = rowsIn(lateEntries, where.late, FORMS_AT_ONCE);
		// What has not left may be news: the author's copy has it only where the pages say the same.
		const mails = rowsIn(outbox, (notes ? undefined : and(where.mails, isTold)) ?? where.mails);
		const typed = db.orm.select({ subject: drafts.subject, form: drafts.form }).from(drafts).where(where.drafts).all();
		const counts = { entries: own.total, drafts: typed.length, late: late.total, mails: mails.total };
		const unsubscribed = address ? optOuts.of(address) : [];
		if (!account && Object.values(counts).every((n) => n === 0) && unsubscribed.length === 0) return;
		const copy = {
			madeAt: at(now()),
			address,
			account: account ? accountCopy(account) : null,
			entries: mapped(own.rows, (row) => entryCopy(row, account, notes)),
			drafts: draftsIn(typed),
			late: mapped(late.rows, (row) => lateCopy(row, notes)),
			mails: mapped(mails.rows, ({ kind, toAddress: to, subject, body, state, createdAt, sentAt }) => ({
				kind,
				to,
				subject,
				text: withoutKeys(body),
				// No page tells it to the person: "cancelled" would show that their entry is kept apart.
				...(notes && { state }),
				written: at(createdAt),
				sent: at(sentAt),
			})),
			/** From which events' emails to many people. */
			unsubscribed: unsubscribed.map(({ event, at: since }) => ({ event, since: at(since) })),
		};
		return { copy, counts };
	}

	/** Drafts by their keys, read while they are used: each may have a megabyte. */
	function* draftsIn(keys: readonly Pick<typeof drafts.$inferSelect, "subject" | "form">[]) {
		for (const { subject, form } of keys) {
			const mine = and(eq(drafts.subject, subject), eq(drafts.form, form));
			const row = db.orm.select().from(drafts).where(mine).get();
			if (!row) continue;
			const older = row.older.map(({ values, savedAt }) => ({ values, updated: at(savedAt) }));
			yield { form, values: row.values, updated: at(row.updatedAt), older };
		}
	}

	function accountCopy(row: UserRow) {
		const { id, email, name, createdAt, verifiedAt, signedInAt } = row;
		const elsewhere = db.orm.select().from(identities).where(eq(identities.userId, id)).all();
		const opened = db.orm.select().from(sessions).where(eq(sessions.userId, id)).orderBy(sessions.createdAt).all();
		const browsers = db.orm.select().from(devices).where(eq(devices.userId, id)).orderBy(devices.createdAt).all();
		return {
			email,
			name,
			created: at(createdAt),
			verified: at(verifiedAt),
			role: roleOf(db.orm, row) ?? null,
			...reviewsCopy(db.orm, id, at),
			lastSignIn: at(signedInAt),
			knownBrowsers: browsers.map(({ createdAt: since, lastUsedAt }) => ({
				since: at(since),
				lastSignIn: at(lastUsedAt),
			})),
			signsInWith: elsewhere.map(({ provider, subject, createdAt: since }) => ({
				provider,
				subject,
				since: at(since),
			})),
			sessions: opened.map(({ createdAt: since, lastSeenAt, expiresAt, ipPrefix, userAgent }) => ({
				opened: at(since),
				lastSeen: at(lastSeenAt),
				ends: at(expiresAt),
				network: ipPrefix,
				browser: userAgent,
			})),
		};
	}

	function entryCopy(row: EntryRow, account: UserRow | undefined, notes: boolean) {
		const { id, category, createdAt, updatedAt } = row;
		const isTheirs = notes ? () => true : isOfAuthor(registry(), row);
		const withdrawn = db.orm
			.select({ at: max(entryLog.at) })
			.from(entryLog)
			.where(and(eq(entryLog.entryId, id), eq(entryLog.type, "Withdrawn")))
			.get();
		return {
			id: spotId(row),
			title: row.title,
			category,
			status: knownStatus(row),
			sentBy: senderOf(row, new Set(account ? [account.id] : [])),
			answers: only(toAnswers(registry(), row), isTheirs),
			photo: addressOf(row.photo, registry().programmeOf(category, row), spotId(row)),
			creation: at(createdAt),
			updated: at(updatedAt),
			withdrawn: at(isActive(asTold(row)) ? null : (withdrawn?.at ?? null)),
			history: historyOf(row, isTheirs),
			messages: messagesOf(id),
		};
	}

	/** The history as the author knows it: without statuses that were not told, each line with the status told last. */
	function* historyOf(row: EntryRow, isTheirs: (name: string) => boolean) {
		const present = presentAnswers(registry(), row);
		const read = (after: number) =>
			db.orm
				.select()
				.from(entryLog)
				.where(and(eq(entryLog.entryId, row.id), inArray(entryLog.type, [...TOLD]), gt(entryLog.id, after)))
				.orderBy(asc(entryLog.id))
				.limit(BATCH_SIZE)
				.all();
		let known: string = FIRST_STATUS;
		for (const lines of batchesAfter(read)) {
			const edits = editsOf(
				db.orm,
				lines.map(({ id }) => id),
				present,
			);
			for (const { id, at: when, type, state, told, changes } of lines) {
				if (type === "Status" && told === null) continue;
				known = told ?? known;
				const isStatus = STATUSES.some((status) => status === state);
				const edited = edits.get(id)?.map(({ field, from, to }) => [field, { from, to }]);
				const changed = edited ? Object.fromEntries(edited) : changes;
				yield {
					at: at(when),
					type,
					state: isStatus && type !== "Email" ? known : state,
					changes: changed && (type === "Declined" ? changed : only(changed, isTheirs)),
				};
			}
		}
	}

	/** What was written to and by the person. Members of the team are not named, and what they write among themselves is theirs. */
	function* messagesOf(entryId: number) {
		const read = (after: number) =>
			db.orm
				.select()
				.from(messages)
				.where(and(eq(messages.entryId, entryId), eq(messages.thread, "people"), gt(messages.id, after)))
				.orderBy(asc(messages.id))
				.limit(BATCH_SIZE)
				.all();
		for (const rows of batchesAfter(read))
			for (const { at: when, fromTeam, body } of rows)
				yield { at: at(when), by: fromTeam ? "organisers" : "author", text: body };
	}

	function lateCopy(row: typeof lateEntries.$inferSelect, notes: boolean) {
		const entry = { ...contentOf(row), category: row.category };
		return {
			form: row.form,
			answers: only(toAnswers(registry(), entry), notes ? () => true : isOfAuthor(registry(), entry)),
			photo: addressOf(row.photo, registry().programmeOf(row.category, entry)),
			arrived: at(row.arrivedAt),
			// The pages do not tell it, and organisers may still let the form in.
			...(notes && { declined: at(row.declinedAt) }),
		};
	}

	function addressOf(photo: string | null, { fields }: Pick<Programme, "fields">, spot = ""): string | null {
		const path = takesWork(fields) ? workPath(photo ?? "", spot) : `/uploads/${photo}.jpg`;
		return photo && `${links.origin()}${path}`;
	}

	/** Names of the photos of their entries, and of what they sent too late. */
	function photosOf(wanted: Wanted): string[] {
		const where = recordsOf(db.orm, registry(), wanted);
		const own = db.orm.select({ photo: entries.photo }).from(entries).where(where.entries).all();
		const late = rowsIn(lateEntries, where.late).rows;
		return [...own, ...late].flatMap(({ photo }) => photo ?? []);
	}

	/** The first entries of the person logged in, with guest entries sent from their confirmed address, and how many there are. */
	function ownEntries(actor: Actor, most: number) {
		const where = recordsOf(db.orm, registry(), wantedBy(actor)).entries;
		const rows = db.orm
			.select({ id: entries.id, kind: entries.kind, category: entries.category, title: entries.title })
			.from(entries)
			.where(where)
			.orderBy(asc(entries.id))
			.limit(most)
			.all();
		return { rows, total: db.orm.select({ n: count() }).from(entries).where(where).get()?.n ?? 0 };
	}

	/**
	 * The copy for the person logged in, without organisers' notes.
	 * @throws AppError NOT_SIGNED_IN or NOT_FRESH
	 */
	function ownCopy(actor: Actor) {
		requireFresh(actor);
		const wanted = wantedBy(actor);
		security.note("data.exported", { what: "own data", user: wanted.userId });
		return copyOf(wanted, { notes: false })?.copy;
	}

	return { copyOf, photosOf, ownEntries, ownCopy };
}

/** Whether a field of an entry is its author's: organisers' notes are not, nor is what no programme asks any more. */
function isOfAuthor(registry: Registry, row: Parameters<typeof toAnswers>[1]): (name: string) => boolean {
	const theirs = new Set(
		registry
			.programmeOf(row.category, row)
			.fields.filter(({ audience }) => audience !== "admin")
			.map(({ name }) => name),
	);
	return (name) => theirs.has(name);
}

/** The condition that a mail tells its reader nothing new: it has left, or says what their pages say. */
const isTold = or(eq(outbox.state, "sent"), inArray(outbox.kind, NO_NEWS));

/** Who sent an entry. @param accounts of the person */
export function senderOf(
	{ userId }: Pick<EntryRow, "userId">,
	accounts: ReadonlySet<number>,
): "guest" | "account" | "another account" {
	if (userId === null) return "guest";
	return accounts.has(userId) ? "account" : "another account";
}

function only<T>(values: Readonly<Record<string, T>>, isWanted: (name: string) => boolean): Record<string, T> {
	return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
}
