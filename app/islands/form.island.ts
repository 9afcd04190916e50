/**
 * Improves a programme's form, which works without it. Each improvement is independent, so that a failing one does
 * not stop the others.
 */
import { attempt } from "./attempt.ts";
import { markChanges } from "./changed-fields.ts";
import { copyAnswers, showCounts } from "./fields.ts";
import { keepAttempts, keepDraft, restoreDraft, saveDraft, takeSent } from "./local-draft.ts";
import { noticeOffline } from "./offline.ts";
import { sendPhoto } from "./photo.ts";
import { keepRecord, keepSpot, mirrorTheme } from "./record.ts";
import { hideUnasked } from "./summary.ts";
import { switchForm } from "./switch.ts";

/** A cancelled or lost request does not notify the page, so the button is enabled again after a while. */
const SENDING_AT_MOST_MS = 10_000;

const form = document.querySelector<HTMLFormElement>("form.programme");

attempt(() => keepRecord());
attempt(() => mirrorTheme());
attempt(() => markChanges());
attempt(() => noticeOffline());
if (form) {
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
	attempt(() => sendOnce(form, texts));
}

/** A second press while the first is on its way does nothing. Coming back with the Back button frees the form. */
function sendOnce(form: HTMLFormElement, texts: Record<string, string>): void {
	const button = form.querySelector<HTMLButtonElement>("button.primary");
	if (!button) return;
	const label = button.textContent;
	let sending = false;
	const free = () => {
		sending = false;
		button.textContent = label;
	};
	form.addEventListener("submit", (event) => {
		if (sending) return event.preventDefault();
		sending = true;
		if (event.submitter === button || !event.submitter) button.textContent = texts.sending ?? label;
		setTimeout(free, SENDING_AT_MOST_MS);
	});
	addEventListener("pageshow", free);
}
