import { createHash } from "node:crypto";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToReadableStream } from "react-dom/server.browser";
import { handlesOf } from "./handle.ts";
import { type ConsoleTranslate, LOCALES } from "./i18n.ts";
import { translators } from "./locales/index.ts";
import schedule from "./styles/schedule.css?inline";
import site from "./styles/site.css?inline";
import { giveTexts } from "./translation.tsx";

for (const locale of LOCALES) giveTexts(locale, translators[locale] as unknown as ConsoleTranslate);

const styles = { site: hashed(site), schedule: hashed(schedule) };
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
	const style = styles[handles.map((handle) => handle.style).find(Boolean) ?? "site"];
	const nonce = hydrates ? context.nonce : undefined;
	const html = await render(<RemixServer context={remix} url={request.url} nonce={nonce} />, nonce);
	headers.set("Content-Type", "text/html; charset=utf-8");
	context.allowInDocument(hydrates ? { nonce } : { styleHash: style.hash });
	// Lynx shows a page again as it was unless `no-cache` stands last.
	headers.set("Cache-Control", context.actor.user ? "private, no-store, no-cache" : "private, no-cache");
	for (const [name, value] of context.replyHeaders) headers.set(name, value);
	return new Response(hydrates ? html : html.replace(STYLE_PLACE, () => `<style>${style.css}</style>`), {
		status,
		headers,
	});
}

function hashed(css: string) {
	return { css, hash: `sha256-${createHash("sha256").update(css).digest("base64")}` };
}

/**
 * The stream of React's web build, read to its end. Its Node stream pads a chunk with NUL bytes where a Chinese
 * character does not fit into what is left of the chunk.
 */
async function render(page: ReactElement, nonce: string | undefined): Promise<string> {
	let fault: unknown;
	const stream = await renderToReadableStream(page, {
		nonce,
		onError: (error) => {
			fault ??= error;
		},
	});
	await stream.allReady;
	const html = await new Response(stream).text();
	if (fault) throw fault;
	return `${html}\n`;
}

/** Faults that loaders and actions did not foresee were reported where they were thrown; these come from rendering. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
	if (!request.signal.aborted && error instanceof Error) context.reportFault(error);
}
