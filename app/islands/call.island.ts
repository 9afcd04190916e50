import { previewAsTyped } from "./live-preview.ts";
import { sortByHand } from "./sorting.ts";

sortByHand();
previewAsTyped();
