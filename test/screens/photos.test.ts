import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { parse } from "node-html-parser";
import sharp, { type Metadata } from "sharp";
import { describe, expect, it } from "vitest";
import { errorsOf, shownValue, submitForm } from "../support/form.ts";
import { openPortal, temporaryDirectory } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { accept } from "../support/schedule.ts";
import { portrait, talk } from "../support/talks.ts";

/** A PNG that claims these dimensions and holds almost nothing. */
function pngOf(width: number, height: number): Buffer {
	const chunk = (type: string, data: Buffer) => {
		const body = Buffer.concat([Buffer.from(type), data]);
		const size = Buffer.alloc(4);
		size.writeUInt32BE(data.length);
		return Buffer.concat([size, body, crc(body)]);
	};
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2, 0, 0, 0], 8);
	const rows = deflateSync(Buffer.alloc(1024));
	return Buffer.concat([
		Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
		chunk("IHDR", header),
		chunk("IDAT", rows),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

function crc(bytes: Buffer): Buffer {
	let value = 0xffffffff;
	for (const byte of bytes) {
		value ^= byte;
		for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
	}
	const out = Buffer.alloc(4);
	out.writeUInt32BE((value ^ 0xffffffff) >>> 0);
	return out;
}

/** The server's process reads photos from files only. */
function metadata(photo: Buffer): Promise<Metadata> {
	const copy = join(temporaryDirectory(), "served.jpg");
	writeFileSync(copy, photo);
	return sharp(copy).metadata();
}

async function sizeOf(photo: Buffer): Promise<unknown[]> {
	const { format, width, height } = await metadata(photo);
	return [format, width, height];
}

const jpeg = (await portrait(400, 400)).bytes;

const REFUSED: [what: string, bytes: Buffer, message: string][] = [
	[
		"HEIC",
		Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
		"HEIC and AVIF photos cannot be read. Save the photo as JPEG and send that",
	],
	[
		"SVG",
		Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
		"SVG drawings are not accepted. Send a JPEG, PNG or WebP photo",
	],
	["PDF", Buffer.from("%PDF-1.7\n"), "This is a PDF document. Send a JPEG, PNG or WebP photo"],
	["GIF", Buffer.from("GIF89a\x01\0\x01\0"), "GIF images are not accepted. Send a JPEG, PNG or WebP photo"],
	["renamed .exe", Buffer.from("MZ\x90\0\x03\0\0\0"), "This file is not a photo. Send a JPEG, PNG or WebP photo"],
	["pixel bomb", pngOf(16_000, 16_000), "The photo has more than 50 million pixels. Send a smaller one"],
	[
		"truncated JPEG",
		jpeg.subarray(0, Math.floor(jpeg.length / 2)),
		"The photo is damaged or incomplete. Send it again or choose another",
	],
	[
		"12 MB",
		Buffer.concat([jpeg, Buffer.alloc(12 * 1024 * 1024)]),
		"The photo is larger than 10 MB. Send a smaller one",
	],
];

describe("a photo that cannot be used", () => {
	it.each(REFUSED)(
		"%s: has a message of its own beside the field, and the text is kept",
		async (_what, bytes, message) => {
			const portal = await openPortal();
			const agent = portal.agent();
			const filling = talk({ file: { name: "me.jpg", bytes } });
			const answer = await submitForm(agent, (await agent.get("/hangzhou")).text, filling).expect(422);
			expect(errorsOf(answer.text)).toEqual({ headline: undefined, list: [message], beside: { file: message } });
			expect(shownValue(answer.text, "title")).toBe(filling.title);
			expect((await agent.get("/api/entries")).body).toEqual([]);
		},
	);

	it("keeps the earlier one", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const first = await submitForm(
			agent,
			(await agent.get("/hangzhou")).text,
			talk({ title: "", file: await portrait() }),
		);
		const second = await submitForm(agent, first.text, {
			title: "Now",
			file: { name: "x.pdf", bytes: Buffer.from("%PDF-1") },
		});
		expect(second.status).toBe(422);
		expect(second.text).toContain("Photo received: portrait.jpg");
	});

	it("counts as missing when the file has no bytes", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const filling = talk({ file: { name: "empty.jpg", bytes: Buffer.alloc(0) } });
		const answer = await submitForm(agent, (await agent.get("/hangzhou")).text, filling).expect(422);
		expect(errorsOf(answer.text).list).toEqual(["Profile Photo is required (2 more attempts before auto-proceed)"]);
	});
});

