/** Closed lists that are not part of a programme's form. */
export const STATUSES = ["New", "Hold", "Accept", "Reject"] as const;
export type Status = (typeof STATUSES)[number];

/** Admin tables show this many rows a page (specification section 9). */
export const PAGE_SIZE = 12;

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** What can happen to an entry. */
export const LOG_TYPES = ["Created", "Edited", "Status", "Email", "Claimed", "Withdrawn", "Restored"] as const;
