/** The database cannot be used. The message is one line for the operator. */
export class UnusableDatabase extends Error {}
