import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parse } from "node-html-parser";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { backupsOf, cli } from "../support/backups.ts";
import { type Agent, member, open, SAVE } from "../support/drafts.ts";
import { ARTISTIC, CALLS } from "../support/fillings.ts";
import { errorsOf, type File, type Filling, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { DATED, dated, decide, END, MINUTE } from "../support/late-forms.ts";
import { frameOf, pdfNaming, pdfOf, pdfWithLongTable, pdfWithStream } from "../support/pdf.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";
import { portrait } from "../support/talks.ts";

const FORM = CALLS.artistic.path;
const PDF: File = { name: "work.pdf", bytes: pdfOf() };
const EDIT = `${FORM}?spot=aigc-1`;
const DAY = 24 * 60 * MINUTE;

const BROKEN = "This PDF is damaged or incomplete. Save it as a PDF again and choose that";
/** As some programs transfer texts. */
const asText = (bytes: Buffer) => Buffer.from(bytes.toString("latin1").replaceAll("\n", "\r\n"), "latin1");

/** As supertest reads a file. */
const whole = (agent: Agent, path: string) =>
	agent
		.get(path)
		.buffer(true)
		.parse((answer, done) => {
			const chunks: Buffer[] = [];
			answer.on("data", (chunk: Buffer) => chunks.push(chunk));
			answer.on("end", () => done(null, Buffer.concat(chunks)));
		});

const send = async (agent: Agent, filling: Filling, path = FORM) =>
	submitForm(agent, await open(agent, path), { ...ARTISTIC, ...filling }).ok(() => true);

/** The names of the files in the uploads folder. */
const files = ({ config }: TestPortal) => readdirSync(config.uploadsDir).filter((name) => !name.startsWith("."));
const named = (portal: TestPortal) =>
	String(portal.sqlite.prepare("select photo from entries where kind = 'aigc'").pluck().get());
const linkOn = (html: string) => parse(html).querySelector("a[href^='/works/']")?.getAttribute("href") ?? "";

async function openWithWork(file: File = PDF) {
	const portal = await openPortal();
	const agent = await member(portal);
	expect((await send(agent, { file })).status).toBe(303);
	return { portal, agent, name: named(portal) };
}

describe("the file of a work", () => {
	it("that is a PDF is kept as it is, and downloaded by its author and by organisers only", async () => {
		const { portal, agent, name } = await openWithWork();
		expect(files(portal)).toEqual([`${name}-work.pdf`]);
		const paths = [
			[agent, linkOn(await open(agent, "/entry/aigc-1"))],
			[await portal.admin(), linkOn(await open(await portal.admin(), "/admin/aigc?modal=details&id=1"))],
		] as const;
		for (const [who, path] of paths) {
			const { headers, body } = await whole(who, path).expect(200);
			expect(body.equals(PDF.bytes)).toBe(true);
			expect(headers).toMatchObject({
				"content-type": "application/pdf",
				"content-disposition": 'attachment; filename="aigc-1.pdf"',
				"content-security-policy": "default-src 'none'; sandbox",
				"x-content-type-options": "nosniff",
				"cache-control": expect.stringContaining("no-store"),
			});
		}
		const stranger = await member(portal, "wang@example.org");
		for (const who of [portal.agent(), stranger]) {
			for (const { 1: path } of paths) await who.get(path).expect(404);
			for (const address of [`/works/${name}`, `/uploads/${name}.jpg`, `/uploads/${name}-work.pdf`])
				await who.get(address).expect(404);
		}
		for (const odd of ["/works/x", `/works/${"0".repeat(32)}`, `/works/..%2f..%2frostrum.db`])
			expect([404, 400]).toContain((await (await portal.admin()).get(odd)).status);
	});

	it("that is a picture is made anew like a photo, and has no public address", async () => {
		const pixels = { width: 2_000, height: 500, channels: 3 as const, background: "#123456" };
		const bytes = await sharp({ create: pixels })
			.withExif({ IFD0: { Artist: "secret" } })
			.png()
			.toBuffer();
		const { portal, agent, name } = await openWithWork({ name: "work.pdf", bytes });
		expect(files(portal)).toEqual([`${name}-work.jpg`]);
		const { headers, body } = await whole(agent, `/works/${name}?spot=aigc-1`).expect(200);
		expect(headers["content-disposition"]).toBe('attachment; filename="aigc-1.jpg"');
		const stored = join(portal.config.uploadsDir, `${name}-work.jpg`);
		expect(body.equals(readFileSync(stored))).toBe(true);
		const made = await sharp(stored).metadata();
		expect([made.format, made.width, made.height, made.exif]).toEqual(["jpeg", 1024, 256, undefined]);
		for (const address of [`/uploads/${name}.jpg`, `/uploads/${name}-small.jpg`, `/uploads/${name}-work.jpg`])
			await agent.get(address).expect(404);
	});

	it("opens by the private link of a guest's entry", async () => {
		const portal = await openPortal();
		const guest = portal.agent();
		expect((await send(guest, { file: PDF })).status).toBe(303);
		const body = String(portal.sqlite.prepare("select body from outbox where kind = 'receipt'").pluck().get());
		const link = /\/entry\/aigc-1\?key=\S+/.exec(body)?.[0] ?? "";
		const path = linkOn(await open(portal.agent(), link));
		expect((await whole(portal.agent(), path).expect(200)).body.equals(PDF.bytes)).toBe(true);
		await portal
			.agent()
			.get(`/works/${named(portal)}?spot=aigc-1&key=wrong`)
			.expect(404);
	});

	it.each<[string, File, string]>([
		[
			"a text that is called a PDF",
			{ name: "a.pdf", bytes: Buffer.from("no PDF at all") },
			"neither a PDF nor a picture",
		],
		[
			"a page with a PDF in it",
			{ name: "a.pdf", bytes: Buffer.from("<script>%PDF-1.7") },
			"neither a PDF nor a picture",
		],
		["a drawing", { name: "a.png", bytes: Buffer.from("<svg xmlns='x'></svg>") }, "neither a PDF nor a picture"],
		["empty", { name: "a.pdf", bytes: Buffer.alloc(0) }, "This file is empty. Choose it again"],
		["only the beginning of a PDF", { name: "a.pdf", bytes: Buffer.from("%PDF-1.7\n%%EOF\n") }, BROKEN],
		["anything else after that", { name: "a.pdf", bytes: Buffer.alloc(1024 ** 2, "%PDF-1.7\n") }, BROKEN],
		["a PDF without its last lines", { name: "a.pdf", bytes: pdfOf().subarray(0, -20) }, BROKEN],
		[
			"a PDF that a transfer as text has changed",
			{ name: "a.pdf", bytes: asText(pdfOf("line\n%".repeat(1_000))) },
			BROKEN,
		],
		["a frame without a document, with a table", { name: "a.pdf", bytes: frameOf("xref\n0 1\n") }, BROKEN],
		[
			"a frame without a document, with a stream",
			{ name: "a.pdf", bytes: frameOf("9 0 obj\n<< /Root 1 0 R >>") },
			BROKEN,
		],
		["a PDF whose table is nowhere", { name: "a.pdf", bytes: pdfNaming(1_000_000_000) }, BROKEN],
		["more than 10 MB", { name: "a.pdf", bytes: Buffer.alloc(10 * 1024 ** 2 + 1, "%PDF-") }, "larger than 10 MB"],
	])("is not taken where it is %s, and nothing typed is lost", async (_, file, sentence) => {
		const portal = await openPortal();
		const refused = await send(portal.agent(), { file });
		expect([refused.status, errorsOf(refused.text).beside.file]).toEqual([422, expect.stringContaining(sentence)]);
		expect(shownValue(refused.text, "artworkTitle")).toBe(ARTISTIC.artworkTitle);
		expect([files(portal), portal.sqlite.prepare("select count(*) from entries").pluck().get()]).toEqual([[], 0]);
	});

	it.each<[string, Buffer]>([
		["with a stream in place of its table", pdfWithStream()],
		["with a table of 10,000 lines", pdfWithLongTable()],
		["padded at its end", Buffer.concat([pdfOf(), Buffer.alloc(80_000)])],
		["that names the line before its table", pdfNaming(-1)],
	])("may be a PDF %s, which every reader opens", async (_, bytes) => {
		const { portal, name } = await openWithWork({ name: "work.pdf", bytes });
		expect(readFileSync(join(portal.config.uploadsDir, `${name}-work.pdf`)).equals(bytes)).toBe(true);
	});

	it("is never asked for twice: the form keeps it with its problems, in a draft and in another track", async () => {
		const portal = await openPortal();
		const guest = portal.agent();
		const back = await send(guest, { file: PDF, artworkTitle: "" });
		expect([back.status, textOfPage(back.text).includes("File received: work.pdf")]).toEqual([422, true]);
		const saved = await submitForm(guest, back.text, {}, SAVE).redirects(1);
		expect(textOfPage(saved.text)).toContain("File received: work.pdf");
		expect(textOfPage(await open(guest, CALLS.applied.path))).toContain("File received: work.pdf");
		expect((await submitForm(guest, saved.text, ARTISTIC)).status).toBe(303);
		expect(files(portal)).toEqual([`${named(portal)}-work.pdf`]);
	});

	it("can be replaced and taken away; what was there before is removed", async () => {
		const { portal, agent, name } = await openWithWork();
		const next = { name: "next.pdf", bytes: Buffer.concat([PDF.bytes, Buffer.from("2")]) };
		expect((await send(agent, { file: next }, EDIT)).status).toBe(303);
		expect(named(portal)).not.toBe(name);
		portal.clock.now += 2 * DAY;
		await portal.services.sweep();
		expect(files(portal)).toEqual([`${named(portal)}-work.pdf`]);
		const without = await submitForm(agent, await open(agent, EDIT), {}, { button: "do.remove-photo" }).redirects(1);
		expect(textOfPage(without.text)).not.toContain("File received");
		expect((await submitForm(agent, without.text, {})).status).toBe(303);
		portal.clock.now += 2 * DAY;
		await portal.services.sweep();
		expect([files(portal), named(portal)]).toEqual([[], "null"]);
	});

	it("comes with a late form: organisers read it before they decide", async () => {
		const { portal, admin } = await dated("artistic");
		const agent = await member(portal);
		await set(admin, "sl-aigc", DATED);
		const text = await open(agent, FORM);
		portal.clock.now = END + MINUTE;
		await submitForm(agent, text, { ...ARTISTIC, file: PDF }).expect(409);
		const path = linkOn(await open(admin, "/admin/late"));
		expect((await whole(admin, path).expect(200)).headers["content-disposition"]).toContain("late.pdf");
		await agent.get(path).expect(200);
		await portal.agent().get(path).expect(404);
		await decide(admin, "do.let-in");
		expect((await whole(admin, path).expect(200)).headers["content-disposition"]).toContain("aigc-1.pdf");
	});

	it("goes with its author", async () => {
		const { portal, agent } = await openWithWork();
		const copy = await agent.get("/account/copy").expect(200);
		expect(JSON.stringify(copy.body)).toContain(`/works/${named(portal)}?spot=aigc-1`);
		expect(await portal.services.erasing.erase({ address: "lei@example.org" })).toMatchObject({ photos: 1 });
		expect(files(portal)).toEqual([]);
	});

	it("and a portrait never change places", async () => {
		const portal = await openPortal();
		const guest = portal.agent();
		const talk = await submitForm(guest, await open(guest, "/hangzhou"), { file: await portrait() }).ok(() => true);
		const photo = shownValue(talk.text, "photo") ?? "";
		const work = shownValue((await send(guest, { file: PDF, artworkTitle: "" })).text, "photo") ?? "";
		expect([photo, work].every((reference) => reference.length > 32)).toBe(true);
		const swapped = async (path: string, reference: string) => {
			const body = new URLSearchParams({ photo: reference }).toString();
			const answer = await portal.agent().post(path).type("form").set("Sec-Fetch-Site", "same-origin").send(body);
			return shownValue(answer.text, "photo");
		};
		expect([await swapped(FORM, photo), await swapped("/hangzhou", work)]).toEqual([undefined, undefined]);
	});

	it("is in backups, and in what the command gives of a person", async () => {
		const { portal, name } = await openWithWork();
		const where = { DATA_DIR: portal.config.dataDir, UPLOADS_DIR: portal.config.uploadsDir };
		const file = join(where.UPLOADS_DIR, `${name}-work.pdf`);
		const folder = join(where.DATA_DIR, "person");
		expect((await cli(where, "subject", "export", "lei@example.org", folder)).code).toBe(0);
		expect(readFileSync(join(folder, `${name}-work.pdf`)).equals(PDF.bytes)).toBe(true);
		expect((await cli(where, "backup")).code).toBe(0);
		const [backup = ""] = backupsOf(where);
		expect((await cli(where, "verify", backup)).output).toContain("1 photo");
		await portal.release();
		rmSync(file);
		expect((await cli(where, "restore", backup)).code).toBe(0);
		expect(existsSync(file) && readFileSync(file).equals(PDF.bytes)).toBe(true);
	});
});

describe("the link to a work", () => {
	const sent = async (workLink: string) => {
		const portal = await openPortal();
		const agent = await member(portal);
		return { portal, agent, answer: await send(agent, { workLink }) };
	};

	it("is optional, and shown to its author and to organisers only", async () => {
		expect((await sent("")).answer.status).toBe(303);
		const { portal, agent } = await sent("https://art.example/western-lake");
		const admin = await portal.admin();
		for (const page of [await open(agent, "/entry/aigc-1"), await open(admin, "/admin/aigc?modal=details&id=1")])
			expect(parse(page).querySelector("a[href='https://art.example/western-lake']")).not.toBeNull();
		for (const path of [
			"/nominations-aigc",
			"/nominations-aigc?modal=details&id=1",
			"/nominations-aigc?q=western-lake",
			"/api/nominations?category=sl-aigc",
			"/nominations-aigc/export",
			"/admin/export/aigc",
		])
			expect([path, (await (path.startsWith("/admin") ? admin : portal.agent()).get(path)).text]).toEqual([
				path,
				expect.not.stringContaining("art.example"),
			]);
	});

	it.each(["javascript:alert(1)", "data:text/html,x", `https://art.example/${"x".repeat(2_048)}`])(
		"is not taken where it is %s",
		async (workLink) => {
			const { answer, portal } = await sent(workLink);
			expect([answer.status, errorsOf(answer.text).beside.workLink]).toEqual([422, expect.any(String)]);
			expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
		},
	);
});
