import { parseCookie } from "cookie";
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
	return parseCookie(req.headers.cookie ?? "");
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

/** Cookie set with the first form a browser opens; becomes the visitor cookie with its first post. */
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
 * Identifies a browser before its first post, so that a double click has one sender. Not the visitor cookie, because
 * visitors with drafts bypass the page cache.
 */
export function setBrowserCookie(res: Response, config: Config, browser: string): void {
	res.cookie(nameOf(config, BROWSER), browser, options(config));
}

/** Identifies a browser that has logged in before. Grants no access. */
export function deviceCookie(req: Request, config: Config): string | undefined {
	return tokenIn(req, config, DEVICE);
}

export function setDeviceCookie(res: Response, config: Config, secret: string): void {
	res.cookie(nameOf(config, DEVICE), secret, { ...options(config), maxAge: YEAR_MS });
}

/**
 * Binds a step of a login to the browser that began it. `return`: path to continue to, kept in a cookie because it
 * may contain a private key. `sent`: keys of a guest's latest submissions. `registered`: the address of a new account, which
 * no link may carry.
 */
const STEPS = {
	oauth: "cfp_gh",
	"hand-over": "cfp_ho",
	return: "cfp_back",
	sent: "cfp_sent",
	registered: "cfp_new",
} as const;
export type SignInStep = keyof typeof STEPS;

/** Maximum length of a return path in a cookie. */
const LONGEST_RETURN_PATH = 2_000;

/** A return path for a cookie: a cut one would lead elsewhere, so long ones are dropped. */
export const returnPathIn = (path: string) => (encodeURIComponent(path).length <= LONGEST_RETURN_PATH ? path : "");

export function setStepCookie(res: Response, config: Config, step: SignInStep, secret: string): void {
	res.cookie(nameOf(config, STEPS[step]), secret, { ...options(config), maxAge: 10 * 60 * 1000 });
}

export function stepCookie(req: Request, config: Config, step: SignInStep): string {
	return readCookies(req)[nameOf(config, STEPS[step])] ?? "";
}

const MOST_SENT = 5;

/** Keys of what a guest sent from this browser in the last ten minutes, newest first. */
export function sentKeys(req: Request, config: Config): string[] {
	return stepCookie(req, config, "sent").split(" ").slice(0, MOST_SENT);
}

export function keepSentKey(req: Request, res: Response, config: Config, key: string): void {
	const others = sentKeys(req, config).filter((one) => one !== key);
	setStepCookie(res, config, "sent", [key, ...others].slice(0, MOST_SENT).join(" ").trim());
}

/** Reads and deletes a step cookie: each works once. */
export function takeStepCookie(req: Request, res: Response, config: Config, step: SignInStep): string {
	const name = nameOf(config, STEPS[step]);
	res.clearCookie(name, options(config));
	return readCookies(req)[name] ?? "";
}

const FLASH = "cfp_flash";

export function flashCookie(req: Request, config: Config): string | undefined {
	return req.headers.cookie ? readCookies(req)[nameOf(config, FLASH)] : undefined;
}

/** Message for the next page; undefined to delete it. */
export function setFlashCookie(res: Response, config: Config, text: string | undefined): void {
	if (text === undefined) res.clearCookie(nameOf(config, FLASH), options(config));
	else res.cookie(nameOf(config, FLASH), text, { ...options(config), maxAge: 60_000 });
}

/** Language and theme: not secret, but never needed by scripts either. */
export function setPreferenceCookie(res: Response, config: Config, name: "lang" | "theme", value: string): void {
	res.cookie(name, value, { ...options(config), maxAge: YEAR_MS });
}
