import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { MailKind } from "../../../app/enumerations.ts";
import { FIRST_STATUS, isActive, STATUSES } from "../../../app/lifecycle.ts";
import type { Programme } from "../../../app/programmes/define.ts";
import type { Registry } from "../../../app/programmes/registry.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import { takesWork, workPath } from "../../../app/programmes/uploads.ts";
import { foldForSearch } from "../../../app/search/folding.ts";
import { withoutKeys } from "../../../db/kept-mails.ts";
import { devices, entries, entryLog, identities, type lateEntries, messages, sessions } from "../../../db/schema.ts";
import { roleOf, type UserRow } from "../accounts/accounts.ts";
import { type Actor, requireFresh } from "../actor.ts";
import { type EntryRow, toAnswers } from "../entries/entry-rows.ts";
import { contentOf } from "../entries/late-entries.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { knownStatus } from "../entries/told.ts";
import type { OutboxRow } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { personIn, type Wanted, wantedBy } from "./personal-records.ts";
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
const NO_NEWS: readonly string[] = [
	"receipt",
	"verify",
	"reset",
	"confirm",
	"notice",
	"draft",
	"test",
	"message",
] satisfies MailKind[];

export type PersonalData = ReturnType<typeof createPersonalData>;

/** All data stored about a person, for that person. */
export function createPersonalData({ db, registry, security, now }: Runtime, { links }: { links: PrivateLinks }) {
	const at = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

	/**
	 * All data of a person as JSON.
	 * @param notes includes organisers' notes and mails that have not left; an operator must review them before passing it on
	 * @returns undefined if nothing is stored
	 */
	function copyOf(wanted: Wanted, { notes }: { notes: boolean }) {
		const person = personIn(db.orm, registry(), wanted);
		if (!person) return;
		const { account, address } = person;
		return {
			madeAt: at(now()),
			address,
			account: account ? accountCopy(account) : null,
			entries: person.entries.map((row) => entryCopy(row, account, notes)),
			drafts: person.drafts.map(({ form, values, updatedAt, previous, previousAt }) => ({
				form,
				values,
				updated: at(updatedAt),
				previous,
				previousUpdated: at(previousAt),
			})),
			late: person.late.map((row) => lateCopy(row, notes)),
			mails: person.mails
				.filter((mail) => notes || isTold(mail))
				.map(({ kind, toAddress: to, subject, body, state, createdAt, sentAt }) => ({
					kind,
					to,
					subject,
					text: withoutKeys(body),
					state,
					written: at(createdAt),
					sent: at(sentAt),
				})),
		};
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
		const history = db.orm
			.select()
			.from(entryLog)
			.where(and(eq(entryLog.entryId, id), inArray(entryLog.type, [...TOLD])))
			.orderBy(asc(entryLog.id))
			.all();
		const withdrawn = history.findLast(({ type }) => type === "Withdrawn");
		return {
			id: spotId(row),
			title: row.title,
			category,
			status: knownStatus(row),
			sentBy: senderOf(row, account),
			answers: only(toAnswers(registry(), row), isTheirs),
			photo: addressOf(row.photo, registry().programmeOf(category, row), spotId(row)),
			creation: at(createdAt),
			updated: at(updatedAt),
			withdrawn: at(isActive(row) ? null : (withdrawn?.at ?? null)),
			history: toldHistory(history).map(({ at: when, type, state, changes }) => ({
				at: at(when),
				type,
				state,
				changes: changes && (type === "Declined" ? changes : only(changes, isTheirs)),
			})),
			messages: messagesOf(id),
		};
	}

	/** What was written to and by the person. Members of the team are not named, and what they write among themselves is theirs. */
	function messagesOf(entryId: number) {
		return db.orm
			.select()
			.from(messages)
			.where(and(eq(messages.entryId, entryId), eq(messages.thread, "people")))
			.orderBy(asc(messages.id))
			.all()
			.map(({ at: when, fromTeam, body }) => ({ at: at(when), by: fromTeam ? "organisers" : "author", text: body }));
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
		const person = personIn(db.orm, registry(), wanted);
		return [...(person?.entries ?? []), ...(person?.late ?? [])].flatMap(({ photo }) => photo ?? []);
	}

	/** Spot ids of entries of others that name an address. */
	function mentionsOf(email: string): string[] {
		const address = foldForSearch(foldEmail(email));
		const own = new Set(personIn(db.orm, registry(), { address: email })?.entries.map(({ id }) => id));
		return db.orm
			.select({ id: entries.id, kind: entries.kind })
			.from(entries)
			.where(or(...[entries.searchText, entries.publicText].map((text) => sql`instr(${text}, ${address})`)))
			.all()
			.flatMap((row) => (own.has(row.id) ? [] : spotId(row)));
	}

	/** Entries of the person logged in, with guest entries sent from their confirmed address. */
	function ownEntries(actor: Actor): EntryRow[] {
		return personIn(db.orm, registry(), wantedBy(actor))?.entries ?? [];
	}

	/**
	 * The copy for the person logged in, without organisers' notes.
	 * @throws AppError NOT_SIGNED_IN or NOT_FRESH
	 */
	function ownCopy(actor: Actor) {
		requireFresh(actor);
		const wanted = wantedBy(actor);
		security.note("data.exported", { what: "own data", user: wanted.userId });
		return copyOf(wanted, { notes: false });
	}

	return { copyOf, photosOf, mentionsOf, ownEntries, ownCopy };
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

/** Whether a mail tells its reader nothing new: it has left, or says what their pages say. */
const isTold = ({ kind, state }: Pick<OutboxRow, "kind" | "state">): boolean =>
	state === "sent" || NO_NEWS.includes(kind);

type LogRow = typeof entryLog.$inferSelect;

/** The history as the author knows it: without statuses that were not told, each line with the status told last. */
function toldHistory(lines: readonly LogRow[]): LogRow[] {
	let known: string = FIRST_STATUS;
	return lines.flatMap((line) => {
		if (line.type === "Status" && line.told === null) return [];
		known = line.told ?? known;
		const isStatus = STATUSES.some((status) => status === line.state);
		return [{ ...line, state: isStatus && line.type !== "Email" ? known : line.state }];
	});
}

function senderOf({ userId }: EntryRow, account: UserRow | undefined): "guest" | "account" | "another account" {
	if (userId === null) return "guest";
	return userId === account?.id ? "account" : "another account";
}

function only<T>(values: Readonly<Record<string, T>>, isWanted: (name: string) => boolean): Record<string, T> {
	return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
}
