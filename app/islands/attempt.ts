/** Runs an improvement of a page, which works without it: a failing one stops no other. */
export function attempt(improve: () => void): void {
	try {
		improve();
	} catch {
		// The page still works as plain HTML.
	}
}
