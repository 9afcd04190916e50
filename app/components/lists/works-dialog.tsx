import type { Report } from "../../pages/proposal-actions.server.ts";
import type { WorkKind, WorksPage } from "../../pages/works.server.ts";
import { ReportText } from "../layout/action-report.tsx";
import { DialogPage } from "../layout/dialog-page.tsx";
import { Shortcuts } from "../reading/shortcuts.tsx";
import { BulkQuestion } from "./bulk-question.tsx";

interface Props {
	kind: WorkKind;
	dialog: NonNullable<WorksPage["dialog"]>;
	back: string;
	report: Report | undefined;
}

/** The dialogs of a list of works or nominations. */
export function WorksDialog({ kind, dialog, back, report }: Props) {
	return (
		<DialogPage title={dialog.title} back={back}>
			<ReportText report={report} />
			{dialog.kind === "keys" && <Shortcuts kind={kind} />}
			{dialog.kind === "bulk" && <BulkQuestion {...{ dialog, back }} />}
		</DialogPage>
	);
}
