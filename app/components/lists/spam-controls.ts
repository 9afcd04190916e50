/** Names of the buttons that let entries in that are kept apart from lists: one, whose number is the value, or the ticked ones. */
export const LET_IN = { one: "do.let-in-one", ticked: "do.let-in" } as const;
/** Names of the buttons that remove them as spam. */
export const REMOVE = { one: "do.remove-one", ticked: "do.remove" } as const;
/** Name of the button that lifts the mark of a network. Its value is the number of one of the network's removed entries. */
export const LIFT = "do.lift";
