import { markChanges } from "./changed-fields.ts";
import { previewAsTyped } from "./live-preview.ts";
import { sortByHand } from "./sorting.ts";

markChanges();
sortByHand();
previewAsTyped();
