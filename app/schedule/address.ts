/** Stands in an address of the schedule for the id of a day; no day has it (`freeDayId`). */
export const ALL_DAYS = "all";

/** Characters of a search; what is longer is cut. */
export const LONGEST_SEARCH = 100;

/** There are as many colours for tracks as columns that a table can have; more tracks begin again with the first. */
export const TRACK_HUES = 10;
