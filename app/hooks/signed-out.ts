import { isRouteErrorResponse } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Whether the session has ended. Pages send whoever is not signed in elsewhere; the framework follows that, and fails at
 * what it finds there without saying why.
 */
export async function isSignedOut(): Promise<boolean> {
	const answer = await fetch("/admin/tracks", { method: "HEAD", redirect: "manual" }).catch(() => undefined);
	return answer?.type === "opaqueredirect";
}

/** Where a page could not be loaded because the session has ended, asks for it anew: by way of the log-in page. */
export function useWayToLogIn(error: unknown): void {
	useEffect(() => {
		if (isRouteErrorResponse(error)) return;
		void isSignedOut().then((isOut) => isOut && location.reload());
	}, [error]);
}
