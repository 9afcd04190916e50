import { useSubmit } from "@remix-run/react";
import type { Report } from "../pages/proposal-actions.server.ts";
import { useReportToast } from "./report-toast.ts";

/** Says what a list's action did; the message over the page can undo a bulk change. @param back what is behind its dialogs */
export function useListReport(report: Report | undefined, back: string, inDialog: boolean): void {
	const submit = useSubmit();
	const batch = report?.batch;
	const undo =
		batch && (() => submit({ batch, "do.undo": "" }, { method: "post", action: back, preventScrollReset: true }));
	useReportToast(report, { inDialog, ...(undo && { topic: "bulk", undo }) });
}
