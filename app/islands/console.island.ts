/** Improves the pages of the console. Each works without it. */
import { PANE } from "../fragments.ts";
import { attempt } from "./attempt.ts";
import { forgetChanges, markChanges } from "./changed-fields.ts";
import { restoreChoices, saveChoices } from "./choices.ts";
import { abandon, swapFragments } from "./fragments.ts";
import { keepFocus } from "./kept-focus.ts";
import { forgetTexts, keepTexts, restoreTexts, saveTexts } from "./kept-texts.ts";
import { previewAsTyped } from "./live-preview.ts";
import { showMessages, takeMessages } from "./messages.ts";
import { followProgress } from "./progress.ts";
import { focusReading, placeReading, readWithKeys, releaseFocus } from "./reading.ts";
import { keepRecord, mirrorTheme } from "./record.ts";
import { forgetSent } from "./sent-draft.ts";
import { countDown } from "./session-countdown.ts";
import { sortByHand } from "./sorting.ts";
import { offerToStay } from "./stay-offer.ts";
import { countTicks, restoreTicks } from "./ticks.ts";
import { searchAsTyped } from "./typed-search.ts";
import { markUnsaved } from "./unsaved-mark.ts";

/** Improves the page as it was loaded, and each part that replaced another. */
function improve(isFirst = false): void {
	const restore = () => restoreChoices(isFirst);
	for (const one of [sortByHand, previewAsTyped, followProgress, restoreTicks, restore, restoreTexts, placeReading])
		attempt(one);
	for (const heading of document.querySelectorAll<HTMLElement>("[data-note]"))
		heading.title = heading.dataset.note ?? "";
}

// Styles show what needs scripts, and hide what they make needless.
document.documentElement.classList.add("improved");

for (const one of [
	keepRecord,
	mirrorTheme,
	() => countDown(offerToStay),
	markChanges,
	markUnsaved,
	keepFocus,
	countTicks,
	() => searchAsTyped(abandon),
	saveChoices,
	keepTexts,
	readWithKeys,
])
	attempt(one);
document.addEventListener("submit", forgetChanges);
attempt(() =>
	swapFragments({ improve, leave: saveTexts, answered: forgetTexts, release: releaseFocus, focus: focusReading }),
);
attempt(() => {
	const messages = takeMessages(document);
	showMessages(messages);
	const reference = document.getElementById(PANE)?.dataset.reference;
	// The form of a talk leads here when it was accepted.
	if (messages.length > 0 && reference) forgetSent([reference]);
});
improve(true);
