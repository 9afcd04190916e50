/** A lectern, in a box of 16 by 16: the mark of a brand without a logo. */
export const MARK = "M2 3h12l-2 5H4zM7 8h2v5h3v1H4v-1h3z";
