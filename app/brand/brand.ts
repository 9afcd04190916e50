import type { Accent } from "./accent.ts";

/** What visitors see of the current event, in one language. Links are "" where there are none. */
export interface Brand {
	product: string;
	/** Where the conference takes place. */
	place: string;
	accent: Accent;
	/** Rules that give pages this accent; "" for the default one. */
	accentStyle: string;
	foundation: string;
	foundationSite: string;
	spotlightSite: string;
	chat: string;
	privacy: string;
	support: string;
}
