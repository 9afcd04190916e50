import type { RequestHandler } from "express";
import { LANGUAGE_BUTTON, THEME_BUTTON, THEMES } from "../../app/enumerations.ts";
import { LOCALES } from "../../app/i18n.ts";
import type { Config } from "../config.ts";
import { setPreferenceCookie } from "./cookies.ts";

/**
 * Handles the buttons of a form that change language or theme. The choice goes into a cookie and already applies to
 * this answer. The page decides what happens to the form: the button is removed from it, and `prefers` says that it
 * was pressed.
 */
export function createPreferences(config: Config): RequestHandler {
	return (req, res, next) => {
		req.prefers = false;
		if (req.method !== "POST" || req.access?.kind !== "page") return next();
		const locale = LOCALES.find((one) => `${LANGUAGE_BUTTON}${one}` in req.form);
		const theme = THEMES.find((one) => `${THEME_BUTTON}${one}` in req.form);
		if (!locale && !theme) return next();
		req.prefers = true;
		if (locale) {
			req.locale = locale;
			setPreferenceCookie(res, config, "lang", locale);
		}
		if (theme) {
			req.theme = theme;
			setPreferenceCookie(res, config, "theme", theme);
		}
		const isButton = (name: string) => name.startsWith(LANGUAGE_BUTTON) || name.startsWith(THEME_BUTTON);
		req.form = Object.fromEntries(Object.entries(req.form).filter(([name]) => !isButton(name)));
		next();
	};
}