describe("a photo that is stored", () => {
	it("is rotated, at most 1024 px, JPEG, without metadata", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const bytes = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: "#336699" } })
			.jpeg()
			.withExif({ IFD3: { GPSLatitude: "30/1 15/1 0/1", GPSLatitudeRef: "N" }, IFD0: { Artist: "<script>" } })
			.withMetadata({ orientation: 6 })
			.toBuffer();
		await submitForm(
			agent,
			(await agent.get("/hangzhou")).text,
			talk({ file: { name: "C:\\fakepath\\我.jpg", bytes } }),
		).expect(303);
		const [{ filename }] = (await agent.get("/api/entries")).body;
		const served = await agent.get(`/uploads/${filename}`).expect(200);
		const { width, height, format, exif, icc, xmp, orientation } = await metadata(served.body);
		expect({ width, height, format, exif, icc, xmp, orientation }).toEqual({
			width: 683,
			height: 1024,
			format: "jpeg",
		});
		expect(served.headers).toMatchObject({
			"content-type": "image/jpeg",
			"x-content-type-options": "nosniff",
			"content-disposition": "inline; filename=photo.jpg",
			"content-security-policy": "default-src 'none'; sandbox",
			"cross-origin-resource-policy": "cross-origin",
			"cache-control": "public, max-age=31536000, immutable",
		});
	});

	it("has a thumbnail, made on first request, that links to the full photo", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const filling = talk({ file: await portrait(1200, 1600) });
		await submitForm(agent, (await agent.get("/hangzhou")).text, filling).expect(303);
		const own = parse((await (await portal.admin()).get("/entry/talk-1").expect(200)).text);
		const whole = own.querySelector("a.portrait")?.getAttribute("href") ?? "";
		const small = own.querySelector("a.portrait img")?.getAttribute("src") ?? "";
		const [first, again, original] = await Promise.all(
			[small, small, whole].map((path) => agent.get(path).expect(200)),
		);
		expect(again?.body).toEqual(first?.body);
		expect(await sizeOf(first?.body)).toEqual(["jpeg", 240, 320]);
		expect(await sizeOf(original?.body)).toEqual(["jpeg", 768, 1024]);
		expect(first?.body.length).toBeLessThan(10_000);
		const { date: _, etag: _etag, "last-modified": _at, "content-length": _size, ...headers } = original?.headers ?? {};
		expect(first?.headers).toMatchObject(headers);
	});

	it("is shown whole where its small version cannot be made", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const filling = talk({ file: await portrait(300, 400) });
		await submitForm(agent, (await agent.get("/hangzhou")).text, filling).expect(303);
		const [{ filename }] = (await agent.get("/api/entries")).body;
		const damaged = Buffer.from("no photo any more");
		writeFileSync(join(portal.config.uploadsDir, filename), damaged);
		const { body } = await agent.get(`/uploads/${filename.replace(".jpg", "-small.jpg")}`).expect(200);
		expect(body).toEqual(damaged);
	});

	it("is served under its own name only", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		for (const path of [
			"/uploads",
			"/uploads/",
			"/uploads/.gitkeep",
			"/uploads/../rostrum.db",
			`/uploads/${"0".repeat(32)}.jpg`,
			`/uploads/${"0".repeat(32)}-small.jpg`,
		]) {
			const { status } = await agent.get(path);
			expect([path, status >= 400 && status < 500]).toEqual([path, true]);
		}
	});

	it("has width and height, so that the layout does not shift", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const filling = talk({ file: await portrait(300, 400) });
		await submitForm(agent, (await agent.get("/hangzhou")).text, filling).expect(303);
		accept(portal, [1]);
		await place(portal, 1, ["day1", "ai-next", "09:30"]);
		await release(portal);
		const admin = await portal.admin();
		const sizes: Record<string, unknown> = {};
		for (const path of ["/schedule/1", "/proposals?modal=details&id=1", "/entry/talk-1"]) {
			const image = parse((await admin.get(path).expect(200)).text).querySelector("a.portrait img");
			sizes[path] = [image?.getAttribute("width"), image?.getAttribute("height")];
		}
		const upright = ["160", "213"];
		expect(sizes).toEqual({
			"/schedule/1": upright,
			"/proposals?modal=details&id=1": upright,
			"/entry/talk-1": upright,
		});
	});

	it("is removed after a day unless an entry refers to it", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou")).text;
		const filling = talk();
		const kept = await submitForm(agent, page, { ...filling, title: "", file: await portrait() });
		const unused = /\/uploads\/[0-9a-f]{32}-small\.jpg/.exec(kept.text)?.[0] ?? "";
		await submitForm(agent, page, { ...filling, file: await portrait() }).expect(303);
		const [{ filename }] = (await agent.get("/api/entries")).body;
		portal.clock.now += 24 * 60 * 60 * 1000 + 1;
		await portal.services.photos.sweep();
		await agent.get(unused).expect(404);
		await agent.get(`/uploads/${filename}`).expect(200);
	});
});
