/** Colours as hex digits, and the colour arithmetic that an accent needs. Pure functions. */

/** `#0b6e63`, in lower case and with six digits. */
export type Hex = `#${string}`;

/** A colour in OKLCH: lightness from 0 to 1, chroma, hue in radians. */
interface Look {
	lightness: number;
	chroma: number;
	hue: number;
}

/** @returns undefined for what is no colour of three or six hex digits */
export function readHex(text: string): Hex | undefined {
	const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text.trim())?.[1]?.toLowerCase();
	if (digits === undefined || !text.trim().startsWith("#")) return;
	return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}

/** Contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Hex, other: Hex): number {
	const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(colour: Hex): number {
	const [red = 0, green = 0, blue = 0] = linearOf(colour);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The colour at another lightness: same hue, and as much of its chroma as a screen can show. */
export function withLightness(colour: Hex, lightness: number): Hex {
	const look = lookOf(colour);
	let [shown, tooMuch] = [0, look.chroma];
	if (isShown({ ...look, lightness })) shown = look.chroma;
	else
		for (let step = 0; step < 12; step += 1) {
			const chroma = (shown + tooMuch) / 2;
			if (isShown({ ...look, lightness, chroma })) shown = chroma;
			else tooMuch = chroma;
		}
	return toHex(channelsOf({ ...look, lightness, chroma: shown }));
}

export function lightnessOf(colour: Hex): number {
	return lookOf(colour).lightness;
}

function linearOf(colour: Hex): number[] {
	return [1, 3, 5].map((at) => {
		const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
		return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	});
}

function toHex(linear: readonly number[]): Hex {
	const digits = linear.map((value) => {
		const within = Math.min(1, Math.max(0, value));
		const encoded = within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055;
		return Math.round(encoded * 255)
			.toString(16)
			.padStart(2, "0");
	});
	return `#${digits.join("")}`;
}

function lookOf(colour: Hex): Look {
	const [red = 0, green = 0, blue = 0] = linearOf(colour);
	const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
	const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
	const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
	const lightness = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
	const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
	const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
	return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** Linear red, green and blue; values outside 0 to 1 cannot be displayed. */
function channelsOf({ lightness, chroma, hue }: Look): number[] {
	const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
	const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
	return [
		4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
		-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
		-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
	];
}

function isShown(look: Look): boolean {
	return channelsOf(look).every((value) => value > -0.0001 && value < 1.0001);
}
