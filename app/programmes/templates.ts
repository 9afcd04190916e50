import type { EventTemplate } from "../enumerations.ts";
import { aigc, works } from "./aigc.ts";
import type { Programme } from "./define.ts";
import { forum, registrations } from "./forum.ts";
import { aiSpotlight, hangzhouSpotlight, projects, rustSpotlight } from "./nomination.ts";
import { hangzhou, paris, talks } from "./talk.ts";

/**
 * The programmes that the event of the specification starts with. From then on the database has them; a new one is one
 * file and its name in this list.
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

/** One programme of each kind that names no place and no date: what organisers of any event make calls from. */
export const generalCalls: readonly Programme[] = [talks, projects, works, registrations];

/** The programmes that an event starts with. */
export const templatesOf = (event: EventTemplate): readonly Programme[] => (event === "blank" ? [talks] : templates);
