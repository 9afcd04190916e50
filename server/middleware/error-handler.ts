import type { ErrorRequestHandler, Request, Response } from "express";
import type { Logger } from "pino";
import { HTML_LANG } from "../../app/i18n.ts";
import { translators } from "../../app/locales/index.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { errorText } from "../error-text.ts";
import { operatorsPart, toAppError } from "../errors.ts";
import type { KnownEvent } from "../services/event/current-event.ts";
import { NOT_KEPT } from "./headers.ts";

/** Converts errors outside of pages: JSON for calls, a small HTML page for people. */
export function createErrorHandler(log: Logger, { brand }: Pick<KnownEvent, "brand">): ErrorRequestHandler {
	const known = { en: brand("en").product, zh: brand("zh").product };

	/** As last known: the fault may be that the database cannot be read. */
	function nameIn(locale: Locale): string {
		try {
			known[locale] = brand(locale).product;
		} catch {
			// The last one is good enough.
		}
		return known[locale];
	}

	return (thrown, req, res, next) => {
		const error = toAppError(thrown);
		const part = operatorsPart(error);
		if (part) log.error({ err: error }, part);
		if (error.code === "INTERNAL") log.error({ req: req.requestId, err: thrown }, "unexpected failure");
		if (res.headersSent) return next(thrown);
		const locale = req.locale ?? (req.acceptsLanguages("en", "zh") === "zh" ? "zh" : "en");
		const message = errorText(error, locale);
		res.status(error.status).setHeader("Cache-Control", NOT_KEPT);
		if (error.retryAfter !== undefined) res.setHeader("Retry-After", String(error.retryAfter));
		// Closes the connection: an unread body would be parsed as the next request.
		if (req.method !== "GET" && !req.complete) res.setHeader("Connection", "close");
		const isCall = /^\/api\//i.test(req.path);
		if (error.status === 401 && isCall) challenge(req, res);
		if (isCall) res.json({ message, error: error.code });
		else res.type("html").send(smallPage(nameIn(locale), message, req.method !== "GET", locale));
	};
}

/** Adds `WWW-Authenticate` to a 401 (RFC 6750). */
export function challenge(req: Request, res: Response): void {
	const why = req.hasInvalidBearer ? ', error="invalid_token"' : "";
	res.setHeader("WWW-Authenticate", `Bearer realm="api"${why}`);
}

/** Says that the typed text is still on the previous page. */
function smallPage(name: string, message: string, sentForm: boolean, locale: Locale): string {
	const t = translators[locale];
	// Everything else here is our own text.
	const product = name.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
	return `<!doctype html>
<html lang="${HTML_LANG[locale]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${message} — ${t("site.title", { product })}</title></head>
<body><header><a href="/">${product}</a></header>
<main><h1>${message}</h1>${sentForm ? `<p>${t("refusals.stillThere")}</p>` : ""}
<p><a href="/">${t("errors.back")}</a></p></main></body></html>
`;
}
