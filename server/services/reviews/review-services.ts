import type { NoteExport } from "../accounts/export-notes.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { createAssignmentPlanning } from "./assignment-planning.ts";
import { createAssignments } from "./assignments.ts";
import { createDiscussions } from "./discussions.ts";
import { createFormerReviews } from "./former-reviews.ts";
import { createOtherReviews } from "./other-reviews.ts";
import { createOwnReviews } from "./own-reviews.ts";
import { createRedactions } from "./redactions.ts";
import { createResults } from "./results.ts";
import { createReviewConflicts } from "./review-conflicts.ts";
import { createReviewReminders } from "./review-reminders.ts";
import { createReviewRules } from "./review-rules.ts";
import { createReviewSteps } from "./review-steps.ts";
import { createReviewWriting } from "./review-writing.ts";

/** How entries are reviewed: the rules of each call, who reviews what, what reviewers say, and what comes of it. */
export function createReviewServices(
	runtime: Runtime,
	parts: { links: PrivateLinks; mailing: Mailing; noteExport: NoteExport; tracks: Tracks },
) {
	const { links, mailing, noteExport, tracks } = parts;

	const { find: findReviewed, scopeOf, ...ownReviews } = createOwnReviews(runtime, { tracks });
	const { scoreOf, ...results } = createResults(runtime, { noteExport, tracks });
	return {
		reviewRules: createReviewRules(runtime),
		assignments: {
			...createAssignments(runtime),
			...createAssignmentPlanning(runtime),
			...createReviewReminders(runtime, { links, mailing }),
		},
		discussions: createDiscussions(runtime, { findReviewed, links, mailing }),
		redactions: createRedactions(runtime),
		reviewConflicts: createReviewConflicts(runtime),
		results,
		reviews: {
			...ownReviews,
			...createFormerReviews(runtime, { scopeOf }),
			...createReviewSteps(runtime, { scopeOf }),
			...createReviewWriting(runtime, { findReviewed }),
			...createOtherReviews(runtime, { findReviewed, scoreOf }),
		},
	};
}
