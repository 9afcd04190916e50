import { open } from "node:fs/promises";

/** Bytes at the end that are searched: some programs pad their files with tens of kilobytes after the last marker. */
const TAIL_BYTES = 128 * 1024;
/** Bytes before and after the place that the end names: some programs name the line before or after it. */
const BEFORE_BYTES = 16;
/** Bytes of a table, or of the dictionary of a stream, that are searched at the place that the end names. */
const TABLE_BYTES = 64 * 1024;
/** Characters of a dictionary: it has a dozen short entries. */
const DICTIONARY = 4_096;

/**
 * Whether a file that begins like a PDF is one as a whole. Every PDF ends with `startxref`, the place of its
 * cross-reference table or stream, and `%%EOF`; the dictionary after the table, or that of the stream, names the document in
 * `/Root` (ISO 32000-1, 7.5.5 and 7.5.8). Truncated files, files that a transfer as text has changed, and anything else behind
 * the first bytes of a PDF have not. Reads 192 KiB, whatever the size.
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
		const named = await textAt(Number(place) - BEFORE_BYTES, Number(place) + TABLE_BYTES);
		const begin = named.slice(0, 3 * BEFORE_BYTES);
		if (/\d\s+\d+\s+obj\b/.test(begin)) return /\/Type\s*\/XRef\b/.test(named) && namesDocument(named, 0);
		// The trailer follows the table. It is read from the end of the file where the table is long.
		const isTable = /\bxref\s/.test(begin);
		return (
			isTable &&
			(namesDocument(named, named.indexOf("trailer")) || namesDocument(tail, tail.lastIndexOf("trailer", last)))
		);
	} finally {
		await file.close();
	}
}

/** @param start of a dictionary in the text, or negative if there is none */
const namesDocument = (text: string, start: number): boolean =>
	start >= 0 && /\/Root\s+\d+\s+\d+\s+R\b/.test(text.slice(start, start + DICTIONARY));
