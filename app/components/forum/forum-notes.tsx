import { Form, Link } from "@remix-run/react";
import { useInBrowser } from "../../hooks/in-browser.ts";
import { useTypedNotes } from "../../hooks/typed-notes.ts";
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
	const inBrowser = useInBrowser();
	const action = withParameters(path, { modal: "details", id });
	const notes = useTypedNotes(entry, notesIn(entry.notes), report, action);
	const shown = report?.notes ?? notes.typed ?? notes.was;
	const was = JSON.stringify(notes.was);
	return (
		<Form
			key={was}
			method="post"
			action={action}
			preventScrollReset
			noValidate
			onChange={(event) => notes.keep(event.currentTarget)}
		>
			<FormToken />
			<input type="hidden" name="id" value={id} />
			<input type="hidden" name="was" value={was} />
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
			{!inBrowser && <p className="hint">{t("forum.saveFirst")}</p>}
			<div className="actions">
				<button className="primary" type="submit" name="do.notes" value={t("forum.saveNotes")}>
					{t("forum.saveNotes")}
				</button>
				<Space />
				{!inBrowser && beside.next !== undefined && (
					<>
						<input type="hidden" name="next" value={beside.next} />
						<button type="submit" name="do.notes-next" value={t("forum.saveAndNext")}>
							{t("forum.saveAndNext")}
						</button>{" "}
					</>
				)}
				<Link className="button" to={withParameters(path, { over: "details", modal: "email", id })} preventScrollReset>
					{t("forum.confirm")}
				</Link>
			</div>
		</Form>
	);
}
