/** Why a reviewer may not see an entry: it is their own, they said so, or organisers did. */
export type ConflictReason = "own" | "declared" | "found";

/** The entries of which someone learns neither the reviewers nor the marks, and why. */
export type HiddenEntries = ReadonlyMap<number, ConflictReason>;

/** The text that stands where those would. */
export const hiddenMark = (reason: ConflictReason) => (reason === "own" ? "results.hiddenOwn" : "results.hiddenMark");

/** The text in place of all reviews of an entry. */
export const hiddenReviews = (reason: ConflictReason) => (reason === "own" ? "results.hiddenAsOwn" : "results.hidden");

/** The text that says it of a reviewer. */
export const conflictWord = (reason: ConflictReason) => (reason === "own" ? "assignments.own" : "assignments.conflict");
