import { translators } from "../../../app/locales/index.ts";
import { type Answers, type RawForm, textOf, UNSELECTED_TRACK } from "../../../app/programmes/answers.ts";
import type { Field, Programme } from "../../../app/programmes/define.ts";
import {
	ATTEMPTS_BEFORE_AUTO_PROCEED,
	fillOutMessage,
	isFilled,
	malformedFields,
	missingFields,
	type Problem,
	reportingOrder,
	requiredMessage,
} from "../../../app/programmes/problems.ts";
import { uploadIn, uploadRefused } from "../../../app/programmes/uploads.ts";
import type { Actor } from "../actor.ts";
import type { KeptPhoto, PhotoRefusal } from "../photos/photos.ts";
import type { TrackQuestion, Tracks } from "../programmes/tracks.ts";
import { attemptsAt, type Submission } from "./submission.ts";
import type { Attempts } from "./submission-attempts.ts";

export interface Refused {
	ok: false;
	/** In the order of the programme's fields. */
	problems: Problem[];
	/** The sentence above the list on soft forms, about the first missing field. */
	headline: string | undefined;
	/** That field's name. */
	headlineField: string | undefined;
	/** Nothing is missing, but some value has a wrong type, size or character. */
	malformed: boolean;
	/** Signed counts for the form's hidden field. */
	attempts: string;
	/** The outcome of sending the form once more, or as incomplete, where that lets it through. */
	next?: Omit<Passed, "ok">;
	/** The photo that was sent, kept for the next try. */
	photo: KeptPhoto | undefined;
	/** The form to show again, and the names of the answers in it that others changed meanwhile; if any did. */
	others?: { form: RawForm; joined: readonly string[] };
	/** When a draft of it was kept, where the submission asks for one. */
	savedAt?: number;
}

/** A form that may be stored. */
export interface Passed {
	ok: true;
	/** Required fields that it leaves empty. */
	missing: string[];
	/** Required fields that a change would empty, whose stored answers stay. */
	kept: string[];
}

/** The photo of a submission: the one at hand, and why a new one was refused. */
export interface PhotoAtHand {
	kept: KeptPhoto | undefined;
	refusal: PhotoRefusal | undefined;
}

/** The stored entry that a form changes, or that it repeats. */
interface Present {
	isEdited: boolean;
	trackId: string | null;
	photo: string | null;
	incomplete: readonly string[];
	answers: Answers;
}

export type Checking = ReturnType<typeof createChecking>;

