import { and, eq, sql } from "drizzle-orm";
import { readAnswers, textOf } from "../../../app/programmes/answers.ts";
import { spotId } from "../../../app/programmes/index.ts";
import type { Orm } from "../../../db/client.ts";
import { entries } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { SubmissionPace } from "../limits/submission-pace.ts";
import type { KeptPhoto, Photos } from "../photos/photos.ts";
import type { Programmes } from "../programmes/programmes.ts";
import type { Runtime } from "../runtime.ts";
import type { Drafts } from "./drafts.ts";
import { type EntryRow, toAnswers, toColumns, withStoredConsent } from "./entry-rows.ts";
import type { EntryWriting } from "./entry-writing.ts";
import type { LateEntries } from "./late-entries.ts";
import type { OwnEntries } from "./own-entries.ts";
import { fingerprint, type Submission } from "./submission.ts";
import type { Attempts } from "./submission-attempts.ts";
import type { Checking, PhotoAtHand, Refused } from "./validation.ts";

export interface Accepted {
	ok: true;
	id: number;
	spotId: string;
	category: string;
	status: EntryRow["status"];
	/** Required fields that were let through empty. */
	incomplete: string[];
	/** False for a change, and for a submission that had already arrived. */
	created: boolean;
}

export type Entries = ReturnType<typeof createEntries>;

interface Parts {
	accounts: Accounts;
	attempts: Attempts;
	checking: Checking;
	drafts: Drafts;
	late: LateEntries;
	own: OwnEntries;
	pace: SubmissionPace;
	photos: Photos;
	programmes: Programmes;
	writing: EntryWriting;
}

