/** Characters of the name of an account. */
export const LONGEST_NAME = 200;
