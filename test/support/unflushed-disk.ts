import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Call, openIn, quotedIn } from "./disk-calls.ts";

/** What a disk writes at once if all goes well, and what it never writes in part. */
const PAGE = 4_096;
const SECTOR = 512;
/** How much of what was not flushed a file or folder keeps: nothing, all, and in between. */
const SHARES = [0, 0.2, 0.5, 0.8, 1];
const TORN = 0.1;
const oneOf = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T;

/** Mapped by SQLite, whose writes no trace shows; it makes it anew after a crash. */
const isMapped = (name: string) => name.endsWith("-shm");

type Change = { at: number; bytes: Buffer } | { size: number };
type Names = ReadonlyMap<string, Node | undefined>;

/** A change that is not flushed, and the line of the trace by which it was made: a flush that began before may leave it. */
interface Since<T> {
	by: number;
	change: T;
}

/** A file: what is on the disk for good, and what was written since, in order. */
interface File {
	kind: "file";
	flushed: Buffer;
	since: Since<Change>[];
}

/** A folder: its names on the disk for good, and the changes since. Renaming is one change of two names. */
interface Folder {
	kind: "folder";
	flushed: Map<string, Node>;
	since: Since<Names>[];
	/** What the program sees. */
	present: Map<string, Node>;
}

type Node = File | Folder;

/** What is left of a file or folder after a power cut. */
export type Left = Buffer | Map<string, Left>;

const newFolder = (): Folder => ({ kind: "folder", flushed: new Map(), since: [], present: new Map() });

/** A disk in memory that has what a program wrote, and knows what of it was flushed. */
export interface UnflushedDisk {
	/** Repeats a call of the program. */
	repeat(call: Call): void;
	/**
	 * What a power cut may leave: all that was flushed; of the rest nothing, or any part: any names, whole pages and torn ones.
	 */
	cut(rest: "nothing" | "any part"): Map<string, Left>;
	/** What the program sees. */
	present(): Map<string, Left>;
}

/**
 * @param base the folder on which the program works; only files below it count, and it is there when the program starts
 * @param heeds whether a flush of this path counts; for trying what would be lost without it
 */
export function createUnflushedDisk(base: string, heeds: (path: string) => boolean = () => true): UnflushedDisk {
	const root = newFolder();
	const open = new Map<number, { node: Node; at: number }>();
	const below = (path: string) => path === base || path.startsWith(`${base}/`);

	function find(path: string): { folder: Folder; name: string; node: Node | undefined } {
		const names = path.slice(base.length + 1).split("/");
		const name = names.pop() ?? "";
		let folder = root;
		for (const one of names) {
			const next = folder.present.get(one);
			if (next?.kind !== "folder") throw new Error(`there is no folder ${one} of ${path}`);
			folder = next;
		}
		return { folder, name, node: path === base ? root : folder.present.get(name) };
	}

	/** Changes names of one folder, or of two if a file is moved from one to the other. */
	function change(by: number, ...all: { folder: Folder; name: string; node: Node | undefined }[]): void {
		const byFolder = new Map<Folder, Map<string, Node | undefined>>();
		for (const { folder, name, node } of all) {
			byFolder.set(folder, (byFolder.get(folder) ?? new Map()).set(name, node));
			if (node) folder.present.set(name, node);
			else folder.present.delete(name);
		}
		for (const [folder, names] of byFolder) folder.since.push({ by, change: names });
	}

	function opened({ words, result, ended }: Call): void {
		const [path = ""] = quotedIn(words).map(String);
		open.delete(result);
		if (!below(path)) return;
		const found = find(path);
		const node = found.node ?? ({ kind: "file", flushed: Buffer.alloc(0), since: [] } satisfies File);
		if (!found.node) change(ended, { ...found, node });
		if (node.kind === "file" && words.includes("O_TRUNC")) node.since.push({ by: ended, change: { size: 0 } });
		open.set(result, { node, at: 0 });
	}

	function write({ name, words, result, ended }: Call): void {
		const handle = open.get(openIn(words)?.fd ?? -1);
		if (handle?.node.kind !== "file") return;
		const bytes = Buffer.concat(quotedIn(words)).subarray(0, result);
		const isPlaced = name.startsWith("p");
		const at = isPlaced ? Number(/, (\d+)$/.exec(words)?.[1]) : handle.at;
		if (Number.isNaN(at) || name === "pwritev2") throw new Error(`where does ${name} write?`);
		handle.node.since.push({ by: ended, change: { at, bytes } });
		if (!isPlaced) handle.at += bytes.length;
	}

	function flush({ words, began }: Call): void {
		const named = openIn(words);
		const node = open.get(named?.fd ?? -1)?.node;
		if (!named || !node || !heeds(named.path)) return;
		const isDone = ({ by }: { by: number }) => by <= began;
		if (node.kind === "file") {
			const done = node.since.filter(isDone).map(({ change }) => change);
			node.flushed = changed(node.flushed, done);
		} else for (const { change } of node.since.filter(isDone)) rename(node.flushed, change);
		node.since.splice(0, node.since.filter(isDone).length);
	}

	function repeat(call: Call): void {
		if (call.result < 0) return;
		const { name, words, ended } = call;
		const handle = open.get(openIn(words)?.fd ?? -1);
		if (name === "openat" || name === "open") opened(call);
		else if (name === "close") open.delete(openIn(words)?.fd ?? -1);
		else if (/^p?writev?(64|2)?$/.test(name)) write(call);
		else if (name === "fsync" || name === "fdatasync") flush(call);
		else if (name === "lseek" && handle) handle.at = call.result;
		else if (name === "ftruncate" && handle?.node.kind === "file")
			handle.node.since.push({ by: ended, change: { size: Number(words.split(", ")[1]) } });
		else if (name === "mmap") assertNotWritten(words);
		else if (!isBeside(call)) changeNames(call);
	}

	/** @throws where a program writes a file by its memory */
	function assertNotWritten(words: string): void {
		const [, , rights = "", kind = "", file = ""] = words.split(", ");
		const path = openIn(file)?.path;
		const isWritten = rights.includes("PROT_WRITE") && kind.includes("MAP_SHARED");
		if (path && below(path) && isWritten && !isMapped(path)) throw new Error(`${path} is written by mmap`);
	}

	/** Whether a call concerns other folders. */
	function isBeside({ words }: Call): boolean {
		const paths = quotedIn(words).map(String);
		const named = words.split(", ").flatMap((word) => openIn(word)?.path ?? []);
		return ![...paths, ...named].some(below);
	}

	function changeNames({ name, words, ended }: Call): void {
		const [from = "", to = ""] = quotedIn(words).map(String);
		const source = find(from);
		if (/^mkdir(at)?$/.test(name)) change(ended, { ...source, node: newFolder() });
		else if (/^(unlink(at)?|rmdir)$/.test(name)) change(ended, { ...source, node: undefined });
		else if (/^rename(at2?)?$/.test(name))
			change(ended, { ...source, node: undefined }, { ...find(to), node: source.node });
		else if (/^link(at)?$/.test(name)) change(ended, { ...find(to), node: source.node });
		else throw new Error(`the program calls ${name}(${words.slice(0, 200)})`);
	}

	return {
		repeat,
		cut: (rest) => leftOf(root, rest === "nothing" ? [0] : SHARES) as Map<string, Left>,
		present: () => seen(root) as Map<string, Left>,
	};
}

