import { useNavigate, useNavigation } from "@remix-run/react";
import { useEffect } from "react";

/** Closes a dialog after its action, once the list at `path` behind it has been reloaded. */
export function useLeaveWhenDone(
	{ modal, isKept }: { modal?: object | undefined; isKept?: true },
	report: { done?: boolean } | undefined,
	path: string,
): void {
	const navigate = useNavigate();
	const idle = useNavigation().state === "idle";
	const canLeave = modal !== undefined && !isKept;
	useEffect(() => {
		if (canLeave && report?.done && idle) navigate(path, { replace: true, preventScrollReset: true });
	}, [canLeave, report, idle, path, navigate]);
}
