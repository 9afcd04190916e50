import { useNavigate, useNavigation } from "@remix-run/react";
import { useEffect } from "react";

/** Closes a dialog that did what it is for, once the list behind it has been loaded anew. */
export function useLeaveWhenDone(report: { done?: boolean } | undefined, path: string): void {
	const navigate = useNavigate();
	const idle = useNavigation().state === "idle";
	useEffect(() => {
		if (report?.done && idle) navigate(path, { replace: true, preventScrollReset: true });
	}, [report, idle, path, navigate]);
}
