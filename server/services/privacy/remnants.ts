import { open } from "node:fs/promises";
import type { Person } from "./personal-records.ts";

/** Shorter texts stand in rows of others by chance. */
const SHORTEST = 20;
/** What is searched of a long text: the file has it in pieces, one on each page. */
const PIECE_BYTES = 64;
const CHUNK_BYTES = 4 * 1024 * 1024;

/** The texts of people by which remnants of them are found in a file: addresses, and whatever else is long enough. */
export function textsOf(persons: readonly Person[], addresses: Iterable<string>): string[] {
	const texts = new Set(addresses);
	for (const { address, entries, drafts, late, mails } of persons) {
		if (address) texts.add(address);
		const typed = [
			...entries.map(({ name, email, org, title, answers }) => ({ name, email, org, title, answers })),
			...drafts.map(({ values, older }) => ({ values, older })),
			...late.map(({ content }) => content),
		];
		for (const text of stringsIn(typed)) texts.add(text);
		// Subjects are the same for all. Of a body its links are searched, which are nobody else's.
		for (const { body } of mails) {
			for (const [link] of body.matchAll(/https?:\S+[?&](?:token|key|late)=\S+/g)) texts.add(link);
		}
	}
	return [...texts].filter((text) => text.includes("@") || text.length > SHORTEST);
}

/** All strings in a value, however deep. */
function stringsIn(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return value !== null && typeof value === "object" ? Object.values(value).flatMap(stringsIn) : [];
}

/** Which of these texts stand in a file, wherever in its bytes. Reads it in pieces. */
export async function foundIn(file: string, texts: readonly string[]): Promise<Set<string>> {
	const wanted = new Map(texts.map((text) => [text, Buffer.from(asStored(text)).subarray(0, PIECE_BYTES)]));
	const found = new Set<string>();
	const handle = await open(file);
	try {
		const chunk = Buffer.alloc(CHUNK_BYTES + PIECE_BYTES);
		for (let at = 0; ; at += CHUNK_BYTES) {
			const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
			const bytes = chunk.subarray(0, bytesRead);
			for (const [text, piece] of wanted) if (!found.has(text) && bytes.includes(piece)) found.add(text);
			if (bytesRead < chunk.length) return found;
		}
	} finally {
		await handle.close();
	}
}

/** The beginning of a text up to what JSON writes differently, which has most texts in one column. */
function asStored(text: string): string {
	const [plain = ""] = text.split(/["\\\n\r\t]/, 1);
	return plain.length > SHORTEST ? plain : text;
}
