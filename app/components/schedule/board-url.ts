/** Address of the organisers' schedule. In a file of its own, so that importing it does not load the screen. */
export const BOARD = "/admin/schedule";

/** Part of the page of conflicts with the talks that are to be taken off. */
export const LOST_TALKS = "lost";
