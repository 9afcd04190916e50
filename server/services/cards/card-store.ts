import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../../db/folder.ts";

/** Both languages of 5,000 talks. */
const MOST_FILES = 10_000;
/** A card has some 30 KB. */
const MOST_BYTES = 300 * 1024 * 1024;
const FILE = /^((?:conference|talk-\d{1,15})-(?:en|zh))-([0-9a-f]{16}-[0-9a-f]{8})\.png$/;
/** The last chunk of every PNG. A file that a power cut tore does not end with it. */
const END_OF_PNG = Buffer.from("0000000049454e44ae426082", "hex");

interface KeptCard {
	version: string;
	bytes: number;
}

/**
 * Drawn cards on disk, in one version each. Those asked for least recently give way to new ones. Files that another
 * process removed are no error.
 */
export function createCardStore(folder: string) {
	/** By the name of the card, least recently asked for first. Read from the folder when it is first needed. */
	let index: Promise<Map<string, KeptCard>> | undefined;

	const fileOf = (name: string, version: string) => `${name}-${version}.png`;
	const removeFile = (file: string) => rm(join(folder, file), { force: true });

	function known(): Promise<Map<string, KeptCard>> {
		index ??= readFolder().catch((error) => {
			index = undefined;
			throw error;
		});
		return index;
	}

	async function readFolder(): Promise<Map<string, KeptCard>> {
		const found: (KeptCard & { name: string; at: number })[] = [];
		for (const file of existsSync(folder) ? await readdir(folder) : []) {
			// A crash left it while it was written.
			if (file.startsWith(".") && FILE.test(file.slice(1))) await removeFile(file);
			const [, name, version] = FILE.exec(file) ?? [];
			const about = name && (await stat(join(folder, file)).catch(() => undefined));
			if (name && version && about) found.push({ name, version, bytes: about.size, at: about.mtimeMs });
		}
		const kept = new Map<string, KeptCard>();
		for (const { name, version, bytes } of found.sort((one, other) => one.at - other.at)) {
			const older = kept.get(name);
			if (older) await removeFile(fileOf(name, older.version));
			kept.delete(name);
			kept.set(name, { version, bytes });
		}
		return kept;
	}

	/** A card in this version; undefined where there is none, or a damaged one. */
	async function read(name: string, version: string): Promise<Buffer | undefined> {
		const kept = await known();
		const card = kept.get(name);
		if (card?.version !== version) return;
		const png = await readFile(join(folder, fileOf(name, version))).catch(() => undefined);
		if (!png?.subarray(-END_OF_PNG.length).equals(END_OF_PNG)) {
			await remove(name);
			return;
		}
		if (kept.get(name) === card) {
			kept.delete(name);
			kept.set(name, card);
		}
		return png;
	}

	/** Keeps a card in place of its other version. It is not flushed: a card that is lost is drawn again. */
	async function write(name: string, version: string, png: Buffer): Promise<void> {
		const kept = await known();
		const file = fileOf(name, version);
		makeFolder(folder);
		await writeFile(join(folder, `.${file}`), png, { mode: 0o600 });
		await rename(join(folder, `.${file}`), join(folder, file));
		const older = kept.get(name);
		kept.delete(name);
		kept.set(name, { version, bytes: png.length });
		if (older && older.version !== version) await removeFile(fileOf(name, older.version));
		await makeRoom(kept);
	}

	async function makeRoom(kept: Map<string, KeptCard>): Promise<void> {
		let left = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
		for (const [name, { bytes }] of kept) {
			if (kept.size <= MOST_FILES && left <= MOST_BYTES) return;
			left -= bytes;
			await remove(name);
		}
	}

	async function remove(name: string): Promise<void> {
		const kept = await known();
		const card = kept.get(name);
		if (!card) return;
		kept.delete(name);
		await removeFile(fileOf(name, card.version));
	}

	/** What is kept: names with versions. */
	async function list(): Promise<{ name: string; version: string }[]> {
		return [...(await known())].map(([name, { version }]) => ({ name, version }));
	}

	return { read, write, remove, list };
}
