import { useEffect, useRef } from "react";
import type { Report } from "../pages/proposal-actions.server.ts";
import { useRoot } from "../root-data.ts";
import { type TellOptions, useToast } from "./toast.ts";

/** `signedOut`: nothing can be done before signing in again. */
export type Said = (Pick<Report, "lines" | "wrong" | "topic"> & { signedOut?: boolean }) | undefined;

/** Lines already shown as toasts. Each is shown once, also when a dialog is opened or closed afterwards. */
const told = new WeakSet<readonly string[]>();

/**
 * Shows the result of the last action as a toast. Called once by a page, not by its dialogs.
 * @param inDialog an open dialog shows errors itself, so no toast repeats them
 */
export function useReportToast(
	report: Partial<Pick<Report, "lines" | "warnings" | "wrong">> | undefined,
	{
		inDialog = false,
		...options
	}: { inDialog?: boolean } & Pick<TellOptions, "undo" | "undoText" | "topic" | "local"> = {},
): void {
	const tell = useToast();
	const said = useRoot()?.said;
	const lines = report ? report.lines : said;
	const { wrong, warnings } = report ?? {};
	const rest = useRef(options);
	rest.current = options;
	useEffect(() => {
		if (!lines || told.has(lines)) return;
		told.add(lines);
		if (inDialog && wrong) return;
		// What follows the first line is about single entries.
		for (const [index, line] of lines.entries()) tell(line, index === 0 && !wrong ? rest.current : { wrong });
		for (const line of warnings ?? []) tell(line, { warning: true });
	}, [lines, warnings, wrong, inDialog, tell]);
}
