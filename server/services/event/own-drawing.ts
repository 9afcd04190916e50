import { open } from "node:fs/promises";

/** A drawn logo has at most a tenth of this. */
const MOST_BYTES = 256 * 1024;
const SIGNATURE = "\x89PNG\r\n\x1a\n";
/** Parts of a file that make pixels, and how dense they are: nothing that says where or by whom it was made. */
const OF_PIXELS: ReadonlySet<string> = new Set(["IHDR", "PLTE", "tRNS", "pHYs", "IDAT", "IEND"]);

/**
 * The bytes of a PNG that is as the portal draws one: of the size in which it is shown, and without anything beside its
 * pixels. It is taken as it is, so that the logo in a set-up document is the same bytes after an import.
 * @param box the largest size; one side has to fill it @returns undefined for every other file
 */
export async function ownDrawing(path: string, box: { width: number; height: number }) {
	const file = await open(path);
	try {
		const { size } = await file.stat();
		if (size > MOST_BYTES) return;
		const bytes = await file.readFile();
		const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
		const fits = width <= box.width && height <= box.height && (width === box.width || height === box.height);
		return fits && hasPixelsOnly(bytes) ? { png: bytes, width, height } : undefined;
	} catch (error) {
		// Too short for a picture.
		if (error instanceof RangeError) return;
		throw error;
	} finally {
		await file.close();
	}
}

/** @throws RangeError where it ends too early */
function hasPixelsOnly(bytes: Buffer): boolean {
	if (bytes.toString("latin1", 0, 8) !== SIGNATURE) return false;
	let at = 8;
	let name = "";
	while (at < bytes.length) {
		name = bytes.toString("latin1", at + 4, at + 8);
		if (!OF_PIXELS.has(name)) return false;
		at += 12 + bytes.readUInt32BE(at);
	}
	return name === "IEND" && at === bytes.length;
}
