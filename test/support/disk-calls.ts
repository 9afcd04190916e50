import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** Calls that change files or flush them, and those that say which file a number stands for. */
const TRACED = [
	..."openat,open,creat,close,lseek,write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate".split(","),
	..."rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir,fsync,fdatasync".split(","),
	// No program here changes files by these; that they are seen proves it.
	..."mmap,fallocate,copy_file_range,sendfile,sync_file_range,symlinkat".split(","),
];
/** Longer than any write. */
const MOST_BYTES = 16 * 1024 * 1024;
const UNFINISHED = " <unfinished ...>";

/** The words before a program that have strace write its calls to a file. It stays the child of whoever starts it. */
export const tracedInto = (file: string) => [
	"strace",
	"-D",
	"-f",
	"--seccomp-bpf",
	"-y",
	"-xx",
	...["-s", String(MOST_BYTES)],
	// Some machines lack some of them, which "?" allows.
	...["-e", `trace=${TRACED.map((name) => `?${name}`).join(",")}`, "-e", "signal=none"],
	...["-o", file],
];

/** One call. */
export interface Call {
	name: string;
	/** As strace writes them, without brackets. */
	words: string;
	/** Lines on which it began and ended: other threads may come between. */
	began: number;
	ended: number;
	/** What it returned; below 0 it failed. */
	result: number;
}

/** The calls that a trace has, in the order in which they ended. A call that a thread was interrupted in has two lines. */
export async function* callsIn(file: string): AsyncGenerator<Call> {
	const begun = new Map<string, { text: string; began: number }>();
	let line = 0;
	for await (const text of createInterface({ input: createReadStream(file, "latin1") })) {
		line += 1;
		const [thread = ""] = /^\d+/.exec(text) ?? [];
		const said = text.slice(thread.length).trimStart();
		if (said.endsWith(UNFINISHED)) {
			// Another thread may be given the number before this one comes back.
			if (said.startsWith("close("))
				yield { name: "close", words: said.slice("close(".length), began: line, ended: line, result: 0 };
			else begun.set(thread, { text: said.slice(0, -UNFINISHED.length), began: line });
			continue;
		}
		const [resumed] = /^<\.\.\. \w+ resumed>/.exec(said) ?? [];
		const first = resumed === undefined ? undefined : begun.get(thread);
		begun.delete(thread);
		const whole = first && resumed ? first.text + said.slice(resumed.length) : said;
		const [, name, words = "", result = ""] = /^(\w+)\((.*)\)\s+= (\S+)/.exec(whole) ?? [];
		if (name !== undefined)
			yield { name, words, began: first?.began ?? line, ended: line, result: Number.parseInt(result, 10) };
	}
}

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll("\\x", ""), "hex");

/** The texts between quotation marks. @throws where strace has cut one short */
export function quotedIn(words: string): Buffer[] {
	const found: Buffer[] = [];
	for (let at = words.indexOf('"'); at >= 0; at = words.indexOf('"', at)) {
		const end = words.indexOf('"', at + 1);
		if (words.startsWith("...", end + 1)) throw new Error("strace cut a text short");
		found.push(bytesOf(words.slice(at + 1, end)));
		at = end + 1;
	}
	return found;
}

/** The open file that a word of a call names: its number and path. */
export function openIn(words: string): { fd: number; path: string } | undefined {
	const [, fd, path = ""] = /^(-?\d+)<([^>]*)>/.exec(words) ?? [];
	return fd === undefined ? undefined : { fd: Number(fd), path: bytesOf(path).toString() };
}
