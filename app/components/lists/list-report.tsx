import type { Report } from "../../pages/proposal-actions.server.ts";
import { ReportBanner } from "../layout/action-report.tsx";
import { UndoForm } from "./undo-form.tsx";

interface Props {
	page: { path: string; list?: { undo: string | undefined } | undefined };
	report: Report | undefined;
}

/** Says what the last form of a list did, with the way to take back a change of many entries. */
export function ListReport({ page: { path, list }, report }: Props) {
	return (
		<ReportBanner report={report} topic="list">
			{list?.undo && !report && <UndoForm path={path} fields={{ batch: list.undo }} name="do.undo" />}
		</ReportBanner>
	);
}
