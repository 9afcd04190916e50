import { createContext, useContext } from "react";

/** Filled by the root; see `RootContext` for why the framework's hook is not used. */
export const RefreshContext = createContext<() => void>(() => undefined);

/** Loads what the page shows again; the same function for as long as the page lives. */
export function useRefresh(): () => void {
	return useContext(RefreshContext);
}
