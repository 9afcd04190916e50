import type { Request, RequestHandler, Response } from "express";
import { withReturn } from "../../app/accounts/return-path.ts";
import { THEMES, type Theme } from "../../app/enumerations.ts";
import { LOCALES } from "../../app/i18n.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { can } from "../../app/roles.ts";
import { type AccessRow, isCapability } from "../access.ts";
import { accessTo } from "../access-lookup.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { randomToken } from "../secrets.ts";
import type { Actor } from "../services/actor.ts";
import type { Services } from "../services/index.ts";
import {
	browserCookie,
	hasSessionCookie,
	readCookies,
	returnPathIn,
	sessionCookie,
	setBrowserCookie,
	setPreferenceCookie,
	setStepCookie,
	setVisitorCookie,
	visitorCookie,
} from "./cookies.ts";
import { ipPrefix } from "./network.ts";
import { pageAddress } from "./request.ts";

/** Determines the actor, language and theme of a request. */
export function createActor(services: Services, config: Config): RequestHandler {
	return (req, res, next) => {
		const cookies = req.headers.cookie ? readCookies(req) : {};
		req.theme = oneOf<Theme>(THEMES, cookies.theme) ?? "system";
		req.locale =
			oneOf<Locale>(LOCALES, req.query.lang) ??
			oneOf<Locale>(LOCALES, cookies.lang) ??
			(req.acceptsLanguages("en", "zh") === "zh" ? "zh" : "en");
		const bearer = bearerIn(req.headers.authorization);
		const sid = sessionCookie(req, config);
		const user =
			bearer !== undefined ? services.sessions.fromBearer(bearer) : sid ? services.sessions.fromCookie(sid) : undefined;
		req.hasInvalidBearer = bearer !== undefined && !user;
		req.actor = { user, visitor: visitorCookie(req, config), network: ipPrefix(req.ip) };
		if (req.access?.kind === "page" && !req.actor.visitor) {
			const browser = browserCookie(req, config);
			if (req.access.body === "upload") {
				req.actor.visitor = browser ?? randomToken();
				setVisitorCookie(res, config, req.actor.visitor);
			} else if (req.access.offersForm && !browser && !sid) setBrowserCookie(res, config, randomToken());
		}
		next();
	};
}

/** The token of a header: "" where there is none, or more than one word. Both are refused like a token that has ended. */
function bearerIn(header: string | undefined): string | undefined {
	const given = /^Bearer(?: +(\S+)| .*)?$/i.exec(header ?? "");
	return given ? (given[1] ?? "") : undefined;
}

/**
 * An invalid bearer token is refused where the answer depends on who asks: nobody must take the public list for the whole.
 * Only once the request is counted.
 */
export const refuseInvalidBearer: RequestHandler = (req, _res, next) => {
	next(req.hasInvalidBearer && req.access?.bearer === undefined ? new AppError("NOT_SIGNED_IN") : undefined);
};

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

/** Whether a request uses a right of the team. Nobody does whose request was refused before its actor was known. */
export function isByTeam({ access, actor }: Request): boolean {
	return access !== undefined && actor !== undefined && isCapability(access.who) && isAllowed(access, actor);
}

/** Whether a row of the access table admits the actor. */
export function isAllowed({ who }: AccessRow, { user }: Actor): boolean {
	return who === "everyone" || (user !== undefined && (who === "signed-in" || can(user.role, who)));
}

/**
 * Enforces the access table: 404 or 405 without a row, 401 and 403 for calls, redirects for pages. A posted form is read
 * and refused by its page, which gives back what was typed.
 */
export function createAuthorise(config: Config): RequestHandler {
	return (req, res, next) => {
		const row = req.access;
		if (!row) throw new AppError(req.method === "GET" || req.method === "HEAD" ? "NOT_FOUND" : "METHOD_NOT_ALLOWED");
		if (req.method === "HEAD" && row.spends && row.spends in req.query) {
			res.setHeader("Allow", "GET");
			throw new AppError("METHOD_NOT_ALLOWED");
		}
		const { user } = req.actor;
		if (isAllowed(row, req.actor)) return next();
		const refusal = new AppError(user ? "FORBIDDEN" : "NOT_SIGNED_IN");
		if (row.kind !== "page") throw refusal;
		const isData = req.path.endsWith(".data");
		if (!user && row.turnsAway && !isData) return next();
		if (row.body === "form" && !isData && req.is(["urlencoded", "multipart"])) {
			req.refusal = refusal;
			return next();
		}
		res.redirect(302, user ? "/dashboard" : loginFor(req, res, config));
	};
}

const CAME_FROM_LOGIN = /^https?:\/\/[^/]+\/(login)?([?#]|$)/;

/**
 * Address of the login screen, which leads back to the page that was asked for. If the browser has the cookie of an ended
 * session, the address says so, and that a post was not saved; otherwise it is that of the front page, and a cookie has the way back.
 */
export function loginFor(req: Request, res: Response, config: Config): string {
	const address = pageAddress(req.originalUrl);
	const isPage = accessTo("GET", address.split("?")[0] ?? "")?.kind === "page";
	const back = isPage ? address : "/dashboard";
	const isUnsaved = isPage && req.method === "POST";
	if (hasSessionCookie(req, config)) return withReturn(isUnsaved ? "/?ended=1&unsaved=1" : "/?ended=1", back);
	// Coming from the login without its cookie: the browser refuses cookies, and the page says so.
	if (CAME_FROM_LOGIN.test(req.headers.referer ?? "")) return "/?cookies=1";
	setStepCookie(res, config, "return", returnPathIn(back));
	return "/";
}
