import { useSubmit } from "@remix-run/react";
import type { Report } from "../pages/proposal-actions.server.ts";
import { useReportToast } from "./report-toast.ts";

/** Shows the result of a list's action as a message, with Undo after a bulk change. @param back address of the list or entry behind the dialog */
export function useListReport(report: Report | undefined, back: string, inDialog: boolean): void {
	const submit = useSubmit();
	const batch = report?.batch;
	const undo =
		batch && (() => submit({ batch, "do.undo": "" }, { method: "post", action: back, preventScrollReset: true }));
	useReportToast(report, { inDialog, ...(undo && { topic: "bulk", undo }) });
}
