import { useAllTexts } from "../../all-texts.ts";
import { Space } from "../layout/space.tsx";

/** Names of the buttons of a form besides the main one. */
export const SAVE_DRAFT = "do.save-draft";
export const MAIL_DRAFT = "do.mail-draft";
/** Asks first. */
export const ASK_DISCARD = "do.ask-discard";
export const DISCARD_DRAFT = "do.discard-draft";

/** Sends a form without the answers that it lacks. */
export const SEND_INCOMPLETE = "do.send-incomplete";

/** Asks whether a draft is to be deleted. @param label of the button that does */
export function DiscardQuestion({ label }: { label: string }) {
	const { t } = useAllTexts();
	return (
		<div className="banner wrong" id="errors" role="alert" tabIndex={-1}>
			<p>{t("form.discardQuestion")}</p>
			<div className="actions">
				<button className="danger" type="submit" name={DISCARD_DRAFT} value={label}>
					{label}
				</button>
				<Space />
				<button type="submit" name={SAVE_DRAFT} value={t("form.keepDraft")}>
					{t("form.keepDraft")}
				</button>
			</div>
		</div>
	);
}
