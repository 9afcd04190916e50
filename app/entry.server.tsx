import { createHash } from "node:crypto";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { handlesOf } from "./handle.ts";
import { type ConsoleTranslate, LOCALES } from "./i18n.ts";
import { translators } from "./locales/index.ts";
import ofConsole from "./styles/console.css?inline";
import form from "./styles/form.css?inline";
import schedule from "./styles/schedule.css?inline";
import site from "./styles/site.css?inline";
import { giveTexts } from "./translation.tsx";

for (const locale of LOCALES) giveTexts(locale, translators[locale] as unknown as ConsoleTranslate);

const styles = { site, form, schedule, console: ofConsole };
/** Each with the rules of an accent behind it; there are as many as there are brands. */
const known = new Map<string, { css: string; hash: string }>();
const MOST_KNOWN = 100;
const STYLE_PLACE = "<style></style>";

/**
 * Renders a whole page before the first byte leaves: a page that streams shows its fallbacks for ever where scripts are
 * off. Pages that do not hydrate carry their style inside, so that the first response is all they need.
 */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	remix: EntryContext,
	context: AppLoadContext,
): Promise<Response> {
	const matches = remix.staticHandlerContext.matches.map(({ route }) => remix.routeModules[route.id] ?? {});
	const handles = handlesOf(matches);
	const hydrates = handles.some((handle) => handle.hydrate);
	const style = styleOf(handles.map((handle) => handle.style).find(Boolean) ?? "site", context.brand.accentStyle);
	const nonce = hydrates ? context.nonce : undefined;
	const html = hydrates
		? renderToString(<RemixServer context={await handedOver(remix)} url={request.url} nonce={nonce} />)
		: renderToStaticMarkup(<RemixServer context={remix} url={request.url} />);
	headers.set("Content-Type", "text/html; charset=utf-8");
	context.allowInDocument(hydrates ? { nonce } : { styleHash: style.hash });
	for (const [name, value] of context.replyHeaders) headers.set(name, value);
	const page = hydrates
		? withManifest(inOneDocument(html), remix.manifest)
		: html.replace(STYLE_PLACE, () => `<style>${style.css}</style>`);
	// Rendering to text leaves out what keeps browsers from the rules of the last century.
	return new Response(`<!DOCTYPE html>${page}\n`, { status, headers });
}

/**
 * The framework writes what hydration starts from behind the end of the document. Browsers move it into the body; where
 * it is written there, the document is valid, too.
 */
function inOneDocument(html: string): string {
	const end = "</body></html>";
	const [document = "", behind = ""] = html.split(end);
	return document + behind.replace(/<!--[^<>]*-->/g, "") + end;
}

/**
 * The list of routes and their files stands in the page, where the framework would load it as a script: one request less,
 * of the eight that a screen may take (decisions 8). Modules run after classic scripts, so the list goes into the first of
 * those. Hydration counts the elements of the head, so its link stays, and names the file of the entry once more.
 */
function withManifest(html: string, manifest: EntryContext["manifest"]): string {
	const url = JSON.stringify(manifest.url);
	return html
		.replace(`<link rel="modulepreload" href=${url}/>`, `<link rel="modulepreload" href="${manifest.entry.module}"/>`)
		.replace(`import ${url};`, "")
		.replace("window.__remixContext", () => `window.__remixManifest=${JSON.stringify(manifest)};window.__remixContext`);
}

function styleOf(name: keyof typeof styles, accentStyle: string) {
	const css = styles[name] + accentStyle;
	const style = known.get(css) ?? { css, hash: `sha256-${createHash("sha256").update(css).digest("base64")}` };
	if (known.size >= MOST_KNOWN) known.clear();
	known.set(css, style);
	return style;
}

/**
 * What the browser starts from is read before rendering begins. The framework would read it while rendering, and only a
 * renderer that waits, and encodes every chunk, can be used for that.
 */
async function handedOver(remix: EntryContext): Promise<EntryContext> {
	const value = await new Response(remix.serverHandoffStream).text();
	const read = Object.assign(Promise.resolve(), { result: { done: true, value } });
	return { ...remix, serverHandoffStream: new ReadableStream(), renderMeta: { streamCache: [read] } };
}

/** Faults that loaders and actions did not foresee were reported where they were thrown; these come from rendering. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
	if (!request.signal.aborted && error instanceof Error) context.reportFault(error);
}