/** Validates a form: malformed values are always refused, missing ones as its call says (`checking`). */
export function createChecking({ attempts, tracks }: { attempts: Attempts; tracks: Tracks }) {
	/** How a form asks for its track: it may keep that of its variant, and of the entry that it changes. */
	function trackQuestion({ place }: Submission, present: Pick<Present, "trackId"> | undefined): TrackQuestion {
		return tracks.question([...Object.values(place.variant?.fixed ?? {}), present?.trackId ?? ""]);
	}

	/** Answers as they are judged and stored: a form that does not ask for a track leaves the present one, whatever was sent. */
	function withTrack(submission: Submission, answers: Answers, present: Pick<Present, "trackId"> | undefined): Answers {
		const field = trackField(submission.programme);
		if (!field || trackQuestion(submission, present) === "asked") return answers;
		const none = tracks.ids().has(UNSELECTED_TRACK) ? UNSELECTED_TRACK : undefined;
		return { ...answers, [field.name]: present ? (present.trackId ?? undefined) : none };
	}

	/**
	 * @param present the entry that is changed: it may keep a track and options that were retired since, and organisers
	 * who correct it are not asked for what it lacked before
	 * @returns which missing fields were let through, or the refusal. Where a call is checked softly, every missing field is counted on each
	 * attempt, unless Enter made it
	 */
	async function judge(
		actor: Actor,
		submission: Submission,
		answers: Answers,
		photo: PhotoAtHand,
		present: Present | undefined,
	): Promise<Passed | Refused> {
		const { programme, place, form, locale } = submission;
		const t = translators[locale];
		const track = trackField(programme);
		const question = trackQuestion(submission, present);
		const isRepeat = present && !present.isEdited;
		if (track && question === "awaited" && !isRepeat) {
			const problems = [{ field: track.name, message: t("problemMessages.tracksLoading") }];
			return uncounted(submission, photo, { problems, malformed: false });
		}
		// Organisers chose the variant's track, so it need not be active.
		const settled = Object.values(place.variant?.fixed ?? {});
		const offered = new Set([...tracks.activeIds(), ...settled, present?.trackId ?? UNSELECTED_TRACK]);
		const lacking = missingFields(programme, answers, {
			photo: photo.kept !== undefined || photo.refusal !== undefined,
			editor: place.editor,
		}).filter((field) => field !== track || question === "asked");
		const lackedBefore =
			place.editor && present?.isEdited
				? missingFields(programme, present.answers, { photo: present.photo !== null, editor: true })
				: [];
		const missing = lacking.filter((field) => !lackedBefore.includes(field));
		const stillMissing = lacking.flatMap(({ name }) => (present?.incomplete.includes(name) ? name : []));
		const faults = new Map(
			malformedFields(programme, answers, { t, locale, tracks: tracks.ids(), offered, present: present?.answers }).map(
				(p) => [p.field, p.message],
			),
		);
		const asked = uploadIn(programme.fields);
		if (photo.refusal && asked) faults.set(asked.name, uploadRefused(t, asked, photo.refusal));
		if (missing.length === 0 && faults.size === 0) return { ok: true, missing: stillMissing, kept: [] };

		const names = missing.map((field) => field.name);
		const subject = attempts.subjectOf(actor, textOf(form, "formSession"));
		const known = textOf(form, "attempts");
		const counts = programme.checking === "soft" && !submission.byEnter;
		const counted = !counts
			? attempts.known(subject, attemptsAt(submission), known)
			: await attempts.fail(subject, attemptsAt(submission), names, known);
		const failures = (name: string) => counted.failures[name] ?? 0;
		const isMalformed = faults.size > 0;
		const hasFailed = (times: number) => counts && !isMalformed && names.some((name) => failures(name) >= times);
		const kept = present?.isEdited ? missing.filter((field) => isKept(field, present, place.editor)) : [];
		const keptNames = kept.map(({ name }) => name);
		const empty = [...new Set([...names, ...stillMissing])].filter((name) => !keptNames.includes(name));
		const mayComplete = programme.checking === "later" && !isMalformed;
		const isThrough = hasFailed(ATTEMPTS_BEFORE_AUTO_PROCEED) || (mayComplete && submission.sendsIncomplete);
		if (isThrough) return { ok: true, missing: empty, kept: keptNames };

		for (const field of missing) {
			faults.set(field.name, requiredMessage(t, programme, { field, locale, failures: failures(field.name) }));
		}
		const problems = inOrder(programme, faults);
		const required = new Set(programme.fields.filter((field) => field.required).map(({ name }) => name));
		const first = problems.find(({ field }) => required.has(field) || names.includes(field));
		const named = missing.find(({ name }) => name === first?.field);
		const said = named ? fillOutMessage(t, named.label[locale], failures(named.name)) : first?.message;
		// What is only malformed stands in the list.
		const hasHeadline = programme.checking === "soft" && missing.length > 0;
		return {
			ok: false,
			problems,
			headline: hasHeadline ? said : undefined,
			headlineField: hasHeadline ? named?.name : undefined,
			malformed: missing.length === 0,
			attempts: counted.token,
			photo: photo.kept,
			...((mayComplete || hasFailed(ATTEMPTS_BEFORE_AUTO_PROCEED - 1)) && {
				next: { missing: empty, kept: keptNames },
			}),
		};
	}

	return { judge, withTrack };
}

/** Consent is no text that is lost: who takes it back three times has taken it back. */
function isKept(field: Field, { answers, photo }: Present, editor: boolean): boolean {
	return field.kind !== "consent" && isFilled(field, answers, { photo: photo !== null, editor });
}

/** Refuses a form whose answers others changed as well, before anything else is judged. */
export function clashed(submission: Submission, photo: PhotoAtHand, clashes: readonly Problem[]): Refused {
	return uncounted(submission, photo, { problems: [...clashes], malformed: true });
}

/** Refuses a form for what its sender could not know: no failure is counted. */
function uncounted({ form }: Submission, { kept }: PhotoAtHand, why: Pick<Refused, "problems" | "malformed">): Refused {
	const none = { headline: undefined, headlineField: undefined };
	return { ok: false, ...why, ...none, attempts: textOf(form, "attempts"), photo: kept };
}

const trackField = ({ fields }: Programme) => fields.find(({ kind, retired }) => kind === "track" && !retired);

function inOrder(programme: Programme, faults: ReadonlyMap<string, string>): Problem[] {
	return reportingOrder(programme).flatMap(({ name }) => {
		const message = faults.get(name);
		return message === undefined ? [] : [{ field: name, message }];
	});
}
