import type { AppLoadContext } from "@remix-run/node";
import type { SharedPage } from "../handle.ts";

const LOCALES = { en: "en_GB", zh: "zh_CN" } as const;

/**
 * How a public page names itself to search engines, and looks where its link is shared. Server only.
 * @param page.path its one address, without what only narrows or orders it
 * @param page.talk the talk it is about
 */
export function sharedPage(
	{ services, locale, brand, archived }: AppLoadContext,
	page: { path: string; title: string; talk?: number | undefined },
): SharedPage {
	// Cards are of the current event.
	const card = archived
		? undefined
		: (services.cards.cardOf(page.talk ?? "conference", locale) ?? services.cards.cardOf("conference", locale));
	const origin = services.cards.origin();
	return {
		url: `${origin}${page.path}`,
		type: page.talk === undefined ? "website" : "article",
		title: page.title,
		site: brand.product,
		locale: LOCALES[locale],
		image: card && { ...card, url: `${origin}${card.path}` },
	};
}
