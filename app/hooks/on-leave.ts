import { useEffect, useRef } from "react";

/** Calls the latest `leave` once the page is left, or what uses this is no longer shown. */
export function useOnLeave(leave: () => void): void {
	const latest = useRef(leave);
	latest.current = leave;
	useEffect(() => {
		const call = () => latest.current();
		addEventListener("pagehide", call);
		return () => {
			removeEventListener("pagehide", call);
			call();
		};
	}, []);
}
