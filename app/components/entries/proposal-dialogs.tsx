import { Form, Link } from "@remix-run/react";
import { KEYWORDS } from "../../enumerations.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { proposalsPage } from "../../pages/proposals.server.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { ReportText } from "../layout/action-report.tsx";
import { DialogPage } from "../layout/dialog-page.tsx";
import { Space } from "../layout/space.tsx";
import { BulkQuestion } from "../lists/bulk-question.tsx";
import { withParameters } from "../lists/list-url.ts";
import { LetterForm } from "../mails/letter-form.tsx";
import { Shortcuts } from "../reading/shortcuts.tsx";
import { Reference } from "./entry-reference.tsx";

type Dialog = NonNullable<ReturnType<typeof proposalsPage>["dialog"]>;
type Of<K extends Dialog["kind"]> = Extract<Dialog, { kind: K }>;

interface Props {
	dialog: Dialog;
	/** Address of the list, to which the parameters of a dialog are added. */
	path: string;
	/** What is behind the dialog: the list, or the entry that is being read in it. */
	back: string;
	report: Report | undefined;
}

/** The dialog an address names. */
export function ProposalDialog({ dialog, path, back, report }: Props) {
	return (
		<DialogPage title={dialog.title} back={back}>
			<ReportText report={report} />
			{dialog.kind === "email" && <LetterForm {...{ dialog, path, back, report }} />}
			{dialog.kind === "keys" && <Shortcuts kind="talk" />}
			{dialog.kind === "bulk" && <BulkQuestion {...{ dialog, back }} />}
			{dialog.kind === "panelist" && <Panel {...{ dialog, path, back }} typed={report?.panel} />}
		</DialogPage>
	);
}

/** The assigned panels of an entry: tracks, and keywords to find reviewers by. */
function Panel(props: { dialog: Of<"panelist">; path: string; back: string; typed: Report["panel"] }) {
	const { dialog, path, back, typed } = props;
	const { t } = useTranslation();
	const { id, tracks, panel } = dialog;
	return (
		<Form method="post" action={withParameters(path, { modal: "panelist", id })} noValidate>
			<FormToken />
			<input type="hidden" name="id" value={id} />
			<input type="hidden" name="had-panelist" value={JSON.stringify(panel.panelists)} />
			<input type="hidden" name="had-keywords" value={JSON.stringify(panel.keywords)} />
			<p className="lead">
				{t("panel.about", { title: dialog.about })} <Reference of={dialog.reference} />
			</p>
			<p>{t("panel.lead")}</p>
			<Choices name="panelist" legend={t("panel.tracks")} options={tracks} chosen={(typed ?? panel).panelists} />
			<Choices
				name="keywords"
				legend={t("panel.keywords")}
				options={KEYWORDS.map((word) => ({ id: word, label: word }))}
				chosen={(typed ?? panel).keywords}
			/>
			<div className="actions">
				<button
					className="primary"
					type="submit"
					name="do.panel"
					value={t("panel.save")}
					data-offline={t("panel.failed")}
				>
					{t("panel.save")}
				</button>
				<Space />
				<Link className="button" to={back} data-close="">
					{t("admin.close")}
				</Link>
			</div>
		</Form>
	);
}

function Choices(props: {
	name: string;
	legend: string;
	options: readonly { id: string; label: string }[];
	chosen: readonly string[];
}) {
	const { name, legend, options, chosen } = props;
	return (
		<fieldset className="field">
			<legend>{legend}</legend>
			<div className="options options-inline">
				{options.map(({ id, label }, index) => (
					<span key={id}>
						<input
							type="checkbox"
							id={`c-${name}-${index}`}
							name={name}
							value={id}
							defaultChecked={chosen.includes(id)}
						/>
						<label htmlFor={`c-${name}-${index}`}>{label}</label>
					</span>
				))}
			</div>
		</fieldset>
	);
}
