import { createHash } from "node:crypto";
import { Writable } from "node:stream";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { handlesOf } from "./handle.ts";
import css from "./styles/site.css?inline";
import { TranslationContext } from "./translation.tsx";

const styleHash = `sha256-${createHash("sha256").update(css).digest("base64")}`;
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
	const hydrates = handlesOf(matches).some((handle) => handle.hydrate);
	const nonce = hydrates ? context.nonce : undefined;
	const html = await render(
		<TranslationContext.Provider value={{ t: context.t, locale: context.locale }}>
			<RemixServer context={remix} url={request.url} nonce={nonce} />
		</TranslationContext.Provider>,
		nonce,
	);
	headers.set("Content-Type", "text/html; charset=utf-8");
	context.allowInDocument(hydrates ? { nonce } : { styleHash });
	if (!headers.has("Cache-Control")) {
		headers.set("Cache-Control", context.actor.user ? "private, no-store" : "private, no-cache");
	}
	return new Response(hydrates ? html : html.replace(STYLE_PLACE, () => `<style>${css}</style>`), { status, headers });
}

function render(page: React.ReactElement, nonce: string | undefined): Promise<string> {
	return new Promise((done, fail) => {
		const chunks: Buffer[] = [];
		const sink = new Writable({
			write(chunk: Buffer, _encoding, next) {
				chunks.push(chunk);
				next();
			},
			final(next) {
				done(`${Buffer.concat(chunks).toString("utf8")}\n`);
				next();
			},
		});
		const { pipe } = renderToPipeableStream(page, {
			nonce,
			onAllReady: () => pipe(sink),
			onShellError: fail,
			onError: fail,
		});
	});
}

/** Faults that loaders and actions did not foresee were reported where they were thrown; these come from rendering. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
	if (!request.signal.aborted && error instanceof Error) context.reportFault(error);
}
