import { expect, it } from "vitest";
import { TRACK_HUES } from "../app/schedule/address.ts";
import { read } from "./support/sources.ts";

type Rgb = [red: number, green: number, blue: number];

function rgbOf(colour: string): Rgb {
	const digits = colour.length === 4 ? colour.slice(1).replace(/./g, "$&$&") : colour.slice(1);
	return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as Rgb;
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string): number {
	const [red, green, blue] = rgbOf(colour).map((value) => {
		const part = value / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	}) as Rgb;
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

const sheets = ["tokens", "track-colours"].map((name) => read(`app/styles/${name}.css`)).join("\n");
const colours = new Map(
	[...sheets.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].map(([, name = "", light = "", dark = ""]) => [
		name,
		{ light, dark },
	]),
);
const colour = (name: string, scheme: "light" | "dark") => colours.get(name)?.[scheme] ?? "";

const hues = Array.from({ length: TRACK_HUES }, (_, index) => `track-${index + 1}`);

it("every colour of a track stands out from paper and cards by 3 to 1 in both schemes, and is its own", () => {
	expect(contrast("#fff", "#000")).toBe(21);
	const weak = (["light", "dark"] as const).flatMap((scheme) =>
		hues.flatMap((hue) =>
			["tint", "paper"]
				.map((behind) => [hue, scheme, behind, contrast(colour(hue, scheme), colour(behind, scheme))] as const)
				.filter(([, , , ratio]) => !(ratio >= 3)),
		),
	);
	expect(weak).toEqual([]);
	expect([...colours.keys()].filter((name) => /^track-\d/.test(name))).toEqual(hues);
	for (const scheme of ["light", "dark"] as const)
		expect(new Set(hues.map((hue) => colour(hue, scheme))).size).toBe(TRACK_HUES);
});

it("what a search has found can be read in both schemes, in the colour of text and of links", () => {
	const pairs = (["light", "dark"] as const).flatMap((scheme) =>
		["ink", "accent"].map((name) => [scheme, name, contrast(colour(name, scheme), colour("found", scheme))] as const),
	);
	expect(pairs.filter(([, , ratio]) => !(ratio >= 4.5))).toEqual([]);
});
