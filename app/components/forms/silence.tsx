import { useAllTexts } from "../../all-texts.ts";
import { useRoot } from "../../root-data.ts";
import type { FormState } from "./programme-form.tsx";

/** Name of the box by which organisers store a form without a receipt. */
export const SILENT = "silent";

/** Says before saving that the speaker gets an email, and offers to send none. */
export function Silence({ state: { editing, silent } }: { state: FormState }) {
	const { t } = useAllTexts();
	const mailLeaves = useRoot()?.mailLeaves;
	return (
		<div className="field">
			<label className="tick">
				<input type="checkbox" name={SILENT} value="true" defaultChecked={silent} aria-describedby="silent-hint" />
				<span>{t("editor.silent")}</span>
			</label>
			<p className="hint" id="silent-hint">
				{t(!mailLeaves ? "editor.mailsSaved" : editing ? "editor.mailsChange" : "editor.mailsNew")}
			</p>
		</div>
	);
}
