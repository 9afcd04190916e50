import type { Metadata } from "sharp";

/**
 * Rows buffered by row-by-row decoders, independent of size; measured with 3,000 rows of 8,160 and 16,384 px in 8 and
 * 16 bits.
 */
const ROWS_AT_HAND = 1_500;
/** Frame header markers; C4, C8 and CC lie between them and are none. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
const SCAN = 0xda;
const BYTES_PER_COEFFICIENT = 2;

/**
 * Most bytes that decoding a picture takes, in addition to what any picture takes. Formats decoded row by row need
 * some rows; those in passes (interlaced PNG, progressive JPEG) or as a whole (WebP) need the whole picture.
 * @param file the whole file
 */
export function decodingCost(picture: Metadata, file: Buffer): number {
	const { width, height, channels, format, isProgressive, pages = 1 } = picture;
	if (format === "jpeg") return coefficients(file) * width * height * BYTES_PER_COEFFICIENT;
	// Four bytes a pixel; a frame of an animation is drawn onto a canvas of that size.
	if (format === "webp") return width * height * 4 * (pages > 1 ? 2 : 1);
	const rows = isProgressive ? height : Math.min(height, ROWS_AT_HAND);
	return width * rows * channels * (picture.depth === "ushort" ? 2 : 1);
}

/**
 * Coefficients kept per pixel of a JPEG: 0 for a baseline scan with all components, else those of all components (1.5
 * for 4:2:0, 3 for 4:4:4).
 */
function coefficients(file: Buffer): number {
	let isProgressive = false;
	let factors: number[] = [];
	// Garbage between markers is skipped, as the decoder does.
	for (let at = file.indexOf(0xff, 2); at >= 0 && at + 4 < file.length; at = file.indexOf(0xff, at)) {
		const marker = file.readUInt8(at + 1);
		if (marker === 0xff || marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) {
			at += marker === 0xff ? 1 : 2;
			continue;
		}
		if (marker === SCAN) return isProgressive || file.readUInt8(at + 4) < factors.length ? sum(factors) : 0;
		if (FRAMES.has(marker)) {
			isProgressive = marker % 4 === 2;
			factors = samplingFactors(file.subarray(at + 9));
		}
		at += 2 + file.readUInt16BE(at + 2);
	}
	// Unknown structure: assume the worst, because the decoder may still read it.
	return 4;
}

/** Samples per pixel of each component. @param components count, then three bytes each */
function samplingFactors(components: Buffer): number[] {
	const count = Math.min(components[0] ?? 0, 4);
	const both = Array.from({ length: count }, (_, index) => {
		const byte = components[2 + 3 * index] ?? 0x11;
		return [byte >> 4 || 1, byte & 15 || 1] as const;
	});
	const widest = Math.max(...both.map(([across]) => across));
	const tallest = Math.max(...both.map(([, down]) => down));
	return both.map(([across, down]) => (across * down) / (widest * tallest));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
