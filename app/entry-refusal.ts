/** Why an entry is not shown; each has a page of its own, the same whether the entry exists or not. */
export type NotYoursReason = "wrongAccount" | "unconfirmed" | "noAccount" | "spentKey";
/** Status text of the answer whose body is such a reason. */
export const NOT_YOURS = "NOT_YOURS";
