import { rulesOfKind } from "../../../app/kinds.ts";
import { textOf } from "../../../app/programmes/answers.ts";
import { takesWork } from "../../../app/programmes/uploads.ts";
import type { Actor } from "../actor.ts";
import type { Photos } from "../photos/photos.ts";
import { fileIn, type Submission } from "./submission.ts";
import type { PhotoAtHand } from "./validation.ts";

export type SubmittedPhotos = ReturnType<typeof createSubmittedPhotos>;

/** The photo of a form: uploaded with it, or named by it. */
export function createSubmittedPhotos({ photos }: { photos: Photos }) {
	/**
	 * @param known.present name of the photo that the entry has @param known.owner the account it belongs to, if not the
	 * actor's @param known.photoOf the account whose photo the form may name, if neither's
	 */
	async function receive(
		actor: Actor,
		submission: Submission,
		{
			present,
			owner,
			photoOf = owner,
		}: { present?: string | null | undefined; owner?: number | undefined; photoOf?: number | undefined } = {},
	): Promise<PhotoAtHand> {
		const { programme, form, omittedFields, lostPhoto } = submission;
		const upload = fileIn(submission);
		const reference = textOf(form, "photo");
		const named = photos.byReference(reference, actor, programme, photoOf);
		const isLost = lostPhoto === "problem" && reference !== "" && !named;
		const kept = named ?? (omittedFields === "unchanged" && present ? photos.byName(present) : undefined);
		if (!upload) return { kept, refusal: isLost ? "gone" : undefined };
		const isWork = takesWork(programme.fields);
		const isOfTalk = !isWork && rulesOfKind(programme.kind).schedulable;
		const received = await photos.receive(upload, actor, { isWork, isOfTalk, owner });
		// A refused replacement leaves the photo that was there.
		return received.ok ? { kept: received.photo, refusal: undefined } : { kept, refusal: received.reason };
	}

	/** Hash of the photo as it was sent. */
	function sourceHash(actor: Actor, submission: Submission): string | undefined {
		const { programme, form } = submission;
		return fileIn(submission)?.sourceHash ?? photos.byReference(textOf(form, "photo"), actor, programme)?.sourceHash;
	}

	return { receive, sourceHash };
}
