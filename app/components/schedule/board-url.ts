/** Address of the organisers' schedule. In a file of its own, so that importing it does not load the screen. */
export const BOARD = "/admin/schedule";
