import type { EntryKind } from "../../../app/kinds.ts";
import type { Answers, RawForm } from "../../../app/programmes/answers.ts";
import type { Locale, Programme } from "../../../app/programmes/define.ts";
import { type FormPlace, isAsked } from "../../../app/programmes/forms.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import { takesWork } from "../../../app/programmes/uploads.ts";
import { randomToken, sha256 } from "../../secrets.ts";
import type { UploadedFile } from "../photos/photos.ts";

/** A form as received, not yet validated. */
export interface Submission {
	programme: Programme;
	/** Which form of the programme it is. */
	place: FormPlace;
	/** Control names to texts. Besides the programme's fields: `photo`, `attempts`, `formSession`, `key`, `draftBase`, `seen`, `opened`. */
	form: RawForm;
	upload: UploadedFile | undefined;
	/** The form was switched to another of its programme: what both ask is to be found there, too. */
	isSwitched?: boolean;
	/** Number of the entry to change; 0 for a new one. */
	id: number;
	/** Secret of the draft link that opened the form. */
	token?: string;
	/** Secret of the link by which organisers let its sender in after the end of the call. */
	late?: string;
	/** When its first bytes arrived, in milliseconds since the epoch. */
	arrivedAt: number;
	/** Language of messages, and of mails about a new entry. */
	locale: Locale;
	/** Whether a missing consent counts as refused or as never asked. */
	omittedConsent: "refused" | "unasked";
	/** A change empties the answers and the photo that its form does not contain, or leaves them unchanged. */
	omittedFields: "emptied" | "unchanged";
	/** Whether a named photo that no longer exists is a problem, or ignored. */
	lostPhoto: "problem" | "omitted";
	/** Enter in a field sent it, which decides nothing: what is missing is neither counted nor let through. */
	byEnter?: boolean;
	/** The sender asked for it to be stored without the missing answers, where its call allows that. */
	sendsIncomplete?: boolean;
	/** Organisers may store a form without a receipt. */
	silent?: boolean;
	/** Whether refused forms are stored as drafts and accepted ones delete their draft. */
	keepsDraft: boolean;
	/**
	 * Idempotency key of a client: equal content with another key is another submission. Also identifies an otherwise
	 * unknown sender.
	 */
	idempotencyKey?: string;
}

/** The file of a form. A photo without bytes is none (specification section 5); an empty work is refused, and said so. */
export function fileIn({ programme, upload }: Pick<Submission, "programme" | "upload">): UploadedFile | undefined {
	return upload?.bytes === 0 && !takesWork(programme.fields) ? undefined : upload;
}

/**
 * Two posts with one fingerprint are the same submission: same sender, same content, and the same name where one is given.
 * Equal content proves nothing about who sent it, so a post whose sender nobody knows is always one of its own.
 * @param sender account, browser or session; undefined: unknown. @param sourceHash of the photo as it was sent
 */
export function fingerprint(
	{ programme, id, idempotencyKey = "" }: Submission,
	sender: string | undefined,
	answers: Answers,
	sourceHash = "",
): string {
	const known = sender ?? (idempotencyKey ? "named" : randomToken());
	const content = [programme.category, known, answers, sourceHash, idempotencyKey, ...(id > 0 ? [id] : [])];
	return sha256(JSON.stringify(content)).toString("base64url");
}

/**
 * A form with the stored answers of the entry it changes, where it does not contain them and is asked for them. Consent is
 * left out: `omittedConsent` says what its absence means.
 * @param stored the entry as its form would be posted
 */
export function withStoredAnswers({ programme, place, form }: Submission, stored: RawForm): RawForm {
	const omitted = programme.fields.filter(
		(field) => !(field.name in form) && field.column !== "consent" && isAsked(programme, field, place),
	);
	return {
		...form,
		...Object.fromEntries(omitted.flatMap(({ name }) => (name in stored ? [[name, stored[name] ?? ""]] : []))),
	};
}

/** Names the form whose failures are counted: of one entry for a change, of a call for new entries. */
export function attemptsAt({ programme, id }: Pick<Submission, "programme" | "id">): string {
	return id > 0 ? spotId({ kind: programme.kind, id }) : programme.category;
}

const BY_EDITOR = "editor:";

/**
 * Name of a form's draft: category, with event or edited entry; shared by the variants. Never the address, which may
 * contain a private key.
 */
export function draftName({ programme, place, id }: Pick<Submission, "programme" | "place" | "id">): string {
	const event = place.variant?.event;
	const matter =
		id > 0 ? spotId({ kind: programme.kind, id }) : `${programme.category}${event ? `?event=${event}` : ""}`;
	return place.editor ? `${BY_EDITOR}${matter}` : matter;
}

/** Draft names of edits of an entry: its author's and organisers'. */
export function draftsOf(entry: { kind: EntryKind; id: number }): string[] {
	const spot = spotId(entry);
	return [spot, `${BY_EDITOR}${spot}`];
}
