import { translators } from "../../app/locales/index.ts";
import type { Locale } from "../../app/programmes/define.ts";
import type { PublicEntries } from "./lists/public-entries.ts";
import type { Calls } from "./programmes/calls.ts";
import type { Releases } from "./schedule/releases.ts";

export type Navigation = (locale: Locale) => { href: string; label: string }[];

/** The parts of the public site that there are today, for the header of every page. */
export function createNavigation(services: {
	calls: Calls;
	publicEntries: Pick<PublicEntries, "hasAny">;
	releases: Pick<Releases, "current">;
}): Navigation {
	const { calls, publicEntries, releases } = services;
	return (locale: Locale) => {
		const t = translators[locale];
		return [
			...(calls.isAnyAhead() ? [{ href: "/", label: t("nav.call") }] : []),
			...(releases.current() ? [{ href: "/schedule", label: t("nav.schedule") }] : []),
			...(publicEntries.hasAny("talk") ? [{ href: "/proposals", label: t("nav.talks") }] : []),
		];
	};
}
