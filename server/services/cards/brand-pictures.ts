import { stat } from "node:fs/promises";
import sharp, { type ResizeOptions } from "sharp";
import { MARK } from "../../../app/brand/mark.ts";
import { ConfigError } from "../../config.ts";
import { sha256 } from "../../secrets.ts";
import type { Runtime } from "../runtime.ts";

/** Maximum size of a logo; a larger one is made for print. */
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_PIXELS = 25_000_000;
/** Sharp on a phone where it is shown 28 px high. */
const LOGO = { width: 480, height: 84 };
const ICON_EDGE = 64;
const CARD_LOGO = { width: 480, height: 96 };
/** Pages show it this high. */
const SHOWN_HEIGHT = 28;

interface Picture {
	png: Buffer;
	width: number;
	height: number;
}

/** Pixels that the picture library puts into another picture: it reads no files from memory. */
export interface Pixels {
	data: Buffer;
	raw: { width: number; height: number; channels: 4 };
}

interface Drawn {
	/** For the corner of a card: the logo, or the built-in mark in the accent. */
	emblem: Pixels;
	logo?: Picture;
	icon?: Picture;
	/** Changes whenever one of the pictures does. */
	version: string;
}

export type BrandPictures = ReturnType<typeof createBrandPictures>;

/** The brand's logo in the sizes that are shown. It is read once, at the start. */
export function createBrandPictures({ config }: Pick<Runtime, "config">) {
	let drawn: Drawn | undefined;

	/**
	 * Reads and draws what the brand has.
	 * @throws ConfigError where the logo cannot be used
	 */
	async function prepare(): Promise<void> {
		const { logoFile, brand } = config;
		// Data from outside never reaches this loader: nothing is served yet, and it is blocked again afterwards.
		const svg = { operation: ["VipsForeignLoadSvgFile", "VipsForeignLoadSvgBuffer"] };
		sharp.unblock(svg);
		try {
			if (logoFile !== undefined) await checkLogo(logoFile);
			const emblem = await pixelsOf(logoFile ?? Buffer.from(markIn(brand.accent.light)));
			const [logo, icon] = logoFile ? [await draw(logoFile, LOGO), await draw(logoFile, square)] : [];
			drawn = { emblem, logo, icon, version: sha256(emblem.data).toString("hex").slice(0, 12) };
		} catch (error) {
			if (error instanceof ConfigError || logoFile === undefined) throw error;
			throw new ConfigError(`BRAND_LOGO: ${logoFile} is not a PNG or SVG file that can be drawn`);
		} finally {
			sharp.block(svg);
		}
	}

	/** Addresses and size for pages; undefined without a logo. */
	function logo() {
		if (!drawn?.logo) return;
		const { logo: picture, version } = drawn;
		return {
			src: `/brand/logo.png?v=${version}`,
			icon: `/brand/icon.png?v=${version}`,
			width: Math.round((picture.width * SHOWN_HEIGHT) / picture.height),
			height: SHOWN_HEIGHT,
		};
	}

	/** The bytes of a file that pages name. */
	function file(name: "logo" | "icon"): Buffer | undefined {
		return drawn?.[name]?.png;
	}

	/** @throws Error before `prepare` */
	function emblem(): Pixels & { version: string } {
		if (!drawn) throw new Error("the pictures of the brand were not prepared");
		return { ...drawn.emblem, version: drawn.version };
	}

	return { prepare, logo, file, emblem };
}

const square = { width: ICON_EDGE, height: ICON_EDGE, fit: "contain", background: "#ffffff00" } as const;

function markIn(colour: string): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="96" height="96"><path fill="${colour}" d="${MARK}"/></svg>`;
}

/** @throws ConfigError, Error where it cannot be read as a picture */
async function checkLogo(path: string): Promise<void> {
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
	return sharp(source, { limitInputPixels: MOST_PIXELS, density: 144 })
		.timeout({ seconds: 5 })
		.resize({ fit: "inside", ...box });
}

async function draw(path: string, box: ResizeOptions): Promise<Picture> {
	const { data, info } = await sized(path, box).png().toBuffer({ resolveWithObject: true });
	return { png: data, width: info.width, height: info.height };
}

async function pixelsOf(source: string | Buffer): Promise<Pixels> {
	const drawing = sized(source, CARD_LOGO).toColourspace("srgb").ensureAlpha().raw();
	const { data, info } = await drawing.toBuffer({ resolveWithObject: true });
	return { data, raw: { width: info.width, height: info.height, channels: 4 } };
}
