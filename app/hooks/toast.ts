import { createContext, useContext } from "react";

/** `wrong`: stays until it is dismissed. `undo`: undoes what the message reports; shown as a button. */
export type Tell = (text: string, options?: { wrong?: boolean; undo?: () => void }) => void;

/** Provided by `components/layout/toasts.tsx`. */
export const ToastContext = createContext<Tell>(() => undefined);

/** Shows a message over the page. Where scripts do not run the page itself shows it. */
export function useToast(): Tell {
	return useContext(ToastContext);
}
