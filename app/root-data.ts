import { createContext, useContext } from "react";
import type { loader } from "./root.tsx";

/** What every page knows: language, theme, brand, who is signed in, the form's token. */
export type RootData = Awaited<ReturnType<typeof loader>>;

/**
 * Filled by the root. The framework's own hook would render whoever uses it again at every step of a navigation, before
 * there is anything new to show.
 */
export const RootContext = createContext<RootData | undefined>(undefined);

/** @returns undefined on an error page that stands in for the root itself */
export function useRoot(): RootData | undefined {
	return useContext(RootContext);
}
