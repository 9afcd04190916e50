import { isRouteErrorResponse } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Whether the session has ended. Pages redirect people who are not logged in; Remix follows the redirect and fails on
 * the page it gets, without saying why.
 */
export async function isSignedOut(): Promise<boolean> {
	const answer = await fetch("/admin/tracks", { method: "HEAD", redirect: "manual" }).catch(() => undefined);
	return answer?.type === "opaqueredirect";
}

/** If a page could not be loaded because the session has ended, requests it again, through the login page. */
export function useWayToLogIn(error: unknown): void {
	useEffect(() => {
		if (isRouteErrorResponse(error)) return;
		void isSignedOut().then((isOut) => isOut && location.reload());
	}, [error]);
}
