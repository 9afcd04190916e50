import { useEffect, useState } from "react";

/** Whether scripts run: false in what the server sends and in the first render, which must be the same. */
export function useInBrowser(): boolean {
	const [inBrowser, setInBrowser] = useState(false);
	useEffect(() => setInBrowser(true), []);
	return inBrowser;
}
