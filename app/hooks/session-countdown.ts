import { useEffect, useState } from "react";
import { keepRecord, mirrorTheme } from "../islands/record.ts";

const CHECK_MS = 60_000;

/**
 * Does for hydrating pages what the island of accounts does for others: writes the browser's record of who is logged
 * in, and counts down. The server says how much time is left, because the device's clock may be wrong. @returns the
 * remaining seconds, updated every minute and when the tab becomes visible
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
