import { memorySettings } from "../../bench/servers.ts";
import { root } from "../../scripts/sources.mjs";

/** What the image tells the process of its memory, as environment. */
export const imageMemory = memorySettings(root);
