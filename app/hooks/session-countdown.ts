import { useEffect, useState } from "react";
import { keepRecord, mirrorTheme } from "../islands/record.ts";

const CHECK_MS = 60_000;

/**
 * What the island of accounts does for pages that do not hydrate: writes the browser's own record of who is signed in,
 * and counts down. The server says how long is left: the clock of the device may be wrong by years.
 * @returns the seconds that are left, every minute and when the tab is looked at again
 */
export function useSessionHere({ record, secondsLeft }: { record: unknown; secondsLeft: number }): number {
	const written = JSON.stringify(record);
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is read from the page, which carries it
	useEffect(() => {
		keepRecord();
		mirrorTheme();
	}, [written]);
	const [passed, setPassed] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another number of seconds counts from now
	useEffect(() => {
		const told = performance.now();
		const check = () => setPassed((performance.now() - told) / 1000);
		check();
		const timer = setInterval(check, CHECK_MS);
		addEventListener("visibilitychange", check);
		return () => {
			clearInterval(timer);
			removeEventListener("visibilitychange", check);
		};
	}, [secondsLeft]);
	return secondsLeft - passed;
}
