import { createSubmissionPace } from "../limits/submission-pace.ts";
import type { Photos } from "../photos/photos.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { createEntries, type Parts as EntryParts } from "./entries.ts";
import { createOthersChanges } from "./others-changes.ts";
import { createSubmittedPhotos } from "./submitted-photos.ts";
import { createUnsentForms } from "./unsent-forms.ts";
import { createChecking } from "./validation.ts";

interface Parts extends Omit<EntryParts, "checking" | "othersChanges" | "pace" | "submittedPhotos" | "unsent"> {
	photos: Photos;
	tracks: Tracks;
}

/** What is done with a posted form: it is submitted, or kept as a draft. */
export function createSubmitting(runtime: Runtime, parts: Parts) {
	const { attempts, drafts, photos, tracks } = parts;
	const submittedPhotos = createSubmittedPhotos({ photos });
	const unsent = createUnsentForms(runtime, { drafts, submittedPhotos });
	const othersChanges = createOthersChanges(runtime, { photos });
	const checking = createChecking({ attempts, tracks });
	const pace = createSubmissionPace(runtime.config.rateLimitScale);
	const { submit } = createEntries(runtime, { ...parts, checking, othersChanges, pace, submittedPhotos, unsent });
	return { submit, saveDraft: unsent.saveDraft, seenOf: othersChanges.seenOf };
}
