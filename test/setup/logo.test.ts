import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { blankInstallation, openBlank } from "../support/blank.ts";
import { said } from "../support/calls.ts";
import { LOGO, pageOf, picture } from "../support/event.ts";
import { shownValue, submitForm } from "../support/form.ts";
import { openPortal, type TestPortal, temporaryDirectory } from "../support/portal.ts";
import { runToEnd } from "../support/server.ts";

const PAGE = "/admin/event/setup";
const FORM = { selector: "form[aria-labelledby=h-import]" };

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

const exported = async (admin: Agent) => (await admin.get(`${PAGE}.json`).expect(200)).text;
const check = async (admin: Agent, text: string) =>
	submitForm(admin, (await admin.get(PAGE).expect(200)).text, { text }, { ...FORM, button: "do.check" });
async function take(admin: Agent, text: string) {
	const checked = await check(admin, text);
	expect(checked.status).toBe(200);
	return submitForm(admin, checked.text, {}, { ...FORM, button: "do.import" });
}
const urlOf = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString("base64")}`;
const withLogo = (text: string, logo: unknown) => JSON.stringify({ ...JSON.parse(text), logo });
const shown = async (portal: TestPortal) => (await portal.agent().get("/brand/logo.png").buffer(true)).body as Buffer;

/** A picture of many colours, which gets a palette when it is drawn, and one with few. */
async function noisy() {
	const data = Buffer.alloc(900 * 300 * 4, 0).map((_, at) => (at * 7 + Math.floor(at / 900) * 3) % 256);
	return sharp(data, { raw: { width: 900, height: 300, channels: 4 } })
		.png()
		.toBuffer();
}

describe("the logo in a set-up document", () => {
	it.each([
		["few colours", () => picture("png")],
		["many colours", noisy],
	])("of %s is the same to the byte after it was imported elsewhere", async (_, made) => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await submitForm(admin, await pageOf(admin), { file: { name: "logo.png", bytes: await made() } }, LOGO).expect(200);
		const text = await exported(admin);
		const other = await openBlank();
		const there = await other.admin();
		expect(said(await check(there, text))).toContain("The logo changes");
		expect(said(await take(there, text))).toMatch(/\d+ changes were applied/);
		expect(await exported(there)).toBe(text);
		expect((await shown(other)).equals(await shown(portal))).toBe(true);
		expect((await other.agent().get("/").expect(200)).text).toContain("/brand/logo.png?v=");
		expect(said(await check(there, text))).toContain("Everything is as the document says.");
		// Taken away, and left alone by a document of before there were logos.
		await take(there, withLogo(text, null));
		expect(JSON.parse(await exported(there)).logo).toBeNull();
		await take(admin, withLogo(text, null));
		await take(admin, text);
		const { logo: __, ...older } = JSON.parse(text);
		expect(said(await check(admin, JSON.stringify(older)))).toContain("Everything is as the document says.");
		expect(await exported(admin)).toBe(text);
	});

	it.each(["png", "jpeg"] as const)("is drawn anew where it comes from elsewhere, as %s", async (format) => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const text = withLogo(await exported(admin), urlOf(format, await picture(format)));
		await take(admin, text);
		const bytes = await shown(portal);
		expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([252, 84]);
		expect(said(await check(admin, text))).toContain("Everything is as the document says.");
	});

	it("is not taken as it is with anything beside its pixels", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const secret = await sharp({ create: { width: 84, height: 84, channels: 3, background: "#e11d48" } })
			.withExif({ IFD0: { Copyright: "canary" } })
			.png()
			.toBuffer();
		expect(secret.includes("canary")).toBe(true);
		await take(admin, withLogo(await exported(admin), urlOf("png", secret)));
		expect((await shown(portal)).includes("canary")).toBe(false);
	});

	it.each([
		["a number", () => 7],
		["a link", () => "https://example.org/logo.png"],
		["an SVG", () => "data:image/svg+xml;base64,PHN2Zy8+"],
		["no picture", () => urlOf("png", Buffer.from("no picture at all, just some text"))],
		["half a picture", async () => urlOf("png", (await picture("png")).subarray(0, 120))],
		["a picture that is too large", () => urlOf("png", Buffer.alloc(201 * 1024 + 100, 1))],
		["base64 that is none", () => "data:image/png;base64,===="],
	])("is not %s, which is said with the place", async (_, logo) => {
		const admin = await (await openPortal()).admin();
		const before = await exported(admin);
		const refused = await check(admin, withLogo(before, await logo()));
		expect([refused.status, said(refused)]).toEqual([
			422,
			expect.stringContaining("/logo: The logo must be a PNG, JPEG or WebP picture of at most 200 KB"),
		]);
		expect(await exported(admin)).toBe(before);
	});

	it("goes through the commands, and is refused there with its place", async () => {
		const [place, other, folder] = [await blankInstallation(), await blankInstallation(), temporaryDirectory()];
		const [file, again] = [join(folder, "setup.json"), join(folder, "again.json")];
		await runToEnd("cli.js", place, ["event", "export", file]);
		const text = readFileSync(file, "utf8");
		writeFileSync(file, withLogo(text, urlOf("png", await picture("png"))));
		const done = await runToEnd("cli.js", place, ["event", "import", file]);
		expect(done).toEqual({ code: 0, output: "The logo changes\n1 change applied\n" });
		await runToEnd("cli.js", place, ["event", "export", file]);
		expect((await runToEnd("cli.js", other, ["event", "import", file])).code).toBe(0);
		await runToEnd("cli.js", other, ["event", "export", again]);
		expect(readFileSync(again, "utf8")).toBe(readFileSync(file, "utf8"));
		writeFileSync(file, withLogo(text, "x"));
		const bad = await runToEnd("cli.js", place, ["event", "import", file]);
		expect([bad.code, bad.output]).toEqual([1, expect.stringMatching(/^\/logo: The logo must be .*\n1 fault/)]);
	});
});

it("the page takes a document of 1 MB, chosen or pasted, and none that is larger", async () => {
	const admin = await (await openPortal()).admin();
	const { logo: _, ...document } = JSON.parse(await exported(admin));
	const fill = (bytes: number) => {
		const text = JSON.stringify(document);
		return text + " ".repeat(bytes - Buffer.byteLength(text));
	};
	const page = (await admin.get(PAGE).expect(200)).text;
	const largest = fill(1024 * 1024);
	const chosen = { file: { name: "setup.json", bytes: Buffer.from(largest) } };
	const checked = await submitForm(admin, page, chosen, { ...FORM, button: "do.check" });
	expect(said(checked)).toContain("Everything is as the document says.");
	expect(shownValue(checked.text, "text")?.length).toBe(largest.length);
	const pasted = await submitForm(admin, checked.text, {}, { ...FORM, button: "do.check" });
	expect(said(pasted)).toContain("Everything is as the document says.");
	const larger = { file: { name: "setup.json", bytes: Buffer.from(fill(1024 * 1024 + 1)) } };
	const refused = await submitForm(admin, page, larger, { ...FORM, button: "do.check" });
	expect([refused.status, said(refused)]).toEqual([422, expect.stringContaining("The file is larger than 1 MB.")]);
});
