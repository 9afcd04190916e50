import type { EntryKind } from "../../../app/kinds.ts";
import type { Answers, RawForm } from "../../../app/programmes/answers.ts";
import type { Locale, Programme } from "../../../app/programmes/define.ts";
import type { FormPlace } from "../../../app/programmes/forms.ts";
import { spotId } from "../../../app/programmes/index.ts";
import { randomToken, sha256 } from "../../secrets.ts";
import type { UploadedFile } from "../photos/photos.ts";

/** A form as a transport hands it over: nothing in it has been judged yet. */
export interface Submission {
	programme: Programme;
	/** Which form of the programme it is. */
	place: FormPlace;
	/** Control names to texts. Besides the programme's fields: `photo`, `attempts`, `formSession`, `key`, `draftBase`, `opened`. */
	form: RawForm;
	upload: UploadedFile | undefined;
	/** Number of the entry to change; 0 for a new one. */
	id: number;
	/** When its first bytes came, milliseconds since the epoch. */
	arrivedAt: number;
	/** Language of messages, and of mails about a new entry. */
	locale: Locale;
	/** Whether a consent that is not in the form was refused, or the form never asked for it. */
	omittedConsent: "refused" | "unasked";
	/** Whether an entry loses its photo or keeps it when the form names none. */
	omittedPhoto: "removed" | "unchanged";
	/** Whether a photo that the form names and that no longer exists is a problem, or counts as not named. */
	lostPhoto: "problem" | "omitted";
	/** A form that is not accepted becomes a draft, and the draft is deleted once the form is stored. Otherwise drafts are left alone. */
	keepsDraft: boolean;
	/**
	 * A client's name for this submission: the same content under another name is another submission. It also knows a
	 * sender again who is not known otherwise.
	 */
	idempotencyKey?: string;
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

const BY_EDITOR = "editor:";

/**
 * The name under which a draft of a form is kept: its category, with the event or the entry where it is for one, so that
 * the forms of one programme share it. Never the address, which may hold the key of a private link.
 */
export function draftName({ programme, place, id }: Pick<Submission, "programme" | "place" | "id">): string {
	const event = place.variant?.event;
	const matter =
		id > 0 ? spotId({ kind: programme.kind, id }) : `${programme.category}${event ? `?event=${event}` : ""}`;
	return place.editor ? `${BY_EDITOR}${matter}` : matter;
}

/** The names under which drafts of changes to an entry are kept: its author's and organisers'. */
export function draftsOf(entry: { kind: EntryKind; id: number }): string[] {
	const spot = spotId(entry);
	return [spot, `${BY_EDITOR}${spot}`];
}
