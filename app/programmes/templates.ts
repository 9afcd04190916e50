import { aigc } from "./aigc.ts";
import type { Programme } from "./define.ts";
import { forum } from "./forum.ts";
import { aiSpotlight, hangzhouSpotlight, rustSpotlight } from "./nomination.ts";
import { hangzhou, paris } from "./talk.ts";

/**
 * The programmes that the first event starts with. From then on the database has them; a new one is one file and its
 * name in this list.
 */
export const templates: readonly Programme[] = [
	hangzhou,
	hangzhouSpotlight,
	aigc,
	forum,
	rustSpotlight,
	aiSpotlight,
	paris,
];
