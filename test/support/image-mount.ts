import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "./portal.ts";

const MIB = 1024 * 1024;
/** EXT4_IOC_SHUTDOWN, and not to flush the journal before; as xfstests ends a file system. */
const CUT = 'open my $f, "<", $ARGV[0] or die $!; my $flag = pack("L", 2); ioctl($f, 0x8004587D, $flag) or die $!';

/** A file system of its own in a file, mounted for the length of the test. */
export interface ImageMount {
	path: string;
	/** Cuts the power: later writes fail, and data that was not flushed is lost. */
	cut(): void;
	/** Mounts it again after all who used it have ended; its journal is played back. */
	remount(): void;
	/** Takes all room but so many MiB. */
	fill(leave: number): void;
	/** Gives the room back that `fill` took. */
	empty(): void;
}

const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: "pipe" });

/** @returns undefined where mounting is not allowed */
export function mountImage(mib: number): ImageMount | undefined {
	const directory = temporaryDirectory();
	const [image, path, ballast] = [join(directory, "image"), join(directory, "mount"), join(directory, "mount/ballast")];
	mkdirSync(path);
	writeFileSync(image, "");
	truncateSync(image, mib * MIB);
	const mount = () => run("mount", "-o", "loop", image, path);
	let isMounted = false;
	try {
		// No blocks reserved for root, who would otherwise still have space.
		run("mkfs.ext4", "-q", "-F", "-m", "0", image);
		mount();
		isMounted = true;
	} catch {
		return undefined;
	}
	const unmount = () => {
		if (isMounted) run("umount", path);
		isMounted = false;
	};
	// A server that was just killed may still hold it for a moment.
	onTestFinished(() => void (isMounted && run("umount", "--lazy", path)));
	return {
		path,
		cut: () => run("perl", "-e", CUT, path),
		remount: () => {
			unmount();
			mount();
			isMounted = true;
		},
		fill: (leave) => {
			const { bavail, bsize } = statfsSync(path);
			// What the file system needs to describe the ballast comes out of the rest; the last blocks go one by one.
			const bytes = bavail * bsize - Math.max(leave, 16) * MIB;
			run("fallocate", "--length", String(bytes), ballast);
			if (leave === 0) fillToTheLast(join(path, "ballast-rest"));
		},
		empty: () => {
			for (const name of ["ballast", "ballast-rest"]) rmSync(join(path, name), { force: true });
		},
	};
}

function fillToTheLast(path: string): void {
	for (let bytes = MIB; bytes >= 1; bytes = Math.floor(bytes / 2)) {
		try {
			for (;;) writeFileSync(path, Buffer.alloc(bytes, 1), { flag: "a" });
		} catch {
			// No room for as much: a smaller piece may find some.
		}
	}
}
