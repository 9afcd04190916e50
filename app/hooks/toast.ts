import { createContext, useContext } from "react";

export interface TellOptions {
	/** Stays until it is dismissed, or its page is left. */
	wrong?: boolean | undefined;
	/** Looks like an error, and goes with the next success, which may mend what it warns of. */
	warning?: boolean | undefined;
	/** Stays when its page is left, too: nothing else says what was lost. */
	lasting?: boolean | undefined;
	/** Goes when its page is left, as what went wrong does: only there can it be undone. */
	local?: boolean | undefined;
	/** Undoes what the message reports; shown as a button. */
	undo?: (() => void) | undefined;
	/** What its button says, where that is another change than the one reported. */
	undoText?: string | undefined;
	/** Replaces the message before with the same topic, such as a change that can be undone only while it is the last. */
	topic?: string | undefined;
}

/** Window event for a dialog that was opened or closed: the messages follow, because it covers the page. */
export const DIALOGS_CHANGED = "dialogs-changed";

export type Tell = (text: string, options?: TellOptions) => void;

/** Provided by `components/layout/toasts.tsx`. */
export const ToastContext = createContext<Tell>(() => undefined);

/** Shows a message over the page. Where scripts do not run the page itself shows it. */
export function useToast(): Tell {
	return useContext(ToastContext);
}
