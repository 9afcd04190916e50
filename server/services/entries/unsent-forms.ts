import type { Actor } from "../actor.ts";
import type { KeptPhoto } from "../photos/photos.ts";
import type { Runtime } from "../runtime.ts";
import type { Drafts } from "./drafts.ts";
import type { Submission } from "./submission.ts";
import type { SubmittedPhotos } from "./submitted-photos.ts";
import type { PhotoAtHand } from "./validation.ts";

export type UnsentForms = ReturnType<typeof createUnsentForms>;

/** Stores refused forms with their photos as drafts. */
export function createUnsentForms(
	{ log }: Pick<Runtime, "log">,
	{ drafts, submittedPhotos }: { drafts: Drafts; submittedPhotos: SubmittedPhotos },
) {
	/**
	 * Keeps a form as it is, photo included, unjudged. @param ended the account it belongs to although nobody is signed in
	 * any more, and the account whose photo it may name. @returns when it was kept, if it was, and the photo or why it was refused
	 */
	async function saveDraft(
		actor: Actor,
		submission: Submission,
		{ owner, photoOf }: { owner?: number | undefined; photoOf?: number | undefined } = {},
	): Promise<{ savedAt: number | undefined; photo: PhotoAtHand }> {
		if (!drafts.mayKeep(actor, submission, submission.form, owner)) {
			return { savedAt: undefined, photo: { kept: undefined, refusal: undefined } };
		}
		const keep = (name: string | undefined) => drafts.save(actor, submission, submission.form, name, owner);
		const photo = await submittedPhotos.receive(actor, submission, { owner, photoOf }).catch(async (error) => {
			// Texts fit on a disk too full for photos.
			await keep(undefined);
			throw error;
		});
		return { savedAt: await keep(photo.kept?.name), photo };
	}

	/**
	 * Stores a form after an error if possible; another error is only logged, because the first one is reported.
	 * @param photo if already received
	 */
	async function rescue(actor: Actor, submission: Submission, photo: KeptPhoto | undefined): Promise<void> {
		const kept = photo ? drafts.save(actor, submission, submission.form, photo.name) : saveDraft(actor, submission);
		await kept.catch((err) => log.warn({ err }, "a draft could not be kept"));
	}

	return { saveDraft, rescue };
}
