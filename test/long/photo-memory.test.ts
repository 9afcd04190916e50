import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { memoryOf } from "../../bench/process-memory.ts";
import { errorsOf } from "../support/form.ts";
import { imageMemory } from "../support/image-memory.ts";
import { temporaryDirectory } from "../support/portal.ts";
import { startServer } from "../support/server.ts";
import { talk } from "../support/talks.ts";

const MOST_MORE_MB = 200;
const TOO_COSTLY = "Reading this photo takes too much memory. Save it as a smaller JPEG and send that";
const TOO_LONG = "The photo is more than 16,384 pixels wide or high. Send a smaller one";

/** A plain image: decoding memory does not depend on its content. */
const plain = (width: number, height: number, channels: 3 | 4 = 3): Sharp =>
	sharp({ create: { width, height, channels, background: "#3698" }, limitInputPixels: false });
const deep = (width: number, height: number) => plain(width, height, 4).toColourspace("rgb16");
const FAST = { compressionLevel: 1 } as const;

async function animation(edge: number): Promise<Buffer> {
	const frames = Buffer.concat([1, 2].map((shade) => Buffer.alloc(edge * edge * 3, shade * 90)));
	const raw = { width: edge, height: 2 * edge, channels: 3, pageHeight: edge } as const;
	return sharp(frames, { raw }).webp({ effort: 0, quality: 20 }).toBuffer();
}

const TAKEN: Record<string, () => Promise<Buffer>> = {
	"a JPEG of 50 megapixels, on its side": () => plain(8160, 6120).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
	"a progressive JPEG of 50 megapixels": () => plain(8160, 6120).jpeg({ progressive: true }).toBuffer(),
	"a JPEG for print": () => plain(800, 600).toColourspace("cmyk").jpeg().toBuffer(),
	"an interlaced PNG of 12 megapixels": () => interlaced(plain(4000, 3000)),
	"a PNG of 50 megapixels in 16 bits with transparency": () => deep(8160, 6120).png(FAST).toBuffer(),
	"a panorama as a PNG": () => plain(16_384, 3_000).png(FAST).toBuffer(),
	"a panorama as a progressive JPEG": () => plain(16_384, 3_000).jpeg({ progressive: true }).toBuffer(),
	"a WebP of 24 megapixels": () => plain(6000, 4000, 4).webp({ effort: 0, lossless: true }).toBuffer(),
	"an animation": () => animation(3_000),
};

const interlaced = (image: Sharp) => image.png({ ...FAST, progressive: true }).toBuffer();
const inPasses = (image: Sharp, options = {}) => image.jpeg({ ...options, progressive: true }).toBuffer();

const REFUSED: Record<string, [make: () => Promise<Buffer>, message: string]> = {
	"an interlaced PNG of 50 megapixels in 16 bits": [() => interlaced(deep(8160, 6120)), TOO_COSTLY],
	"a panorama in 16 bits with transparency": [() => deep(16_384, 3_000).png(FAST).toBuffer(), TOO_COSTLY],
	"a progressive JPEG with every colour whole": [
		async () => large(await inPasses(plain(80, 60), { chromaSubsampling: "4:4:4" })),
		TOO_COSTLY,
	],
	"a progressive JPEG that only seems to have small colours": [
		async () => withWholeColours(large(await inPasses(plain(80, 60)))),
		TOO_COSTLY,
	],
	"a JPEG that brings one colour after the other": [
		async () => inScans(large(await plain(80, 60).jpeg({ chromaSubsampling: "4:4:4" }).toBuffer())),
		TOO_COSTLY,
	],
	"a progressive JPEG for print": [async () => large(await inPasses(plain(80, 60).toColourspace("cmyk"))), TOO_COSTLY],
	"a WebP of 50 megapixels": [() => plain(8160, 6120).webp({ effort: 0, lossless: true }).toBuffer(), TOO_COSTLY],
	"an animation of 25 megapixels": [() => animation(5_000), TOO_COSTLY],
	"a PNG like a thread": [() => plain(1_000_000, 50, 4).png(FAST).toBuffer(), TOO_LONG],
	"a PNG like a rope": [() => plain(50, 1_000_000).png(FAST).toBuffer(), TOO_LONG],
};

