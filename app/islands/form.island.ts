/**
 * Improves a programme's form, which works without it. Each improvement is independent, so that a failing one does
 * not stop the others.
 */
import { attempt } from "./attempt.ts";
import { markChanges } from "./changed-fields.ts";
import { copyAnswers, showCounts } from "./fields.ts";
import { keepAttempts, keepDraft, restoreDraft, saveDraft, sayAccepted, takeSent } from "./local-draft.ts";
import { released } from "./pointer-press.ts";
import { keepRecord, keepSpot, mirrorTheme } from "./record.ts";
import { sendForms } from "./send-form.ts";
import { takeNoted } from "./sent-draft.ts";
import { hideUnasked } from "./summary.ts";
import type { Hooks } from "./switch.island.ts";

/** Fields whose photo is waited for: a form whose questions are replaced may show one again. */
const awaited = new WeakSet<HTMLInputElement>();

attempt(markChanges);
attempt(() => sendForms({ improve, failed: takeNoted }));
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
		attempt(() => awaitPhoto(form, texts));
	};
	attempt(() => keepSpot(form));
	attempt(() => keepAttempts(form));
	attempt(() => keepDraft(form, texts));
	attempt(() => sayAccepted(form, texts));
	improveFields();
	const hooks = {
		before: () => attempt(() => saveDraft(form)),
		after: () => {
			attempt(() => restoreDraft(form));
			improveFields();
		},
		released,
	};
	attempt(() => awaitSwitch(form, texts, hooks));
	form.addEventListener("input", hideUnasked);
	attempt(() => document.getElementById("errors")?.focus());
}

/** Loads the script that sends a photo with the first photo. If it does not come, the form sends the photo itself. */
function awaitPhoto(form: HTMLFormElement, texts: Record<string, string>): void {
	const input = form.querySelector<HTMLInputElement>("input[type=file]");
	const address = form.dataset.photo;
	if (!input || !address || awaited.has(input)) return;
	awaited.add(input);
	let handedIn: File | undefined;
	form.addEventListener("submit", () => {
		handedIn = input.files?.[0];
	});
	const begin = () =>
		(import(address) as Promise<typeof import("./photo.island.ts")>).then(
			async ({ sendPhoto }) => {
				await released();
				sendPhoto(form, input, texts, { handedIn, released });
			},
			() => undefined,
		);
	input.addEventListener("change", begin, { once: true });
}

/** Loads the script that replaces the questions with the first choice of another track. */
function awaitSwitch(form: HTMLFormElement, texts: Record<string, string>, hooks: Hooks): void {
	const address = form.dataset.switch;
	if (!address) return;
	let isLoading = false;
	const load = (radio: HTMLInputElement) => {
		if (isLoading) return;
		isLoading = true;
		(import(address) as Promise<typeof import("./switch.island.ts")>).then(
			({ switchForm }) => switchForm(form, texts, hooks, radio),
			() => undefined,
		);
	};
	for (const radio of form.querySelectorAll<HTMLInputElement>("[data-path]"))
		radio.addEventListener("change", () => load(radio));
}
