import sharp from "sharp";
import { sha256 } from "../../secrets.ts";

/** Simplified forms first: where a system's own font is Japanese it would draw Chinese characters in their Japanese form. */
const FONT = "Noto Sans CJK SC,Noto Sans SC,sans";
const SIZE = 40;
/** Minimum opacity of a pixel that counts, of 255. */
const INK = 64;
/** In pixels; a dash is all line as well. */
const LEAST_BOX = 10;
/** Maximum number of characters checked one by one. */
const MOST_RARE = 40;
const MOST_KNOWN = 2_000;

/** A sample character per script: a font that has it has the others. */
const SAMPLES: readonly [script: RegExp, sample: string][] = [
	[/[\x21-\x7e–—‘’“”…·•©®°±×]/, "A"],
	[/\p{Script=Han}|[，。：；！？（）《》、「」]/u, "永"],
	[/\p{Script=Latin}/u, "é"],
	[/\p{Script=Hangul}/u, "한"],
	[/\p{Script=Hiragana}|\p{Script=Katakana}/u, "あ"],
	[/\p{Script=Cyrillic}/u, "Ж"],
	[/\p{Script=Greek}/u, "Ω"],
];

/** Characters that were tried on this machine; its fonts stay as they are while the server runs. */
const known = new Map<string, Promise<boolean>>();

/**
 * The text as this machine's fonts can draw it: without symbols that none of them has, and "" if a letter is missing.
 * Checked by drawing, since any font may lack any character.
 */
export async function drawable(text: string): Promise<string> {
	const rare = new Set<string>();
	const found: string[] = [];
	for (const character of text
		.normalize("NFC")
		.replace(/[\p{C}\p{Z}]+/gu, " ")
		.trim()) {
		const sample = SAMPLES.find(([script]) => script.test(character))?.[1];
		if (sample === undefined && !/[ \p{M}]/u.test(character)) rare.add(character);
		if (rare.size > MOST_RARE) return "";
		const isDrawn = /[ \p{M}]/u.test(character) || (await canDraw(sample ?? character));
		if (isDrawn) found.push(character);
		else if (/[\p{L}\p{N}]/u.test(character)) return "";
	}
	const whole = found.join("").replace(/ +/g, " ").trim();
	// Chinese fonts make curved quotation marks as wide as a character.
	return /\p{Script=Han}/u.test(whole) ? whole : whole.replace(/[“”]/g, '"').replace(/[‘’]/g, "'");
}

let version: Promise<string> | undefined;

/** Eight hexadecimal digits that differ where this machine's fonts draw differently. */
export function fontsVersion(): Promise<string> {
	version ??= drawnSamples().then((pixels) => sha256(pixels).toString("hex").slice(0, 8));
	return version;
}

/** The samples in one picture; nothing where they cannot be drawn. */
async function drawnSamples(): Promise<Buffer> {
	const samples = SAMPLES.map(([, sample]) => sample).join("");
	return sharp(textInput(samples, { size: SIZE, colour: "#000000" }))
		.raw()
		.toBuffer()
		.catch(() => Buffer.alloc(0));
}

function canDraw(character: string): Promise<boolean> {
	const before = known.get(character);
	if (before) return before;
	if (known.size >= MOST_KNOWN) known.clear();
	const tried = isGlyph(character);
	known.set(character, tried);
	return tried;
}

/** A missing character is drawn as a box, with its number inside where there is a font for digits: a line above and below. */
async function isGlyph(character: string): Promise<boolean> {
	try {
		const { data, info } = await sharp(textInput(character, { size: SIZE, colour: "#000000" }))
			.raw()
			.toBuffer({ resolveWithObject: true });
		const { width, height, channels } = info;
		const coverage = (row: number) => {
			let inked = 0;
			for (let x = 0; x < width; x += 1) if ((data[(row * width + x) * channels + 3] ?? 0) > INK) inked += 1;
			return inked / width;
		};
		const isBox = height >= LEAST_BOX && coverage(0) > 0.9 && coverage(height - 1) > 0.9;
		return !isBox;
	} catch {
		return false;
	}
}

interface Style {
	/** In pixels. */
	size: number;
	colour: string;
	bold?: boolean;
	/** Lines break here, in pixels. */
	width?: number;
}

/** A text for the picture library to draw. Its markup is ours; everything in the text is escaped. */
export function textInput(text: string, { size, colour, bold = false, width }: Style) {
	const escaped = text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
	return {
		text: {
			text: `<span foreground="${colour}">${escaped}</span>`,
			font: `${FONT} ${bold ? "Bold " : ""}${size}`,
			// At 72 dots an inch a point is a pixel.
			dpi: 72,
			rgba: true,
			wrap: "word-char" as const,
			width,
		},
	};
}
