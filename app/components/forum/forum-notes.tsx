import { Form, Link } from "@remix-run/react";
import { INVITATION_STATUSES, type Notes } from "../../programmes/forum.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { withParameters } from "../lists/list-url.ts";

/** What the organisers note about a registration, and the way to its confirmation. */
export function ForumNotes(props: {
	id: number;
	/** Of the questions. */
	labels: Readonly<Record<keyof Notes, string>>;
	notes: Notes;
	/** The typed text of a note that could not be saved. */
	typed: Notes | undefined;
	/** Address of the list. */
	path: string;
}) {
	const { id, labels, notes, typed, path } = props;
	const shown = typed ?? notes;
	const { t } = useTranslation();
	const was = JSON.stringify(notes);
	return (
		<Form key={was} method="post" action={withParameters(path, { modal: "details", id })} preventScrollReset noValidate>
			<FormToken />
			<input type="hidden" name="id" value={id} />
			<input type="hidden" name="was" value={was} />
			<h2>{t("forum.notes")}</h2>
			<div className="field">
				<label htmlFor="f-invitation">{labels.invitationConfirmed}</label>
				<select id="f-invitation" name="invitationConfirmed" defaultValue={shown.invitationConfirmed}>
					<option value="">–</option>
					{INVITATION_STATUSES.map(({ value, label }) => (
						<option key={value} value={value} lang="zh-Hans">
							{label.zh + marks.zh.brackets(value)}
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
			<div className="actions">
				<button className="primary" type="submit" name="do.notes" value={t("forum.saveNotes")}>
					{t("forum.saveNotes")}
				</button>{" "}
				<Link className="button" to={withParameters(path, { over: "details", modal: "email", id })} preventScrollReset>
					{t("forum.confirm")}
				</Link>
			</div>
		</Form>
	);
}
