import { Form, Link } from "@remix-run/react";
import type { ForumReport } from "../../pages/forum.server.ts";
import type { Reading } from "../../pages/reading.server.ts";
import { invitations, type Notes, notesIn } from "../../programmes/forum.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { Space } from "../layout/space.tsx";
import { withParameters } from "../lists/list-url.ts";

/** What the organisers note about a registration, and the way to its confirmation. */
export function ForumNotes(props: {
	entry: Reading;
	/** Of the questions. */
	labels: Readonly<Record<keyof Notes, string>>;
	report: ForumReport | undefined;
	/** Address of the list. */
	path: string;
}) {
	const { entry, labels, report, path } = props;
	const { id, beside } = entry;
	const { t, locale } = useTranslation();
	const action = withParameters(path, { modal: "details", id });
	const was = notesIn(entry.notes);
	const shown = report?.notes ?? was;
	return (
		<Form
			method="post"
			action={action}
			noValidate
			data-keeps={`notes-${id}`}
			data-saves="do.notes"
			data-unsaved-notes={t("admin.notSaved", { title: "{title}", message: "{message}" })}
		>
			<FormToken />
			<input type="hidden" name="id" value={id} />
			<input type="hidden" name="was" value={JSON.stringify(was)} />
			<h2>{t("forum.notes")}</h2>
			<div className="field">
				<label htmlFor="f-invitation">{labels.invitationConfirmed}</label>
				<select id="f-invitation" name="invitationConfirmed" defaultValue={shown.invitationConfirmed}>
					<option value="">–</option>
					{invitations(shown.invitationConfirmed).map(({ value, label }) => (
						<option key={value} value={value}>
							{label[locale]}
						</option>
					))}
				</select>
			</div>
			<div className="field">
				<label htmlFor="f-contact">{labels.invitationContact}</label>
				<input id="f-contact" name="invitationContact" type="text" defaultValue={shown.invitationContact} />
			</div>
			<div className="field">
				<label htmlFor="f-progress">{labels.currentProgress}</label>
				<textarea id="f-progress" name="currentProgress" rows={3} defaultValue={shown.currentProgress} />
			</div>
			<p className="hint without-script">{t("forum.saveFirst")}</p>
			<div className="actions">
				<button className="primary" type="submit" name="do.notes" value={t("forum.saveNotes")}>
					{t("forum.saveNotes")}
				</button>
				<Space />
				{beside.next !== undefined && (
					<span className="without-script">
						<input type="hidden" name="next" value={beside.next} />
						<button type="submit" name="do.notes-next" value={t("forum.saveAndNext")}>
							{t("forum.saveAndNext")}
						</button>{" "}
					</span>
				)}
				<Link className="button" to={withParameters(path, { over: "details", modal: "email", id })}>
					{t("forum.confirm")}
				</Link>
			</div>
		</Form>
	);
}
