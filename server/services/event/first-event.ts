import { slugOf } from "../../../app/programmes/slugs.ts";
import type { FirstEventSeed } from "../../../db/first-event.ts";
import type { FirstEvent } from "../../config.ts";
import { drawConfiguredLogo } from "./logo-drawing.ts";

/**
 * The first event as the settings describe it, with its logo drawn.
 * @throws ConfigError where the logo cannot be used
 */
export async function firstEventOf({ logoFile, ...event }: FirstEvent): Promise<FirstEventSeed> {
	return {
		event: { ...event, slug: slugOf(event.name) || "event" },
		logo: logoFile === undefined ? undefined : await drawConfiguredLogo(logoFile),
	};
}
