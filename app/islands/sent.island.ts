/** Improves the pages that follow a sent form: its draft on the device is deleted. */
import { attempt } from "./attempt.ts";
import { markChanges } from "./changed-fields.ts";
import { keepRecord, mirrorTheme } from "./record.ts";
import { sendForms } from "./send-form.ts";
import { forgetSent } from "./sent-draft.ts";

attempt(() => keepRecord());
attempt(() => mirrorTheme());
attempt(markChanges);
attempt(() => sendForms({ improve: () => undefined }));
attempt(() => {
	const accepted = document.querySelector<HTMLElement>("[data-clear-drafts]")?.dataset.clearDrafts;
	if (accepted) forgetSent(accepted.split(" "));
});
