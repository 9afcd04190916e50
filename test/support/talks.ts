import sharp from "sharp";
import type { File, Filling } from "./form.ts";

let serial = 0;

/** An address of its own, without digits or common letters: what a test searches for does not find it by chance. */
export function addressOf(who: string): string {
	serial += 1;
	return `${who}-${serial.toString(3).replace(/\d/g, (digit) => "qjx".charAt(Number(digit)))}@example.org`;
}

/** A complete talk; every call gives another one. */
export function talk(changes: Filling = {}): Filling {
	const email = addressOf("lei");
	return {
		consent: true,
		name: "李雷 Li Lei",
		email,
		bio: "Maintains a compiler.\nPlays the pipa.",
		org: "Example 大学",
		role: "Engineer",
		title: `Talk number ${serial}`,
		abstract: "What we learned from a thousand merge requests.",
		...changes,
	};
}

/** The same talk as texts, for calls. */
export function talkFields(changes: Record<string, string> = {}): Record<string, string> {
	const { consent: _, ...fields } = talk();
	return { ...(fields as Record<string, string>), language: "English", tracks: "agentic-web", ...changes };
}

/** The same as a form with a photo. */
export async function talkForm(fields = talkFields(), edge?: number): Promise<FormData> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	form.set("file", new Blob([new Uint8Array((await portrait(edge, edge)).bytes)]), "a.jpg");
	return form;
}

/** A JPEG photo of this size. */
export async function portrait(width = 64, height = 64): Promise<File> {
	const pixels = Buffer.alloc(width * height * 3, 120);
	serial += 1;
	pixels.writeUInt16LE(serial % 65_536, 0);
	const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
		.jpeg()
		.toBuffer();
	return { name: "portrait.jpg", bytes: Buffer.concat([bytes, Buffer.from(String(serial))]) };
}
