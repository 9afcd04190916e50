import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether scripts run: false in the server's HTML and during hydration, which must match it. */
export function useInBrowser(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}
