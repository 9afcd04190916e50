import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether scripts run: false in what the server sends and while the browser takes that over, which must be the same. */
export function useInBrowser(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}
