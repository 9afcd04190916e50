/** Improves the pages of the console. Each works without it. */
import { attempt } from "./attempt.ts";
import { forgetChanges, markChanges } from "./changed-fields.ts";
import { swapFragments } from "./fragments.ts";
import { keepFocus } from "./kept-focus.ts";
import { previewAsTyped } from "./live-preview.ts";
import { showMessages, takeMessages } from "./messages.ts";
import { followProgress } from "./progress.ts";
import { keepRecord, mirrorTheme } from "./record.ts";
import { countDown } from "./session-countdown.ts";
import { sortByHand } from "./sorting.ts";
import { offerToStay } from "./stay-offer.ts";
import { countTicks, offerTickAll } from "./tick-count.ts";
import { searchAsTyped } from "./typed-search.ts";
import { markUnsaved } from "./unsaved-mark.ts";

/** Improves the page as it was loaded, and each part that replaced another. */
function improve(): void {
	for (const one of [sortByHand, previewAsTyped, followProgress, offerTickAll]) attempt(one);
}

for (const one of [
	keepRecord,
	mirrorTheme,
	() => countDown(offerToStay),
	markChanges,
	markUnsaved,
	keepFocus,
	countTicks,
	searchAsTyped,
])
	attempt(one);
document.addEventListener("submit", forgetChanges);
attempt(() => swapFragments(improve));
attempt(() => showMessages(takeMessages(document)));
improve();