function rename(names: Map<string, Node>, changes: Names): void {
	for (const [name, node] of changes) {
		if (node) names.set(name, node);
		else names.delete(name);
	}
}

/** A content with changes, one after the other. */
function changed(content: Buffer, changes: readonly Change[]): Buffer {
	let size = content.length;
	// Zeros follow the content.
	let whole = Buffer.alloc(size);
	content.copy(whole);
	const resize = (to: number) => {
		if (to < size) whole.fill(0, to, size);
		if (to > whole.length) {
			// More than needed: a file that grows is seldom copied.
			const larger = Buffer.alloc(2 * to);
			whole.copy(larger, 0, 0, size);
			whole = larger;
		}
		size = to;
	};
	for (const one of changes) {
		if ("size" in one) {
			resize(one.size);
			continue;
		}
		resize(Math.max(size, one.at + one.bytes.length));
		one.bytes.copy(whole, one.at);
	}
	return whole.subarray(0, size);
}

const all = (since: readonly Since<Change>[]) => since.map(({ change }) => change);

function seen(node: Node): Left {
	if (node.kind === "file") return changed(node.flushed, all(node.since));
	const shown = [...node.present].filter(([name]) => !isMapped(name));
	return new Map(shown.map(([name, one]) => [name, seen(one)]));
}

function leftOf(node: Node, shares: readonly number[]): Left {
	const share = oneOf(shares);
	if (node.kind === "file") return leftOfFile(node, share);
	const names = new Map(node.flushed);
	for (const { change } of node.since) if (Math.random() < share) rename(names, change);
	const shown = [...names].filter(([name]) => !isMapped(name));
	return new Map(shown.map(([name, one]) => [name, leftOf(one, shares)]));
}

function leftOfFile({ flushed, since }: File, share: number): Buffer {
	if (share === 0) return flushed;
	const kept = all(since).flatMap((one): Change[] => {
		if ("size" in one) return Math.random() < share ? [one] : [];
		return piecesOf(one.at, one.bytes, PAGE).flatMap((page) => {
			if (Math.random() < TORN) return piecesOf(page.at, page.bytes, SECTOR).filter(() => Math.random() < 0.5);
			return Math.random() < share ? [page] : [];
		});
	});
	const left = changed(flushed, kept);
	const whole = changed(flushed, all(since)).length;
	// The size may be on the disk before the bytes are.
	return whole > left.length && Math.random() < 0.5 ? changed(left, [{ size: whole }]) : left;
}

/** A write in the pages or sectors of the file. */
function piecesOf(at: number, bytes: Buffer, size: number): { at: number; bytes: Buffer }[] {
	const pieces: { at: number; bytes: Buffer }[] = [];
	for (let from = at; from < at + bytes.length; ) {
		const to = Math.min(at + bytes.length, (Math.floor(from / size) + 1) * size);
		pieces.push({ at: from, bytes: bytes.subarray(from - at, to - at) });
		from = to;
	}
	return pieces;
}

/** Writes what is left below a folder. */
export function putLeft(left: Map<string, Left>, folder: string): void {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	for (const [name, one] of left) {
		if (one instanceof Map) putLeft(one, join(folder, name));
		else writeFileSync(join(folder, name), one, { mode: 0o600 });
	}
}

/** What there is in a folder. */
export function foundIn(folder: string): Map<string, Left> {
	const names = readdirSync(folder).filter((name) => !isMapped(name));
	return new Map(
		names.map((name) => {
			const path = join(folder, name);
			return [name, statSync(path).isDirectory() ? foundIn(path) : readFileSync(path)];
		}),
	);
}
