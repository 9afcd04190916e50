import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { createOwnReviews } from "./own-reviews.ts";
import { createResults } from "./results.ts";
import { createReviewRules } from "./review-rules.ts";
import { createReviewSteps } from "./review-steps.ts";
import { createReviewWriting } from "./review-writing.ts";

/** How entries are reviewed: the rules of each call, what reviewers read and say, and what comes of it. */
export function createReviewServices(runtime: Runtime, { tracks }: { tracks: Tracks }) {
	const { find: findReviewed, scopeOf, ...ownReviews } = createOwnReviews(runtime, { tracks });
	return {
		reviewRules: createReviewRules(runtime),
		results: createResults(runtime, { tracks }),
		reviews: {
			...ownReviews,
			...createReviewSteps(runtime, { scopeOf }),
			...createReviewWriting(runtime, { findReviewed }),
		},
	};
}
