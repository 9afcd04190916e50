import { useEffect } from "react";
import type { Report } from "../pages/proposal-actions.server.ts";
import { useRoot } from "../root-data.ts";
import { useToast } from "./toast.ts";

/** `signedOut`: nothing can be done before signing in again. */
export type Said = (Pick<Report, "lines" | "wrong"> & { signedOut?: boolean }) | undefined;

/** Lines that were told over the page: what led here is told once, whatever is opened afterwards. */
const told = new WeakSet<readonly string[]>();

/**
 * Says over the page what the last action did. Called once by a page, whatever is open on it.
 * @param inDialog a dialog is open that says itself what went wrong, so that it is not said twice
 */
export function useReportToast(
	report: Partial<Pick<Report, "lines" | "wrong">> | undefined,
	{ inDialog = false } = {},
): void {
	const tell = useToast();
	const said = useRoot()?.said;
	const lines = report ? report.lines : said;
	const wrong = report?.wrong;
	useEffect(() => {
		if (!lines || told.has(lines)) return;
		told.add(lines);
		if (inDialog && wrong) return;
		for (const line of lines) tell(line, { wrong });
	}, [lines, wrong, inDialog, tell]);
}
