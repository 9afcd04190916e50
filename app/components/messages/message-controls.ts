import { type MessageThread, MOST_IN_MESSAGES } from "../../enumerations.ts";

/** Names of the field and the button of each thread: what was meant for one can never be posted to the other. */
export const MESSAGE_CONTROLS = {
	people: { text: "message", button: "do.message" },
	organisers: { text: "note", button: "do.note" },
} as const satisfies Record<MessageThread, { text: string; button: string }>;

/** Name of the button that says that nothing is to be answered; its value is the number of the last message. */
export const SETTLE = "do.settle";

/** Characters that a form shows again, more than it takes: its author shortens a text that is too long. */
const MOST_KEPT = 4 * MOST_IN_MESSAGES.characters;
export const MESSAGE_KEEPS = { message: MOST_KEPT } as const;
export const THREAD_KEEPS = { ...MESSAGE_KEEPS, note: MOST_KEPT } as const;
