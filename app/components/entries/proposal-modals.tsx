import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { KEYWORDS } from "../../enumerations.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { modalOf } from "../../pages/proposals.server.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { DialogReport } from "../layout/action-report.tsx";
import { Modal } from "../layout/modal.tsx";
import { Space } from "../layout/space.tsx";
import { BulkQuestion } from "../lists/bulk-question.tsx";
import { withParameters } from "../lists/list-url.ts";
import { LetterForm } from "../mails/letter-form.tsx";
import { Reference } from "./entry-reference.tsx";

type AnyModal = NonNullable<ReturnType<typeof modalOf>>;
type Of<K extends AnyModal["kind"]> = Extract<AnyModal, { kind: K }>;

interface Props {
	modal: AnyModal | undefined;
	/** Address of the list, to which the parameters of a dialog are added. */
	path: string;
	/** What is behind the dialog: the list, or the entry that is being read in it. */
	back: string;
	report: Report | undefined;
	list: ReactNode;
}

/** The dialog an address names, over the list it belongs to. */
export function ProposalModal({ modal, path, back, report, list }: Props) {
	return (
		<Modal title={modal?.title ?? ""} back={back} open={modal !== undefined} list={list}>
			<DialogReport report={report} />
			{modal?.kind === "email" && <LetterForm modal={modal} path={path} back={back} report={report} />}
			{modal?.kind === "bulk" && <BulkQuestion modal={modal} back={back} />}
			{modal?.kind === "panelist" && <Panel modal={modal} path={path} back={back} typed={report?.panel} />}
		</Modal>
	);
}

/** The assigned panels of an entry: tracks, and keywords to find reviewers by. */
function Panel(props: { modal: Of<"panelist">; path: string; back: string; typed: Report["panel"] }) {
	const { modal, path, back, typed } = props;
	const { t } = useTranslation();
	const { id, tracks, panel } = modal;
	return (
		<Form method="post" action={withParameters(path, { modal: "panelist", id })} noValidate>
			<FormToken />
			<input type="hidden" name="id" value={id} />
			<input type="hidden" name="had-panelist" value={JSON.stringify(panel.panelists)} />
			<input type="hidden" name="had-keywords" value={JSON.stringify(panel.keywords)} />
			<p className="lead">
				{t("panel.about", { title: modal.about })} <Reference of={modal.reference} />
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
				<button className="primary" type="submit" name="do.panel" value={t("panel.save")}>
					{t("panel.save")}
				</button>
				<Space />
				<Link className="button" to={back} preventScrollReset>
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
