/**
 * The event of rows from before events had rows of their own. It is made at the first start, after the migrations, so
 * that columns with it cannot refer to the table.
 */
export const FIRST_EVENT = 1;
