import { createHash } from "node:crypto";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { DIALOG, entryIn, fragmentShown } from "./fragments.ts";
import { handlesOf } from "./handle.ts";
import { HTML_LANG, LOCALES } from "./i18n.ts";
import { translators } from "./locales/index.ts";
import type { RootData } from "./root-data.ts";
import form from "./styles/form.css?inline";
import schedule from "./styles/schedule.css?inline";
import site from "./styles/site.css?inline";
import { giveTexts } from "./translation.tsx";

for (const locale of LOCALES) giveTexts(locale, translators[locale]);

/** The console's style is a file: every page of a long visit needs the same one. */
const styles = { site, form, schedule, console: "" };
/** Styles with the rules of an accent, by accent; there are as many as brands. */
const known = new Map<string, { css: string; hash: string }>();
const MOST_KNOWN = 100;
const STYLE_PLACE = "<style></style>";
const END = "</body></html>";

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
	const shown = withOwnRoutes(remix);
	const { loaderData, errors } = shown.staticHandlerContext;
	// Without the headers the script leaves its page as it is: what came is not what it asked for.
	const isAlone = !hydrates && !errors && !handles.some(({ island }) => island);
	if (!isAlone && loaderData.root) (loaderData.root as RootData).fragment = undefined;
	const part = isAlone ? fragmentShown(context.fragment, Object.values(loaderData)) : undefined;
	if (part) {
		headers.set("HX-Retarget", `#${part}`);
		// The page stays where it is scrolled to. An entry that was changed keeps what is typed and chosen beside the change.
		const style = part === DIALOG ? "innerHTML" : entryIn(part) === undefined ? "outerHTML" : "outerMorph";
		headers.set("HX-Reswap", `${style} show:none`);
		if (loaderData.root) aboutPage(headers, loaderData.root as RootData);
	}
	const html = hydrates
		? renderToString(<RemixServer context={await handedOver(shown)} url={request.url} nonce={nonce} />)
		: renderToStaticMarkup(<RemixServer context={shown} url={request.url} />);
	headers.set("Content-Type", "text/html; charset=utf-8");
	context.allowInDocument(hydrates ? { nonce } : { styleHash: style.hash });
	for (const [name, value] of context.replyHeaders) headers.set(name, value);
	const document = () => (hydrates ? inOneDocument(html, remix.manifest) : withStyle(html, style.css));
	// `renderToString` omits the doctype, without which browsers switch to quirks mode.
	const pieces = part ? [html] : ["<!DOCTYPE html>", ...document(), "\n"];
	// As bytes, each piece by itself: joined texts are copied once more, and one Han character doubles all of them.
	return new Response(Buffer.concat(pieces.map((piece) => Buffer.from(piece))), { status, headers });
}

/** Tells the script of a page how long the session lasts, and the language and version of the page around the part. */
function aboutPage(headers: Headers, { session, locale, islands }: RootData): void {
	if (session) headers.set("Session-Seconds", String(session.secondsLeft));
	headers.set("Content-Language", HTML_LANG[locale]);
	headers.set("Page-Script", islands.console ?? "");
}

/** With the routes of the page only: rendering goes through all that it is given, and there are many. */
function withOwnRoutes(remix: EntryContext): EntryContext {
	const { manifest, staticHandlerContext } = remix;
	const ids = staticHandlerContext.matches.map(({ route }) => route.id);
	const routes = Object.fromEntries(ids.flatMap((id) => (manifest.routes[id] ? [[id, manifest.routes[id]]] : [])));
	return { ...remix, manifest: { ...manifest, routes } };
}

function withStyle(html: string, css: string): string[] {
	const at = html.indexOf(STYLE_PLACE);
	return [html.slice(0, at), `<style>${css}</style>`, html.slice(at + STYLE_PLACE.length)];
}

/**
 * Remix appends its hydration data after the end of the document, and browsers move it into the body. Written into the
 * body, the document is valid.
 *
 * The route manifest, which Remix would load as a script, is inlined: one request fewer of the eight a screen may make
 * (decisions 8). Modules run after classic scripts, so the manifest goes into the first of those. Hydration counts the
 * elements of the head, so its link stays and names the entry file once more.
 */
function inOneDocument(html: string, manifest: EntryContext["manifest"]): string[] {
	const end = html.indexOf(END);
	// Behind the tag: what people typed has no ">", in texts as in data.
	const scripts = html.indexOf(">window.__remixContext = ") + 1;
	const url = JSON.stringify(manifest.url);
	const text = inlined.get(manifest) ?? leanText(manifest);
	inlined.set(manifest, text);
	return [
		html
			.slice(0, scripts)
			.replace(
				`<link rel="modulepreload" href=${url}/>`,
				`<link rel="modulepreload" href="${manifest.entry.module}"/>`,
			),
		`window.__remixManifest=${text};${FILL}`,
		html.slice(scripts, end).replace(`import ${url};`, ""),
		html.slice(end + END.length).replace(/<!--[^<>]*-->/g, ""),
		END,
	];
}

const inlined = new WeakMap<EntryContext["manifest"], string>();

/** Any page that is loaded whole: without scripts it is the same in the browser as another. */
const WHOLE = "routes/not-found";

/**
 * The manifest in a third of its length: absent means false or empty, what follows from the name of a route is filled in
 * by `FILL`, and files are named only for what is opened without loading a document. It is the same for every page, and
 * longer than most lists.
 */
function leanText(manifest: EntryContext["manifest"]): string {
	const isLoadedWhole = (id: string) => id !== WHOLE && !/^(root|routes\/admin(-schedule)?)$/.test(id);
	return JSON.stringify(manifest, function (this: { id?: string }, name, value) {
		if (this.id !== undefined && name === "id") return;
		if (this.id !== undefined && isLoadedWhole(this.id) && (name === "imports" || name === "module")) return;
		if (name === "parentId" && value === "root") return;
		return value === false || (name === "css" && value.length === 0) ? undefined : value;
	});
}

const FILL = `(({routes:r})=>{for(let i in r){let o=r[i];o.id=i;if(i!="root")o.parentId??="root";o.module??=r["${WHOLE}"].module}})(__remixManifest);`;

function styleOf(name: keyof typeof styles, accentStyle: string) {
	const css = styles[name] + accentStyle;
	const style = known.get(css) ?? { css, hash: `sha256-${createHash("sha256").update(css).digest("base64")}` };
	if (known.size >= MOST_KNOWN) known.clear();
	known.set(css, style);
	return style;
}

/**
 * The hydration data is read before rendering begins. Remix would read it during rendering, which works only with a
 * streaming renderer, and that encodes every chunk.
 */
async function handedOver(remix: EntryContext): Promise<EntryContext> {
	const value = await new Response(remix.serverHandoffStream).text();
	const read = Object.assign(Promise.resolve(), { result: { done: true, value } });
	return { ...remix, serverHandoffStream: new ReadableStream(), renderMeta: { streamCache: [read] } };
}

/** Errors of loaders and actions are logged where they are thrown; these come from rendering. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
	if (!request.signal.aborted && error instanceof Error) context.reportFault(error);
}
