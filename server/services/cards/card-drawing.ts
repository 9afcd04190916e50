import sharp, { type OverlayOptions } from "sharp";
import type { Accent } from "../../../app/brand/accent.ts";
import type { Pixels } from "../event/logo-drawing.ts";
import { drawable, textInput } from "./fonts.ts";

/** What sites that show links ask for. */
export const CARD = { width: 1200, height: 630 };

const PAPER = "#ffffff";
const INK = "#17211f";
const SOFT = "#51605c";
const EDGE = 80;
const ROOM = CARD.width - 2 * EDGE;
/** A band of the accent along the lower edge. */
const BAND = 24;
const ABOVE_HEIGHT = 96;
const LARGE_HEIGHT = 320;
/** The parts of a card that are no words. */
const WORDLESS = 2;
const MOST_CHARACTERS = 160;

/** The words of a card, each "" where there is none. */
export interface CardWords {
	/** Beside the emblem. */
	above: string;
	title: string;
	/** The speakers, below the title. */
	by: string;
	/** When and where, at the foot. */
	foot: string;
}

interface Place {
	top: number;
	height: number;
	/** Pixels; the first that fits is taken. */
	sizes: readonly [number, ...number[]];
	colour: string;
	bold?: boolean;
}

/** Where the words stand, from top to bottom. */
const PLACES: Readonly<Record<Exclude<keyof CardWords, "above">, Place>> = {
	title: { top: 196, height: 232, sizes: [72, 60, 50, 42], colour: INK, bold: true },
	by: { top: 444, height: 52, sizes: [36, 30, 26], colour: SOFT },
	foot: { top: 520, height: 44, sizes: [30, 26, 22], colour: SOFT },
};

/** Draws a card. What the fonts of this machine cannot draw is left out. */
export async function drawCard(
	words: CardWords,
	{ accent, emblem }: { accent: Accent; emblem: Pixels },
): Promise<Buffer> {
	const top = 72;
	const band = { create: { width: CARD.width, height: BAND, channels: 3 as const, background: accent.light } };
	const parts: OverlayOptions[] = [
		{ input: band, left: 0, top: CARD.height - BAND },
		{ input: emblem.data, raw: emblem.raw, left: EDGE, top: top + Math.floor((ABOVE_HEIGHT - emblem.raw.height) / 2) },
	];
	const besideEmblem = EDGE + emblem.raw.width + 24;
	const above: Place = { top, height: ABOVE_HEIGHT, sizes: [38, 32, 26], colour: accent.light, bold: true };
	parts.push(...(await written(words.above, above, besideEmblem, CARD.width - EDGE - besideEmblem, "middle")));
	for (const name of ["title", "by", "foot"] as const) parts.push(...(await written(words[name], PLACES[name])));
	return sharp({ create: { ...CARD, channels: 3, background: PAPER } })
		.composite(parts.length > WORDLESS ? parts : [...parts.slice(0, 1), await large(emblem)])
		.png({ palette: true, effort: 4 })
		.toBuffer();
}

/** On a machine without fonts the emblem is all there is, so it fills the card. */
async function large({ data, raw }: Pixels): Promise<OverlayOptions> {
	const { data: input, info } = await sharp(data, { raw })
		.resize({ width: ROOM, height: LARGE_HEIGHT, fit: "inside" })
		.raw()
		.toBuffer({ resolveWithObject: true });
	const { width, height, channels } = info;
	const [left, top] = [(CARD.width - width) / 2, (CARD.height - BAND - height) / 2].map(Math.floor);
	return { input, raw: { width, height, channels }, left, top };
}

/** A text at its position: in the largest size that fits, and cut off if none does. */
async function written(
	text: string,
	{ top, height, sizes, colour, bold }: Place,
	left = EDGE,
	width = ROOM,
	align: "top" | "middle" = "top",
): Promise<OverlayOptions[]> {
	let rest = [...(await drawable(text))];
	if (rest.length > MOST_CHARACTERS) rest = [...rest.slice(0, MOST_CHARACTERS - 1), "…"];
	while (rest.length > 0) {
		for (const size of sizes) {
			const { data, info } = await sharp(textInput(rest.join(""), { size, colour, bold, width }))
				.raw()
				.toBuffer({ resolveWithObject: true });
			if (info.height > height || info.width > width) continue;
			const raw = { width: info.width, height: info.height, channels: info.channels };
			return [{ input: data, raw, left, top: top + (align === "middle" ? Math.floor((height - info.height) / 2) : 0) }];
		}
		rest = [...rest.slice(0, Math.floor(rest.length * 0.8)), "…"];
		if (rest.length < 4) return [];
	}
	return [];
}
