/** Where the organisers' schedule is. Apart from its screen, so that its neighbours do not bring the screen's code along. */
export const BOARD = "/admin/schedule";
