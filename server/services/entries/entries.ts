import { and, count, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { ACTIVE, PRESENCE_AFTER } from "../../../app/lifecycle.ts";
import { type Answers, readAnswers, textOf } from "../../../app/programmes/answers.ts";
import type { Field } from "../../../app/programmes/define.ts";
import type { Problem } from "../../../app/programmes/problems.ts";
import type { Orm } from "../../../db/client.ts";
import { entries } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { SubmissionPace } from "../limits/submission-pace.ts";
import type { Photos } from "../photos/photos.ts";
import type { Programmes } from "../programmes/programmes.ts";
import type { Runtime } from "../runtime.ts";
import { type Accepted, accepted } from "./accepted.ts";
import type { Drafts } from "./drafts.ts";
import { type Columns, type EntryRow, toAnswers, toColumns, toForm, withStoredConsent } from "./entry-rows.ts";
import type { EntryWriting } from "./entry-writing.ts";
import type { LateEntries } from "./late-entries.ts";
import type { LateLinks } from "./late-links.ts";
import type { Joined, OthersChanges } from "./others-changes.ts";
import type { OwnEntries } from "./own-entries.ts";
import type { SpamNetworks } from "./spam-networks.ts";
import { attemptsAt, fingerprint, type Submission, withStoredAnswers } from "./submission.ts";
import type { Attempts } from "./submission-attempts.ts";
import type { SubmittedPhotos } from "./submitted-photos.ts";
import { KNOWN_PRESENCE } from "./told.ts";
import type { UnsentForms } from "./unsent-forms.ts";
import { type Checking, clashed, type PhotoAtHand, type Refused } from "./validation.ts";

export type Entries = ReturnType<typeof createEntries>;

export interface Parts {
	accounts: Accounts;
	attempts: Attempts;
	checking: Checking;
	drafts: Drafts;
	late: LateEntries;
	lateLinks: LateLinks;
	othersChanges: OthersChanges;
	own: OwnEntries;
	pace: SubmissionPace;
	photos: Photos;
	programmes: Programmes;
	spamNetworks: SpamNetworks;
	submittedPhotos: SubmittedPhotos;
	unsent: UnsentForms;
	writing: EntryWriting;
}

/** A parsed form, not yet validated. */
interface ReadForm {
	submission: Submission;
	answers: Answers;
	/** The entry it changes. */
	present: EntryRow | undefined;
	/** The entry this same submission created before. */
	earlier: EntryRow | undefined;
	/** Account, browser or session; undefined: unknown. */
	sender: string | undefined;
	/** Its fingerprint. */
	key: string;
}

export function createEntries({ config, db, now, registry }: Runtime, parts: Parts) {
	const {
		accounts,
		attempts,
		checking,
		drafts,
		late,
		lateLinks,
		othersChanges,
		own,
		pace,
		photos,
		programmes,
		spamNetworks,
		submittedPhotos,
		unsent,
		writing,
	} = parts;
	const bySubmissionKey = db.orm
		.select()
		.from(entries)
		.where(eq(entries.submissionKey, sql.placeholder("key")))
		.prepare();

	/**
	 * Stores a form, or returns its problems. Entry, log line and receipt are written in one transaction after the
	 * photo is safely on disk, so that whatever is acknowledged survives a crash. The same submission sent twice is one
	 * entry. Late forms (`LateLinks.admit`) are kept for the organisers and refused. @throws AppError
	 * PROGRAMME_CLOSED, CONFLICT (too many entries), NOT_SIGNED_IN or NOT_FOUND (editing an entry), STORAGE_FULL, BUSY
	 */
	async function submit(actor: Actor, submission: Submission): Promise<Accepted | Refused> {
		const photo: PhotoAtHand = { kept: undefined, refusal: undefined };
		try {
			const others = othersIn(actor, submission);
			const joined = others ? { ...submission, form: others.form } : submission;
			const result = {
				...(await readJudgeStore(actor, joined, photo, others?.problems)),
				...(others && { others, joined: others.joined }),
			};
			if (result.ok || !submission.keepsDraft) return result;
			return { ...result, savedAt: await drafts.save(actor, joined, joined.form, photo.kept?.name) };
		} catch (error) {
			if (submission.keepsDraft) await unsent.rescue(actor, submission, photo.kept);
			throw error;
		}
	}

	/** What others changed since a form was opened. @throws AppError NOT_SIGNED_IN or NOT_FOUND */
	function othersIn(actor: Actor, submission: Submission): Joined | undefined {
		if (submission.id === 0 || !textOf(submission.form, "seen")) return;
		return othersChanges.join(actor, submission, requireEditable(db.orm, actor, submission));
	}

	/**
	 * @param photo filled in during the call, so that the caller knows it even after an error
	 * @param clashes answers that others changed as well
	 */
	async function readJudgeStore(
		actor: Actor,
		sent: Submission,
		photo: PhotoAtHand,
		clashes: readonly Problem[] = [],
	): Promise<Accepted | Refused> {
		const read = readForm(actor, sent);
		const { present, earlier, submission } = read;
		const admission = admissionOf(read);
		if (earlier?.photo) photo.kept = photos.byName(earlier.photo);
		else Object.assign(photo, await submittedPhotos.receive(actor, submission, { present: present?.photo }));
		const verdict = await judge(actor, read, photo, clashes);
		if (!verdict.ok) return verdict;
		const stays = (field: Field) => verdict.kept.includes(field.name);
		const held = present ? toAnswers(registry(), present) : {};
		const answers = { ...read.answers, ...Object.fromEntries(verdict.kept.map((name) => [name, held[name]])) };
		const photoStays = submission.programme.fields.some((field) => field.column === "photo" && stays(field));
		const columns = withStoredConsent(registry(), present, {
			...toColumns(submission.programme, answers),
			photo: photo.kept?.name ?? (photoStays ? (present?.photo ?? null) : null),
			incomplete: verdict.missing,
		});
		if (admission === "late") return keepLate(actor, read, columns);
		const stored = await store(actor, read, columns, admission === "by link");
		return { ...stored, ...(verdict.kept.length > 0 && { kept: verdict.kept }) };
	}

	/** Parses the form, identifies the sender and finds what is already stored. Changes nothing. */
	function readForm(actor: Actor, sent: Submission): ReadForm {
		const { programme, place, omittedConsent } = sent;
		if (place.editor) requireCan(actor, "entries.manage");
		const isNew = sent.id === 0;
		const present = isNew ? undefined : requireEditable(db.orm, actor, sent);
		const isPart = present !== undefined && sent.omittedFields === "unchanged";
		const form = isPart ? withStoredAnswers(sent, toForm(registry(), present)) : sent.form;
		const submission = { ...sent, form };
		const { fixed } = place.variant ?? {};
		const held = present && toAnswers(registry(), present);
		const read = readAnswers(programme, form, { omittedConsent, fixed, editor: place.editor, present: held });
		const answers = checking.withTrack(submission, read, present);
		const sender = attempts.subjectOf(actor, textOf(form, "formSession"));
		const key = fingerprint(submission, sender, answers, submittedPhotos.sourceHash(actor, submission));
		const earlier = isNew ? bySubmissionKey.get({ key }) : undefined;
		return { submission, answers, present, earlier, sender, key };
	}

	/**
	 * How the form is let in. A repeated submission that was in time is still acknowledged.
	 * @throws AppError PROGRAMME_CLOSED
	 */
	function admissionOf({ submission, earlier, key }: ReadForm): ReturnType<LateLinks["admit"]> {
		if (earlier) return "in time";
		const isOpen = programmes.isOpen(submission.programme.category) || lateLinks.opensUntil(submission) !== undefined;
		if (!isOpen && late.isWaiting(key)) throw new AppError("PROGRAMME_CLOSED", { text: "LATE" });
		return submission.place.editor ? "in time" : lateLinks.admit(submission);
	}

	async function judge(actor: Actor, read: ReadForm, photo: PhotoAtHand, clashes: readonly Problem[]) {
		const { submission, answers, present, earlier } = read;
		const { place } = submission;
		const stored = present ?? earlier;
		const kept = stored && { ...stored, isEdited: present !== undefined, answers: toAnswers(registry(), stored) };
		const verdict =
			clashes.length > 0
				? clashed(submission, photo, clashes)
				: await checking.judge(actor, submission, answers, photo, kept);
		if (verdict.ok) return verdict;
		// An incomplete form is not a repeat unless the sender has used up the attempts.
		if (!place.editor) lateLinks.admit(submission);
		if (photo.kept) await photos.hold(photo.kept.name);
		return verdict;
	}

	/** @throws AppError PROGRAMME_CLOSED, unless the form was stored in time meanwhile */
	async function keepLate(actor: Actor, read: ReadForm, columns: Columns): Promise<Accepted> {
		const inTime = await pace.inTurn(() => late.keep(actor, { ...read, columns }));
		if (!inTime) throw new AppError("PROGRAMME_CLOSED", { text: "LATE" });
		return acknowledge(actor, read, inTime);
	}

	async function acknowledge(actor: Actor, read: ReadForm, entry: EntryRow): Promise<Accepted> {
		await db.settle((tx) => forget(tx, actor, read));
		return accepted(entry, false);
	}

	/** Forgets draft and counts of an accepted form. */
	function forget(tx: Orm, actor: Actor, { submission, sender }: ReadForm): void {
		attempts.reset(tx, sender, attemptsAt(submission));
		if (submission.keepsDraft) drafts.settle(tx, actor, submission, submission.form);
	}

	async function store(actor: Actor, read: ReadForm, columns: Columns, byLink: boolean): Promise<Accepted> {
		const { submission, present, earlier, key } = read;
		const { programme, place, locale } = submission;
		const silent = place.editor && submission.silent === true;
		if (earlier) return acknowledge(actor, read, earlier);
		const write = (tx: Orm) => {
			// Before the draft is forgotten, and its links with it.
			const ofDraft = actor.user ? undefined : drafts.provenAccountOf(tx, submission);
			forget(tx, actor, read);
			const by = { id: actor.user?.id ?? null, network: actor.network };
			if (!place.editor) late.drop(tx, actor, { ...read, columns });
			if (present) {
				// Read again: the entry may have been changed or withdrawn meanwhile.
				const row = requireEditable(tx, actor, submission);
				if (othersChanges.join(actor, submission, row)) throw new AppError("CONFLICT");
				const changed = writing.update(tx, by, row, columns, { editor: place.editor, silent });
				return { ...accepted(changed, false), hasNewLink: changed.linkVersion !== row.linkVersion };
			}
			const twin = bySubmissionKey.get({ key });
			if (twin) return accepted(twin, false);
			const sender = by.id ?? ofDraft ?? null;
			if (!place.editor) requireRoom(tx, programme.category, sender, columns.emailFolded);
			// Entries that organisers enter for a speaker belong to the speaker.
			const userId = place.editor ? accounts.provenOwner(tx, columns.email) : sender;
			const { category } = programme;
			const isProven = place.editor || actor.user?.isVerified || ofDraft !== undefined || byLink;
			const origin = isProven ? {} : spamNetworks.ofGuest(tx, actor);
			const entry = { category, userId, locale, submissionKey: key, ...origin, columns, arrivedAt: now() };
			const host = byLink ? lateLinks.use(tx, submission) : undefined;
			const row = writing.insert(tx, by, entry, silent);
			if (host !== undefined) lateLinks.note(tx, row, host);
			return accepted(row, true);
		};
		return present ? db.write(write) : pace.inTurn(() => db.write(write));
	}

	/**
	 * Withdrawn entries count, because their author may resubmit them; erased ones belong to nobody and do not.
	 *
	 * Entries that were removed as spam count for an account: a confirmed address never waits for a check, so this bound is
	 * all that stops its spam. A mistake costs its author nothing more: after the undo, the entry counts as before.
	 *
	 * They do not count for a guest. Guests are known by an address that they only claim, and spam in somebody else's name must
	 * not lock that person out. Further spam of a guest waits for a check, by its network. Guests without an address are not
	 * one person, and are not counted.
	 * @throws AppError CONFLICT if one person has sent as many entries to a call as they may
	 */
	function requireRoom(tx: Orm, category: string, userId: number | null, emailFolded: string): void {
		if (userId === null && emailFolded === "") return;
		const notSpam = ne(entries.presence, PRESENCE_AFTER.removingAsSpam);
		const sender =
			userId === null
				? and(isNull(entries.userId), eq(entries.emailFolded, emailFolded), notSpam)
				: eq(entries.userId, userId);
		const sent = tx
			.select({ n: count() })
			.from(entries)
			.where(and(eq(entries.category, category), sender))
			.get();
		if ((sent?.n ?? 0) >= config.entriesPerPerson) throw new AppError("CONFLICT", { text: "TOO_MANY_ENTRIES" });
	}

	/** The entry somebody asks to change. @throws AppError NOT_SIGNED_IN (nobody in particular) or NOT_FOUND */
	function requireEditable(tx: Orm, actor: Actor, submission: Submission): EntryRow {
		const { id, programme, form } = submission;
		if (!actor.user && !textOf(form, "key")) throw new AppError("NOT_SIGNED_IN");
		const asked = [eq(entries.id, id), eq(entries.category, programme.category), inArray(KNOWN_PRESENCE, ACTIVE)];
		const row = tx
			.select()
			.from(entries)
			.where(and(...asked, own.mayEdit(actor, submission)))
			.get();
		if (!row) throw new AppError("NOT_FOUND");
		return row;
	}

	return { submit };
}