/** Where the header of a frame begins, of a progressive JPEG or an ordinary one. */
const frameOf = (jpeg: Buffer) =>
	Math.max(...[0xc0, 0xc2].map((marker) => jpeg.indexOf(Buffer.from([0xff, marker, 0]))));

/** The same file with a header that claims 50 megapixels. */
function large(jpeg: Buffer): Buffer {
	jpeg.writeUInt16BE(6120, frameOf(jpeg) + 5);
	jpeg.writeUInt16BE(8160, frameOf(jpeg) + 7);
	return jpeg;
}

/** One colour in each scan: all of them are kept until the last has come. */
function inScans(jpeg: Buffer): Buffer {
	const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
	const first = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
	return Buffer.concat([jpeg.subarray(0, scan), first, jpeg.subarray(scan + 14)]);
}

/** The colours sampled as often as the brightness, whose factors are those of a file with small ones. */
function withWholeColours(jpeg: Buffer): Buffer {
	for (const colour of [1, 2]) jpeg[frameOf(jpeg) + 11 + 3 * colour] = 0x22;
	return jpeg;
}

const inBounds = (megabytes: number) => megabytes < MOST_MORE_MB;

async function start() {
	const directory = temporaryDirectory();
	expect(Object.keys(imageMemory)).toEqual(["NODE_OPTIONS", "MALLOC_ARENA_MAX", "MALLOC_MMAP_THRESHOLD_"]);
	const server = await startServer({
		...imageMemory,
		DATA_DIR: join(directory, "data"),
		UPLOADS_DIR: join(directory, "uploads"),
	});
	const send = async (bytes: Buffer) => {
		const body = new FormData();
		for (const [name, value] of Object.entries(talk())) body.set(name, String(value));
		body.set("file", new Blob([new Uint8Array(bytes), randomBytes(8)]), "me.jpg");
		const answer = await fetch(`${server.origin}/hangzhou`, { method: "POST", body, redirect: "manual" });
		return { status: answer.status, beside: errorsOf(await answer.text()).beside };
	};
	const megabytes = (what: "VmRSS" | "VmHWM") => memoryOf(server, what) / 1024 ** 2;
	await send(await plain(640, 480).jpeg().toBuffer());
	const before = megabytes("VmRSS");
	/** Peak memory since the last reading, above idle. */
	const needed = () => {
		const most = megabytes("VmHWM");
		writeFileSync(`/proc/${server.pid}/clear_refs`, "5");
		return most - before;
	};
	needed();
	return { send, needed };
}

describe("the memory that pictures take stays within bounds", () => {
	it("for accepted images, alone and simultaneous", async () => {
		const { send, needed } = await start();
		const pictures: Buffer[] = [];
		for (const [what, make] of Object.entries(TAKEN)) {
			const bytes = await make();
			pictures.push(bytes);
			expect([what, await send(bytes)]).toEqual([what, { status: 303, beside: {} }]);
			expect([what, inBounds(needed())]).toEqual([what, true]);
		}
		const answers = await Promise.all(pictures.map((bytes) => send(bytes)));
		expect(answers.map(({ status }) => status)).toEqual(pictures.map(() => 303));
		expect(inBounds(needed())).toBe(true);
	});

	it("for those that are refused, with a message beside the field", async () => {
		const { send, needed } = await start();
		for (const [what, [make, message]] of Object.entries(REFUSED)) {
			const bytes = await make();
			expect([what, bytes.length < 10 * 1024 * 1024]).toEqual([what, true]);
			expect([what, await send(bytes)]).toEqual([what, { status: 422, beside: { file: message } }]);
			expect([what, inBounds(needed())]).toEqual([what, true]);
		}
	});
});
