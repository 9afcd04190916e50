import { randomBytes } from "node:crypto";
import sharp from "sharp";

const QUALITY = 80;
const TOLERANCE = 0.02;
const MOST_GRAIN = 128;

/**
 * A JPEG of about this size at camera quality. Soft shapes with fine grain compress like portraits; noise would have
 * far fewer pixels and decode faster.
 */
export async function makePhoto(wanted: { bytes: number; width: number; height: number }): Promise<Buffer> {
	const { bytes, width, height } = wanted;
	const shapes = await sharp(randomBytes(32 * 32 * 3), { raw: { width: 32, height: 32, channels: 3 } })
		.resize(width, height, { fit: "fill", kernel: "cubic" })
		.raw()
		.toBuffer();
	const noise = randomBytes(shapes.length);
	let [least, most] = [0, MOST_GRAIN];
	for (;;) {
		const grain = (least + most) / 2;
		const pixels = withGrain(shapes, noise, grain);
		const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
			.jpeg({ quality: QUALITY })
			.toBuffer();
		if (Math.abs(jpeg.length / bytes - 1) <= TOLERANCE || most - least < 0.01) return jpeg;
		if (jpeg.length > bytes) most = grain;
		else least = grain;
	}
}

function withGrain(shapes: Buffer, noise: Buffer, grain: number): Buffer {
	const pixels = Buffer.allocUnsafe(shapes.length);
	for (let at = 0; at < shapes.length; at++) {
		const value = (shapes[at] ?? 0) + ((noise[at] ?? 0) / 255 - 0.5) * grain;
		pixels[at] = Math.max(0, Math.min(255, Math.round(value)));
	}
	return pixels;
}
