import { parse } from "cookie";
import type { CookieOptions, Request, Response } from "express";
import type { Config } from "../config.ts";
import type { SessionLifetime } from "../services/accounts/sessions.ts";

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

/** `__Host-` binds a cookie to this host over https; browsers refuse the prefix without encryption. */
const nameOf = (config: Config, name: string) => (config.secureCookies ? `__Host-${name}` : name);
const SESSION = "cfp_sid";
const VISITOR = "cfp_visitor";
const DEVICE = "cfp_device";
const BROWSER = "cfp_browser";

export function readCookies(req: Request): Record<string, string | undefined> {
	return parse(req.headers.cookie ?? "");
}

export function hasSessionCookie(req: Request, config: Config): boolean {
	return sessionCookie(req, config) !== undefined;
}

export function sessionCookie(req: Request, config: Config): string | undefined {
	return req.headers.cookie ? readCookies(req)[nameOf(config, SESSION)] : undefined;
}

export function visitorCookie(req: Request, config: Config): string | undefined {
	return tokenIn(req, config, VISITOR);
}

/** The name a browser was given with the first form it opened; it becomes the visitor's with the first post. */
export function browserCookie(req: Request, config: Config): string | undefined {
	return tokenIn(req, config, BROWSER);
}

function tokenIn(req: Request, config: Config, name: string): string | undefined {
	const value = req.headers.cookie ? readCookies(req)[nameOf(config, name)] : undefined;
	return value && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
}

const options = (config: Config): CookieOptions => ({
	httpOnly: true,
	secure: config.secureCookies,
	sameSite: "lax",
	path: "/",
});

/** Remembered sessions outlive the browser; others end with it, or earlier by the row. */
export function setSessionCookie(res: Response, config: Config, session: SessionLifetime & { secret: string }): void {
	const lifetime = session.remember ? { maxAge: session.lifetimeMs } : {};
	res.cookie(nameOf(config, SESSION), session.secret, { ...options(config), ...lifetime });
}

export function clearSessionCookie(res: Response, config: Config): void {
	res.clearCookie(nameOf(config, SESSION), options(config));
}

export function clearVisitorCookie(res: Response, config: Config): void {
	res.clearCookie(nameOf(config, VISITOR), options(config));
	res.clearCookie(nameOf(config, BROWSER), options(config));
}

export function setVisitorCookie(res: Response, config: Config, visitor: string): void {
	res.cookie(nameOf(config, VISITOR), visitor, { ...options(config), maxAge: MONTH_MS });
}

/**
 * Names a browser before it posts anything, so that both posts of a double click come from one sender. Not the visitor's
 * cookie, whose holder may have a draft and so gets no shared pages.
 */
export function setBrowserCookie(res: Response, config: Config, browser: string): void {
	res.cookie(nameOf(config, BROWSER), browser, options(config));
}

/** What this browser is known by since it first signed in to any account. It opens nothing. */
export function deviceCookie(req: Request, config: Config): string | undefined {
	return tokenIn(req, config, DEVICE);
}

export function setDeviceCookie(res: Response, config: Config, secret: string): void {
	res.cookie(nameOf(config, DEVICE), secret, { ...options(config), maxAge: YEAR_MS });
}

/**
 * Ties one step of a sign-in to the browser that took the step before. `return` is where it leads in the end: kept by the
 * browser and not in the database, because it may carry the key of a private link. `sent` is the key of what a guest has
 * just sent, for the page of thanks.
 */
const STEPS = { oauth: "cfp_gh", "hand-over": "cfp_ho", return: "cfp_back", sent: "cfp_sent" } as const;
export type SignInStep = keyof typeof STEPS;

export function setStepCookie(res: Response, config: Config, step: SignInStep, secret: string): void {
	res.cookie(nameOf(config, STEPS[step]), secret, { ...options(config), maxAge: 10 * 60 * 1000 });
}

export function stepCookie(req: Request, config: Config, step: SignInStep): string {
	return readCookies(req)[nameOf(config, STEPS[step])] ?? "";
}

/** Reads such a cookie and has the browser forget it: each is good for one try. */
export function takeStepCookie(req: Request, res: Response, config: Config, step: SignInStep): string {
	const name = nameOf(config, STEPS[step]);
	res.clearCookie(name, options(config));
	return readCookies(req)[name] ?? "";
}

const FLASH = "cfp_flash";

export function flashCookie(req: Request, config: Config): string | undefined {
	return req.headers.cookie ? readCookies(req)[nameOf(config, FLASH)] : undefined;
}

/** What the next page says once; undefined: it was said. */
export function setFlashCookie(res: Response, config: Config, text: string | undefined): void {
	if (text === undefined) res.clearCookie(nameOf(config, FLASH), options(config));
	else res.cookie(nameOf(config, FLASH), text, { ...options(config), maxAge: 60_000 });
}

/** Language and theme: not secret, but never needed by scripts either. */
export function setPreferenceCookie(res: Response, config: Config, name: "lang" | "theme", value: string): void {
	res.cookie(name, value, { ...options(config), maxAge: YEAR_MS });
}