export function createEntries({ db, log, now }: Runtime, parts: Parts) {
	const { accounts, attempts, checking, drafts, late, own, pace, photos, programmes, writing } = parts;
	const bySubmissionKey = db.orm
		.select()
		.from(entries)
		.where(eq(entries.submissionKey, sql.placeholder("key")))
		.prepare();

	/**
	 * Stores a form, or says what is wrong with it. Entry, log line and receipt are one transaction, made after the
	 * photo is safely on disk; so what this acknowledges survives a crash. The same submission sent twice is one entry.
	 * What is late (`Programmes.admit`) is kept for the organisers and refused.
	 * @throws AppError PROGRAMME_CLOSED, NOT_SIGNED_IN or NOT_FOUND (changing an entry), STORAGE_FULL, BUSY
	 */
	async function submit(actor: Actor, submission: Submission): Promise<Accepted | Refused> {
		const photo: PhotoAtHand = { kept: undefined, refusal: undefined };
		try {
			const result = await judgeAndStore(actor, submission, photo);
			if (result.ok || submission.from === "rest") return result;
			return { ...result, savedAt: await drafts.save(actor, submission, submission.form, photo.kept?.name) };
		} catch (error) {
			if (submission.from === "page") await keepUnsent(actor, submission, photo.kept);
			throw error;
		}
	}

	/** @param photo is filled in on the way, so that whoever calls knows it whatever happens */
	async function judgeAndStore(actor: Actor, submission: Submission, photo: PhotoAtHand): Promise<Accepted | Refused> {
		const { programme, place, form, from } = submission;
		if (place.editor) requireCan(actor, "entries.manage");
		const isNew = submission.id === 0;
		const present = isNew ? undefined : requireEditable(db.orm, actor, submission);
		const answers = readAnswers(programme, form, {
			omittedConsent: from === "page" ? "refused" : "unasked",
			fixed: place.variant?.fixed,
			editor: place.editor,
			present: present && toAnswers(present),
		});
		const subject = attempts.subjectOf(actor, textOf(form, "formSession"));
		const sourceHash = submission.upload?.sourceHash ?? photos.byReference(textOf(form, "photo"), actor)?.sourceHash;
		const key = fingerprint(submission, subject, answers, sourceHash);
		const earlier = isNew ? bySubmissionKey.get({ key }) : undefined;
		// What arrived in time is acknowledged also to who asks again after the call has closed.
		if (!earlier && !programmes.isOpen(programme.category) && late.isWaiting(key))
			throw new AppError("PROGRAMME_CLOSED", { text: "LATE" });
		const isLate = !earlier && !place.editor && programmes.admit(programme.category, submission) === "late";

		if (earlier?.photo) photo.kept = photos.byName(earlier.photo);
		else Object.assign(photo, await photoOf(actor, submission, present));
		const verdict = await checking.judge(actor, submission, answers, photo, (present ?? earlier)?.trackId ?? null);
		if (!verdict.ok) {
			// A form that was let through once is no repeat when nobody has tried three times to send it.
			if (!place.editor) programmes.admit(programme.category, submission);
			if (photo.kept) await photos.hold(photo.kept.name);
			return verdict;
		}

		const columns = withStoredConsent(present, {
			...toColumns(programme, answers),
			photo: photo.kept?.name ?? null,
			incomplete: verdict.missing,
		});
		const matter = { submission, columns, key, sender: subject };
		const inTime = isLate ? await pace.inTurn(() => late.keep(actor, matter)) : earlier;
		if (isLate && !inTime) throw new AppError("PROGRAMME_CLOSED", { text: "LATE" });
		const forget = (tx: Orm) => {
			attempts.reset(tx, subject, programme.category);
			if (from === "page") drafts.drop(tx, actor, submission);
		};
		if (inTime) {
			await db.settle(forget);
			return accepted(inTime, false);
		}
		const store = (tx: Orm) => {
			forget(tx);
			const by = { id: actor.user?.id ?? null, network: actor.network };
			if (!place.editor) late.drop(tx, actor, matter);
			if (present) {
				// Looked up again: since the first time somebody may have noted something, or taken the entry back.
				const row = requireEditable(tx, actor, submission);
				return accepted(writing.update(tx, by, row, columns, place.editor), false);
			}
			const twin = bySubmissionKey.get({ key });
			if (twin) return accepted(twin, false);
			// What an organiser enters for somebody is theirs, not the organiser's.
			const userId = place.editor ? accounts.provenOwner(tx, columns.email) : by.id;
			const { category } = programme;
			const entry = { category, userId, locale: submission.locale, submissionKey: key, columns, arrivedAt: now() };
			return accepted(writing.insert(tx, by, entry), true);
		};
		return isNew ? pace.inTurn(() => db.write(store)) : db.write(store);
	}

	/** What could not be taken is kept, if it can be; the reason why it could not be taken is what people are told. */
	async function keepUnsent(actor: Actor, submission: Submission, photo: KeptPhoto | undefined): Promise<void> {
		const kept = photo ? drafts.save(actor, submission, submission.form, photo.name) : saveDraft(actor, submission);
		await kept.catch((err) => log.warn({ err }, "a draft could not be kept"));
	}

	/**
	 * Keeps a form as it is, photo included, unjudged. @param owner the account it belongs to although nobody is signed in
	 * any more. @returns when it was kept, if it was, and the photo or why it was refused
	 */
	async function saveDraft(
		actor: Actor,
		submission: Submission,
		owner?: number,
	): Promise<{ savedAt: number | undefined; photo: PhotoAtHand }> {
		if (!drafts.mayKeep(actor, submission, submission.form, owner)) {
			return { savedAt: undefined, photo: { kept: undefined, refusal: undefined } };
		}
		const keep = (name: string | undefined) => drafts.save(actor, submission, submission.form, name, owner);
		const photo = await photoOf(actor, submission, undefined, owner).catch(async (error) => {
			// Texts need less room than a photo.
			await keep(undefined);
			throw error;
		});
		return { savedAt: await keep(photo.kept?.name), photo };
	}

	/** The entry somebody asks to change. @throws AppError NOT_SIGNED_IN (nobody in particular) or NOT_FOUND */
	function requireEditable(tx: Orm, actor: Actor, submission: Submission): EntryRow {
		const { id, programme, form } = submission;
		if (!actor.user && !textOf(form, "key")) throw new AppError("NOT_SIGNED_IN");
		const asked = [eq(entries.id, id), eq(entries.category, programme.category), eq(entries.presence, "active")];
		const row = tx
			.select()
			.from(entries)
			.where(and(...asked, own.mayEdit(actor, submission)))
			.get();
		if (!row) throw new AppError("NOT_FOUND");
		return row;
	}

	async function photoOf(
		actor: Actor,
		submission: Submission,
		present: EntryRow | undefined,
		owner?: number,
	): Promise<PhotoAtHand> {
		const { form, upload, from } = submission;
		const kept =
			photos.byReference(textOf(form, "photo"), actor, owner) ??
			(from === "rest" && present?.photo ? photos.byName(present.photo) : undefined);
		const isGone = from === "page" && textOf(form, "photo") !== "" && !kept;
		if (!upload) return { kept, refusal: isGone ? "gone" : undefined };
		const received = await photos.receive(upload, actor);
		// A refused replacement leaves the photo that was there.
		return received.ok ? { kept: received.photo, refusal: undefined } : { kept, refusal: received.reason };
	}

	return { submit, saveDraft };
}

function accepted(row: EntryRow, created: boolean): Accepted {
	const { id, category, status, incomplete } = row;
	return { ok: true, id, spotId: spotId(row), category, status, incomplete, created };
}
