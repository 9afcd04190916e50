/**
 * Improves a programme's form, which works without it. Each improvement is independent, so that a failing one does
 * not stop the others.
 */
import { attempt } from "./attempt.ts";
import { markChanges } from "./changed-fields.ts";
import { copyAnswers, showCounts } from "./fields.ts";
import { keepAttempts, keepDraft, restoreDraft, saveDraft, takeSent } from "./local-draft.ts";
import { sendPhoto } from "./photo.ts";
import { keepRecord, keepSpot, mirrorTheme } from "./record.ts";
import { sendForms } from "./send-form.ts";
import { hideUnasked } from "./summary.ts";
import { switchForm } from "./switch.ts";

attempt(markChanges);
attempt(() => sendForms({ improve }));
improve();

/** Improves the page as it was loaded, or as the answer to its form. */
function improve(): void {
	attempt(keepRecord);
	attempt(mirrorTheme);
	const form = document.querySelector<HTMLFormElement>("form.programme");
	if (form) improveForm(form);
}

function improveForm(form: HTMLFormElement): void {
	attempt(() => takeSent(form));
	const texts = JSON.parse(form.dataset.texts ?? "{}") as Record<string, string>;
	const improveFields = () => {
		attempt(() => showCounts(form));
		attempt(() => copyAnswers(form));
		attempt(() => sendPhoto(form, texts));
	};
	attempt(() => keepSpot(form));
	attempt(() => keepAttempts(form));
	attempt(() => keepDraft(form, texts));
	improveFields();
	attempt(() =>
		switchForm(form, texts, {
			before: () => attempt(() => saveDraft(form)),
			after: () => {
				attempt(() => restoreDraft(form));
				improveFields();
			},
		}),
	);
	form.addEventListener("input", hideUnasked);
	attempt(() => document.getElementById("errors")?.focus());
}
