import { statfsSync } from "node:fs";
import { LostFiles, UnusableDatabase } from "../db/errors.ts";
import { AppError } from "./errors.ts";

const MIB = 1024 * 1024;
/** Below this, photos are refused; backups leave this much free. */
export const FREE_FOR_UPLOADS_BYTES = 512 * MIB;
/** Below this, all new data is refused; running work can finish and reading goes on. */
const FREE_FOR_WRITES_BYTES = 64 * MIB;
/** Linux magic numbers of NFS, SMB, CIFS, SMB2, whose locks are unreliable. */
const NETWORK = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42]);

export type ReadsDisk = (directory: string) => { bavail: number; bsize: number; type: number };

/** The disk that contains the directories. */
export interface Disk {
	/** Bytes that a process without privileges may still fill. @throws LostFiles where the directory is not there */
	free(directory: string): number;
	/** @throws AppError STORAGE_FULL if no new data is accepted */
	assertWritable(directory: string): void;
	/** @throws UnusableDatabase on file systems that cannot hold a database */
	assertLocal(directory: string): void;
}

export function createDisk(read: ReadsDisk = statfsSync): Disk {
	const free = (directory: string) => {
		try {
			const { bavail, bsize } = read(directory);
			return bavail * bsize;
		} catch (cause) {
			throw new LostFiles(`${directory} cannot be reached any more: put it back or mount it`, { cause });
		}
	};
	return {
		free,
		assertWritable: (directory) => {
			if (free(directory) < FREE_FOR_WRITES_BYTES) throw new AppError("STORAGE_FULL");
		},
		assertLocal: (directory) => {
			if (NETWORK.has(read(directory).type))
				throw new UnusableDatabase(
					`${directory} is on a network file system, on which SQLite loses data; give it a disk of this machine`,
				);
		},
	};
}
