import type { RequestHandler } from "express";
import { THEMES, type Theme } from "../../app/enumerations.ts";
import { LOCALES } from "../../app/i18n.ts";
import type { Locale } from "../../app/programmes/define.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { randomToken } from "../secrets.ts";
import type { Services } from "../services/index.ts";
import { readCookies, sessionCookie, setPreferenceCookie, setVisitorCookie, visitorCookie } from "./cookies.ts";

/** Finds out who asks, in which language and theme. */
export function createActor(services: Services, config: Config): RequestHandler {
	return (req, res, next) => {
		const cookies = req.headers.cookie ? readCookies(req) : {};
		req.theme = oneOf<Theme>(THEMES, cookies.theme) ?? "system";
		req.locale =
			oneOf<Locale>(LOCALES, req.query.lang) ??
			oneOf<Locale>(LOCALES, cookies.lang) ??
			(req.acceptsLanguages("en", "zh") === "zh" ? "zh" : "en");
		const bearer = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? "")?.[1];
		const sid = sessionCookie(req, config);
		const user = bearer ? services.sessions.fromBearer(bearer) : sid ? services.sessions.fromCookie(sid) : undefined;
		// A token that is no longer good must be noticed, not silently treated as a guest's call.
		if (bearer && !user && !req.access?.toleratesStaleBearer) throw new AppError("NOT_SIGNED_IN");
		req.actor = { user, visitor: visitorCookie(req, config) };
		if (req.access?.kind === "page" && req.access.body === "upload" && !req.actor.visitor) {
			req.actor.visitor = randomToken();
			setVisitorCookie(res, config, req.actor.visitor);
		}
		next();
	};
}

function oneOf<T extends string>(values: readonly T[], given: unknown): T | undefined {
	return values.find((value) => value === given);
}

/** `?lang=` on a page becomes a cookie and a clean address, so that the choice lasts and links stay short. */
export function createLanguageSwitch(config: Config): RequestHandler {
	return (req, res, next) => {
		if (req.method !== "GET" || req.access?.kind !== "page" || req.query.lang !== req.locale) return next();
		setPreferenceCookie(res, config, "lang", req.locale);
		const url = new URL(req.originalUrl, "http://internal");
		url.searchParams.delete("lang");
		res.redirect(303, `${url.pathname}${url.search}`);
	};
}

/** Refuses by the access table: 405 or 404 without a row, 401 and 403 for calls, a redirect for pages. */
export const authorise: RequestHandler = (req, res, next) => {
	const row = req.access;
	if (!row) throw new AppError(req.method === "GET" || req.method === "HEAD" ? "NOT_FOUND" : "METHOD_NOT_ALLOWED");
	const { user } = req.actor;
	if (row.who === "everyone" || (user && (row.who === "signed-in" || user.isAdmin))) return next();
	if (row.kind !== "page") throw new AppError(user ? "FORBIDDEN" : "NOT_SIGNED_IN");
	res.setHeader("Cache-Control", "no-store");
	res.redirect(302, user ? "/dashboard" : "/");
};
