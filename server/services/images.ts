import { createReadStream } from "node:fs";
import sharp from "sharp";

const MOST_PIXELS = 50_000_000;
const EDGE = 1024;
/** Pages show photos 160 px wide. This is sharp enough on a phone, and weighs no more than a page. */
const SMALL_WIDTH = 240;

/** Width and height in pixels. */
export interface ImageSize {
	width: number;
	height: number;
}

/** Why the bytes of a file are not a photo that can be kept. */
export type ImageRefusal = "heic" | "svg" | "pdf" | "gif" | "notImage" | "tooManyPixels" | "damaged";

// libvips reads dozens of formats; only these three loaders are ever let near bytes from outside.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
	operation: ["VipsForeignLoadJpegFile", "VipsForeignLoadPngFile", "VipsForeignLoadWebpFile"],
});
sharp.cache(false);
sharp.concurrency(1);

/** Judges a file by its first bytes: undefined for the three accepted formats, else what to tell the person. */
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
 * A JPEG of the image in a file: upright, at most 1024 px on the longer edge, white behind transparency, no metadata.
 * Or why there is none.
 */
export async function reencode(path: string): Promise<Buffer | ImageRefusal> {
	try {
		const options = { limitInputPixels: false, failOn: "error", pages: 1 } as const;
		const { width = 0, height = 0 } = await sharp(path, options).metadata();
		if (width * height > MOST_PIXELS) return "tooManyPixels";
		return await sharp(path, { ...options, limitInputPixels: MOST_PIXELS })
			.timeout({ seconds: 10 })
			.autoOrient()
			.resize(EDGE, EDGE, { fit: "inside", withoutEnlargement: true })
			.flatten({ background: "#ffffff" })
			.toColourspace("srgb")
			.jpeg({ quality: 82 })
			.toBuffer();
	} catch {
		return "damaged";
	}
}

/** A JPEG at most 240 px wide. @throws Error where the file is not an image */
export function shrink(path: string): Promise<Buffer> {
	return sharp(path)
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
