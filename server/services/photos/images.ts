import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { decodingCost } from "./image-cost.ts";

const MOST_PIXELS = 50_000_000;
/** The widest panorama a phone takes. */
const MOST_EDGE = 16_384;
/** A progressive 50-megapixel photo; a fifth of the server's 768 MB. */
const MOST_DECODING_BYTES = 150_000_000;
/** Above this, an image is decoded alone. */
const LARGE_BYTES = 40_000_000;
const EDGE = 1024;
/** Pages show photos 160 px wide. This is sharp enough on a phone, and weighs no more than a page. */
const SMALL_WIDTH = 240;

/** Width and height in pixels. */
export interface ImageSize {
	width: number;
	height: number;
}

/** Why the bytes of a file are not a photo that can be kept. */
export type ImageRefusal = "heic" | "svg" | "pdf" | "gif" | "notImage" | ImageExcess | "damaged";
type ImageExcess = "tooManyPixels" | "tooLong" | "tooCostly";

// Only these loaders of libvips are enabled.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
	operation: ["VipsForeignLoadJpegFile", "VipsForeignLoadPngFile", "VipsForeignLoadWebpFile"],
});
sharp.cache(false);
sharp.concurrency(1);

/** Recognises a file by its first bytes: undefined for the three accepted formats, else why it is refused. */
export async function refusalOf(path: string): Promise<ImageRefusal | undefined> {
	const head = await firstBytes(path, 512);
	const ascii = head.toString("latin1");
	if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return;
	if (ascii.startsWith("\x89PNG\r\n\x1a\n")) return;
	if (ascii.startsWith("RIFF") && ascii.slice(8, 12) === "WEBP") return;
	if (ascii.slice(4, 8) === "ftyp" && /^(hei[cfmsx]|hev[cmsx]|mif1|msf1|avif)/.test(ascii.slice(8, 12))) return "heic";
	if (ascii.startsWith("GIF8")) return "gif";
	if (ascii.startsWith("%PDF-")) return "pdf";
	if (/<svg[\s>]/i.test(ascii)) return "svg";
	return "notImage";
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of createReadStream(path, { end: count - 1 })) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

/**
 * Why a file is not decoded, or whether decoding needs so much memory that nothing else may be decoded at the same
 * time.
 */
export async function measure(path: string): Promise<ImageRefusal | { isLarge: boolean }> {
	const picture = await sharp(path, { limitInputPixels: false, failOn: "error", pages: 1 })
		.metadata()
		.catch(() => undefined);
	if (!picture) return "damaged";
	if (picture.width * picture.height > MOST_PIXELS) return "tooManyPixels";
	if (Math.max(picture.width, picture.height) > MOST_EDGE) return "tooLong";
	const bytes = decodingCost(picture, await readFile(path));
	return bytes > MOST_DECODING_BYTES ? "tooCostly" : { isLarge: bytes > LARGE_BYTES };
}

/**
 * A JPEG of the image in a file: upright, at most 1024 px on the longer edge, white behind transparency, no metadata.
 * Undefined where it is damaged. The file was measured before.
 */
export async function reencode(path: string): Promise<Buffer | undefined> {
	try {
		return await sharp(path, { failOn: "error", pages: 1, limitInputPixels: MOST_PIXELS })
			.timeout({ seconds: 10 })
			.autoOrient()
			.resize(EDGE, EDGE, { fit: "inside", withoutEnlargement: true })
			.flatten({ background: "#ffffff" })
			.toColourspace("srgb")
			.jpeg({ quality: 82 })
			.toBuffer();
	} catch {
		return;
	}
}

/** A JPEG at most 240 px wide, of one that `reencode` made. @throws Error where the file is none of these */
export function shrink(path: string): Promise<Buffer> {
	return sharp(path, { limitInputPixels: EDGE * EDGE })
		.resize(SMALL_WIDTH, null, { withoutEnlargement: true })
		.jpeg({ quality: 60, mozjpeg: true })
		.toBuffer();
}

/** The size of the image in a file, or undefined where there is none. */
export async function imageSize(path: string): Promise<ImageSize | undefined> {
	const read = await sharp(path)
		.metadata()
		.catch(() => undefined);
	return read && { width: read.width, height: read.height };
}
