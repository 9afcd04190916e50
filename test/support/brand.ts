import { accentOf, accentStyle } from "../../app/brand/accent.ts";
import type { Brand } from "../../app/brand/brand.ts";
import { readConfig } from "../../server/config.ts";

const firstEvent = readConfig({}).firstEvent.hangzhou;
const accent = accentOf(firstEvent.accent);

/** The brand of the shipped event, for texts that are written without a portal. */
export const shippedBrand: Brand = {
	product: firstEvent.name,
	place: firstEvent.place,
	...{ accent, accentStyle: accentStyle(accent) },
	foundation: firstEvent.organisation,
	foundationSite: firstEvent.site,
	spotlightSite: firstEvent.spotlightSite,
	...{ chat: firstEvent.chat, privacy: firstEvent.privacy, support: firstEvent.support },
};

export const shippedZone = firstEvent.zone;
