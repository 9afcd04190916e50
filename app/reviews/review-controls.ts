import type { Recommendation } from "../enumerations.ts";

/** What a form of a review was made with: the review, the entry and the criteria. */
export const SEEN_CONTROLS = ["revision", "entryVersion", "rulesVersion"] as const;

/** Characters of a note that are kept where it is too long. */
const MOST_KEPT = 20_000;

/** Names of controls with their maximum lengths; those of marks depend on the criteria. */
export const REVIEW_KEEPS = {
	recommendation: 10,
	committeeNote: MOST_KEPT,
	authorNote: MOST_KEPT,
	revision: 20,
	entryVersion: 20,
	rulesVersion: 20,
} as const;

/** The control of the mark for a criterion. */
export const markControl = (id: string) => `mark-${id}`;

/** The keys that choose a recommendation where scripts run. Marks are their own keys. */
export const RECOMMENDATION_KEYS: Readonly<Record<Recommendation, string>> = { yes: "a", maybe: "u", no: "r" };

/** The control of a comment on an entry, and its maximum length when it comes back. */
export const COMMENT = "comment";
export const COMMENT_KEEPS = { [COMMENT]: MOST_KEPT } as const;

/** The ticks for those who are told of a comment. */
export const TELL = "tell";

/** Address of the discussion of an entry. */
export const discussionPath = (spot: string) => `/review/${spot}/discussion`;

/** The page of organisers with all calls that are reviewed; those of one call are inside. */
export const REVIEWED_CALLS = "/admin/reviews";
