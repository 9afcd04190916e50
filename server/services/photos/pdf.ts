import { open } from "node:fs/promises";

/** Bytes at the end that are searched: some programs pad their files with tens of kilobytes after the last marker. */
const TAIL_BYTES = 128 * 1024;
/** Bytes before and after the place that the end names: some programs name the line before or after it. */
const AROUND = { before: 16, after: 32 };

/**
 * Whether a file that begins like a PDF is one as a whole. Every PDF ends with `startxref`, the place of its
 * cross-reference table or stream, and `%%EOF` (ISO 32000-1, 7.5.5). Truncated files, files that a transfer as text has
 * changed, and anything else behind the first bytes of a PDF have not. Reads 128 KiB, whatever the size.
 */
export async function isWholePdf(path: string): Promise<boolean> {
	const file = await open(path, "r");
	try {
		const { size } = await file.stat();
		const textAt = async (start: number, end: number) => {
			const from = Math.max(0, start);
			const length = Math.max(0, Math.min(size, end) - from);
			const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
			return buffer.toString("latin1", 0, bytesRead);
		};
		if (!/^%PDF-[12]\.\d/.test(await textAt(0, 8))) return false;
		const tail = await textAt(size - TAIL_BYTES, size);
		const last = tail.lastIndexOf("startxref");
		const [, place] = /^startxref\s{1,4}(\d{1,10})\s{1,4}%%EOF/.exec(tail.slice(last, last + 40)) ?? [];
		if (last < 0 || place === undefined) return false;
		const named = await textAt(Number(place) - AROUND.before, Number(place) + AROUND.after);
		// A table, or the object of a stream.
		return /\bxref\s|\d\s+\d+\s+obj\b/.test(named);
	} finally {
		await file.close();
	}
}
