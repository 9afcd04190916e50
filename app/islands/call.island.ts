import { markChanges } from "./changed-fields.ts";
import { previewAsTyped } from "./live-preview.ts";
import { sendForms } from "./send-form.ts";
import { sortByHand } from "./sorting.ts";

function improve(): void {
	sortByHand();
	previewAsTyped();
}

markChanges();
sendForms({ improve });
improve();
