/** Highest limit of entries for one reviewer. */
export const MOST_FOR_REVIEWER = 5_000;
