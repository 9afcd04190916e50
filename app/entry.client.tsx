import { RemixBrowser } from "@remix-run/react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { HTML_LANG } from "./i18n.ts";
import { createTranslator } from "./locales/translator.ts";
import { giveTexts } from "./translation.tsx";

const locale = document.documentElement.lang === HTML_LANG.zh ? "zh" : "en";

async function hydrate(): Promise<void> {
	// Texts of one language. The page preloads this file. The page's script, which imports it and the screens and hands
	// them to Remix, has ended before anything here continues.
	const texts = await (locale === "zh" ? import("./locales/console-zh.ts") : import("./locales/console-en.ts"));
	giveTexts(locale, createTranslator(locale, texts));
	await dataRead();
	// In one go, effects included. Hydrating in steps resets a select that was changed meanwhile: React first sets it to what the
	// page said, and only then calls the handlers that would have heard of the choice.
	flushSync(() => {
		hydrateRoot(document, <RemixBrowser />);
	});
}

/**
 * Until the data of the page is decoded, Remix throws a promise that React waits for. A key or a click meanwhile would
 * make React render at once, fail, and leave a dead page (its error 345).
 */
async function dataRead(): Promise<void> {
	try {
		RemixBrowser({});
	} catch (waitedFor) {
		await waitedFor;
	}
}

void hydrate();
