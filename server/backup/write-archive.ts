import { createHash } from "node:crypto";
import { closeSync, fdatasyncSync, fsyncSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Header } from "tar";
import { BackupFault, MANIFEST, type Manifest } from "./archive.ts";

/** Unit of a tar archive. */
const BLOCK = 512;
/** Written and flushed at once. */
const BATCH_BYTES = 4 * 1024 ** 2;
/** As long as a SHA-256. */
const UNKNOWN_HASH = "0".repeat(64);

interface Contents {
	/** Where the files are. */
	folder: string;
	/** Their names there and in the archive. */
	paths: readonly string[];
	madeAt: Date;
	/** Writes the text of the manifest. */
	describe(files: Manifest["files"]): string;
}

/**
 * Writes a tar archive and flushes it: the manifest, then the files. Each file is read once and hashed on the way. The
 * manifest comes first, so room is left for it and it is written last, when the hashes are known. Flushes batch by batch:
 * a single flush at the end would hold up those of the server.
 * @param to must not exist @returns size in bytes
 */
export async function writeArchive(to: string, { folder, paths, madeAt, describe }: Contents): Promise<number> {
	const files = paths.map((path) => ({ path, bytes: statSync(join(folder, path)).size, sha256: UNKNOWN_HASH }));
	const placeholder = Buffer.from(describe(files));
	const out = openSync(to, "wx", 0o600);
	try {
		const archive = createBatches(out);
		await archive.begin(MANIFEST, placeholder.length, madeAt);
		let copied = 0;
		await archive.fill(placeholder.length, (into) => {
			const bytes = placeholder.copy(into, 0, copied);
			copied += bytes;
			return bytes;
		});
		for (const file of files) {
			await archive.begin(file.path, file.bytes, madeAt);
			const source = openSync(join(folder, file.path), "r");
			const hash = createHash("sha256");
			try {
				await archive.fill(file.bytes, (into) => {
					const bytes = readSync(source, into);
					if (bytes === 0) throw new BackupFault(`${file.path} became shorter during the backup`);
					hash.update(into.subarray(0, bytes));
					return bytes;
				});
			} finally {
				closeSync(source);
			}
			file.sha256 = hash.digest("hex");
		}
		const size = await archive.end();
		const manifest = Buffer.from(describe(files));
		if (manifest.length !== placeholder.length) throw new Error("the manifest does not fit its place");
		writeAll(out, manifest, BLOCK);
		fsyncSync(out);
		return size;
	} finally {
		closeSync(out);
	}
}

/** Gathers the entries of an archive, and writes and flushes a batch whenever one is full. */
function createBatches(out: number) {
	const batch = Buffer.alloc(BATCH_BYTES);
	let used = 0;
	let written = 0;

	async function writeBatch(): Promise<void> {
		writeAll(out, batch.subarray(0, used), written);
		fdatasyncSync(out);
		written += used;
		used = 0;
		// A signal may end the backup here.
		await nextTurn();
	}

	/** Adds zeros. A batch ends where a block does, so they never cross its end. */
	function addZeros(bytes: number): void {
		batch.fill(0, used, used + bytes);
		used += bytes;
	}

	return {
		/** Adds the header of an entry. */
		async begin(path: string, size: number, mtime: Date): Promise<void> {
			if (used === batch.length) await writeBatch();
			const at = used;
			addZeros(BLOCK);
			const needsMore = new Header({ path, size, mtime, mode: 0o600, type: "File" }).encode(batch, at);
			if (needsMore) throw new Error(`${path} with ${size} bytes does not fit a header`);
		},
		/** Adds the bytes of an entry. @param read writes the next ones into the buffer and returns how many */
		async fill(size: number, read: (into: Buffer) => number): Promise<void> {
			for (let left = size; left > 0; ) {
				if (used === batch.length) await writeBatch();
				const bytes = read(batch.subarray(used, Math.min(batch.length, used + left)));
				used += bytes;
				left -= bytes;
			}
			addZeros((BLOCK - (size % BLOCK)) % BLOCK);
		},
		/** Adds the two empty blocks at the end. @returns bytes of the whole archive */
		async end(): Promise<number> {
			for (let blocks = 0; blocks < 2; blocks += 1) {
				if (used === batch.length) await writeBatch();
				addZeros(BLOCK);
			}
			await writeBatch();
			return written;
		},
	};
}

function writeAll(out: number, bytes: Buffer, at: number): void {
	for (let done = 0; done < bytes.length; ) done += writeSync(out, bytes, done, bytes.length - done, at + done);
}
