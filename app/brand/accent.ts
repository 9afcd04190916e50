/** Derives the accents of both schemes from the brand's one colour. Pure functions. */
import { contrast, type Hex, lightnessOf, readHex, withLightness } from "./colour.ts";

export interface Accent {
	light: Hex;
	dark: Hex;
}

export const DEFAULT_ACCENT: Hex = "#0b6e63";

/** Backgrounds of the accent in each scheme: paper and tint of `app/styles/tokens.css`. */
export const BACKGROUNDS: Readonly<Record<keyof Accent, readonly Hex[]>> = {
	light: ["#ffffff", "#f3f6f5"],
	dark: ["#121816", "#1b2320"],
};

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;
/**
 * Contrast to which colours too dark for the dark scheme are raised: at the minimum they would look dim beside white
 * text.
 */
const RAISED_CONTRAST = 8;
const STEP = 1 / 256;

/** A colour that can be read in a scheme stays as it is there; any other is made darker, or lighter, until it can. */
export function accentOf(colour: Hex): Accent {
	return {
		light: isReadable(colour, "light") ? colour : moved(colour, "light", -STEP, LEAST_CONTRAST),
		dark: isReadable(colour, "dark") ? colour : moved(colour, "dark", STEP, RAISED_CONTRAST),
	};
}

/** How well a colour is told from what it stands on in a scheme; of several backgrounds, the worst. */
export function contrastIn(scheme: keyof Accent, colour: Hex): number {
	return Math.min(...BACKGROUNDS[scheme].map((background) => contrast(colour, background)));
}

/**
 * Whether a colour can be used as it is chosen. No colour has enough contrast to the backgrounds of both schemes, so the
 * light one decides, and the dark one derives its own.
 */
export function isReadableAsGiven(colour: Hex): boolean {
	return isReadable(colour, "light");
}

function isReadable(colour: Hex, scheme: keyof Accent, least = LEAST_CONTRAST): boolean {
	return contrastIn(scheme, colour) >= least;
}

/** Black passes in the light scheme and white in the dark one, so this ends. */
function moved(colour: Hex, scheme: keyof Accent, step: number, least: number): Hex {
	for (let lightness = lightnessOf(colour); lightness > 0 && lightness < 1; lightness += step) {
		const tried = withLightness(colour, lightness);
		if (isReadable(tried, scheme, least)) return tried;
	}
	return step < 0 ? "#000000" : "#ffffff";
}

/** The colour that a wrong value was most likely meant to be; none of a word. */
export function meantColour(text: string): Hex | undefined {
	const digits = text.replace(/[^0-9a-f]/gi, "");
	if (/[g-z]/i.test(text) || digits === "") return;
	return readHex(`#${digits.length < 6 ? digits.slice(0, 3).padEnd(3, "0") : digits.slice(0, 6)}`);
}

/** A usable colour to suggest in place of a wrong value: the one that was meant, darkened only if necessary. */
export const nearestAccent = (text: string): Hex => accentOf(meantColour(text) ?? DEFAULT_ACCENT).light;

/**
 * CSS rules that set this accent; empty for the default one, which the styles have already. Without quotation marks,
 * which React would escape.
 */
export function accentStyle(accent: Accent): string {
	if (accent.light === accentOf(DEFAULT_ACCENT).light) return "";
	const dark = `{--accent:${accent.dark}}`;
	const bySystem = `@media (prefers-color-scheme:dark){:root:not([data-theme=light])${dark}}`;
	return `:root{--accent:${accent.light}}${bySystem}[data-theme=dark]${dark}`;
}
