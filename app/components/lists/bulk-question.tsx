import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useLeaveWhenDone } from "../../hooks/leave-when-done.ts";
import { useListReport } from "../../hooks/list-report.ts";
import { DETAILS } from "../../open-in-list.ts";
import type { bulkQuestion } from "../../pages/bulk-changes.server.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { DialogReport } from "../layout/action-report.tsx";
import { Modal } from "../layout/modal.tsx";
import { Space } from "../layout/space.tsx";
import { withParameters } from "./list-url.ts";

type Question = ReturnType<typeof bulkQuestion>;

/** Asks before all that match a list are changed. */
export function BulkQuestion({ modal, back }: { modal: Question; back: string }) {
	const { t } = useTranslation();
	return (
		<Form method="post" action={modal.here} noValidate>
			<FormToken />
			{Object.entries(modal.fields).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<p className="lead">{modal.change}</p>
			<p>{modal.about}</p>
			<div className="actions">
				<button
					className={modal.isRejection ? "danger" : "primary"}
					type="submit"
					name={modal.press}
					value={modal.button}
				>
					{modal.button}
				</button>
				<Space />
				<Link className="button" to={back} preventScrollReset>
					{t("admin.close")}
				</Link>
			</div>
		</Form>
	);
}

/** What is behind a dialog over a list: the list, or the entry that is being read in it. */
export const behindDialog = (path: string, reading: { id: number } | undefined) =>
	reading ? withParameters(path, { modal: DETAILS, id: reading.id }) : path;

/** A list whose only dialog is the question before all that match are changed. */
export function WithBulkQuestion(props: {
	page: { modal?: Question | undefined; isKept?: true };
	report: Report | undefined;
	back: string;
	children: ReactNode;
}) {
	const { page, report, back, children } = props;
	const { modal } = page;
	useListReport(report, back, modal !== undefined);
	useLeaveWhenDone(page, report, back);
	return (
		<Modal title={modal?.title ?? ""} back={back} open={modal !== undefined} list={children}>
			<DialogReport report={report} />
			{modal && <BulkQuestion modal={modal} back={back} />}
		</Modal>
	);
}
