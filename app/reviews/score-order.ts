/** Name of the buttons that order a waiting list by the scores of reviewers; the value is the track. */
export const ORDER_BY_SCORE = "do.by-score";
