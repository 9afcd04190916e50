import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { deflate, inflateSync } from "node:zlib";
import sharp, { type ResizeOptions } from "sharp";
import { MARK } from "../../../app/brand/mark.ts";
import type { eventLogos } from "../../../db/schema.ts";
import { ConfigError } from "../../config.ts";
import { sha256 } from "../../secrets.ts";
import { ownDrawing } from "./own-drawing.ts";

/** A logo of more bytes or pixels is a picture for print. */
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_PIXELS = 50_000_000;
/** Sharp on a phone where it is shown 28 px high. */
const LOGO = { width: 480, height: 84 };
/** A logo that is larger as a PNG gets a palette: every first visit loads it. */
const MOST_LOGO_BYTES = 16 * 1024;
const ICON_EDGE = 64;
const EMBLEM = { width: 480, height: 96 };

/** Pixels that the picture library puts into another picture: it reads no files from memory. */
export interface Pixels {
	data: Buffer;
	raw: { width: number; height: number; channels: 4 };
}

export type DrawnLogo = Omit<typeof eventLogos.$inferSelect, "eventId">;

/**
 * Draws a logo in every size that is shown. The file was judged before.
 * @throws Error where it cannot be read as a picture
 */
export async function drawLogo(path: string): Promise<DrawnLogo> {
	const logo = (await ownDrawing(path, LOGO)) ?? (await drawn(path, LOGO));
	const icon = await drawn(path, { width: ICON_EDGE, height: ICON_EDGE, fit: "contain", background: "#ffffff00" });
	const { data, raw } = await pixelsOf(path, EMBLEM);
	return {
		version: sha256(Buffer.concat([logo.png, icon.png, data]))
			.toString("hex")
			.slice(0, 12),
		logo: logo.png,
		width: logo.width,
		height: logo.height,
		icon: icon.png,
		emblem: await promisify(deflate)(data),
		emblemWidth: raw.width,
		emblemHeight: raw.height,
	};
}

/** The pixels of the emblem that `drawLogo` made. */
export function emblemOf(logo: Pick<DrawnLogo, "emblem" | "emblemWidth" | "emblemHeight">): Pixels {
	return { data: inflateSync(logo.emblem), raw: { width: logo.emblemWidth, height: logo.emblemHeight, channels: 4 } };
}

/**
 * Draws the logo that the settings name. SVG is drawn as well: the operator's own file is trusted, and nothing is served
 * yet, so bytes from outside never reach its loader. Then it is blocked again.
 * @throws ConfigError where it cannot be used
 */
export async function drawConfiguredLogo(path: string): Promise<DrawnLogo> {
	try {
		return await withSvg(async () => {
			await check(path);
			return drawLogo(path);
		});
	} catch (error) {
		if (error instanceof ConfigError) throw error;
		throw new ConfigError(`BRAND_LOGO: ${path} is not a PNG or SVG file that can be drawn`);
	}
}

/** The built-in mark in black. Only at the start, for the same reason. */
export function drawMark(): Promise<Pixels> {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="96" height="96"><path d="${MARK}"/></svg>`;
	return withSvg(() => pixelsOf(Buffer.from(svg), EMBLEM));
}

async function withSvg<T>(work: () => Promise<T>): Promise<T> {
	const svg = { operation: ["VipsForeignLoadSvgFile", "VipsForeignLoadSvgBuffer"] };
	sharp.unblock(svg);
	try {
		return await work();
	} finally {
		sharp.block(svg);
	}
}

/** @throws ConfigError, Error where it cannot be read as a picture */
async function check(path: string): Promise<void> {
	const bytes = await stat(path).then(
		({ size }) => size,
		() => undefined,
	);
	if (bytes === undefined) throw new ConfigError(`BRAND_LOGO: ${path} cannot be read`);
	if (bytes > MOST_BYTES) throw new ConfigError(`BRAND_LOGO: ${path} has more than 2 MB`);
	const { format } = await sharp(path).metadata();
	if (format !== "png" && format !== "svg") throw new Error(`not ${format}`);
}

function sized(source: string | Buffer, box: ResizeOptions) {
	return sharp(source, { failOn: "error", limitInputPixels: MOST_PIXELS, density: 144 })
		.timeout({ seconds: 10 })
		.autoOrient()
		.resize({ fit: "inside", ...box })
		.toColourspace("srgb");
}

async function drawn(path: string, box: ResizeOptions) {
	const picture = sized(path, box);
	const whole = await picture.clone().png().toBuffer({ resolveWithObject: true });
	const { data, info } =
		whole.data.length > MOST_LOGO_BYTES
			? await picture.clone().png({ palette: true }).toBuffer({ resolveWithObject: true })
			: whole;
	return { png: data, width: info.width, height: info.height };
}

async function pixelsOf(source: string | Buffer, box: ResizeOptions): Promise<Pixels> {
	const { data, info } = await sized(source, box).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
	return { data, raw: { width: info.width, height: info.height, channels: 4 } };
}
