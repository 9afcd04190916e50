import { useNavigate, useNavigation } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Goes back to the list once a dialog has done what it is for. Not before the page has come to rest: leaving it while it
 * loads breaks off requests that nobody waits for any more, which the browser reports as faults.
 */
export function useCloseWhenDone(report: { done?: boolean } | undefined, path: string): void {
	const navigate = useNavigate();
	const { state } = useNavigation();
	const done = report?.done === true && state === "idle";
	useEffect(() => {
		if (done) navigate(path, { replace: true, preventScrollReset: true });
	}, [done, path, navigate]);
}
