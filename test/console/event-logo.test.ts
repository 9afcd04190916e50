import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "node-html-parser";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { LOGO, pageOf, picture } from "../support/event.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal, temporaryDirectory } from "../support/portal.ts";

const svg = (inside: string, size = 'viewBox="0 0 30 10"') =>
	Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`);

const SQUARE = '<rect width="30" height="10" fill="#123456"/>';

/** Each group shows the one before ten times. */
const BILLION = `<defs><g id="g0">${SQUARE}</g>${Array.from(
	{ length: 9 },
	(_, level) => `<g id="g${level + 1}">${`<use href="#g${level}" x="1"/>`.repeat(10)}</g>`,
).join("")}</defs><use href="#g9"/>`;

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "haha">${Array.from(
	{ length: 9 },
	(_, level) => `<!ENTITY ${"bcdefghij"[level]} "${`&${"abcdefghi"[level]};`.repeat(10)}">`,
).join("")}]>${svg("<text>&j;</text>")}`;

describe("the logo of the event", () => {
	const shown = async (portal: TestPortal) => {
		const page = parse((await portal.agent().get("/hangzhou").expect(200)).text);
		return {
			logo: page.querySelector("header img.brand-logo")?.getAttribute("src"),
			icon: page.querySelector("link[rel=icon]")?.getAttribute("href"),
		};
	};

	it.each(["png", "jpeg"] as const)("is taken as %s, drawn anew, and removed again", async (format) => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const file = { name: `logo.${format}`, bytes: await picture(format) };
		const saved = await submitForm(admin, await pageOf(admin), { file }, LOGO).expect(200);
		expect(textOfPage(saved.text)).toContain("The logo was saved.");
		const { logo, icon } = await shown(portal);
		for (const [path, width, height] of [
			[logo, 252, 84],
			[icon, 64, 64],
		] as const) {
			const { body, headers } = await portal.agent().get(String(path)).expect(200);
			expect(headers["content-type"]).toBe("image/png");
			expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([width, height]);
		}
		await portal.agent().get("/cards/conference-en.png").expect(200);
		const removed = await submitForm(admin, saved.text, {}, { ...LOGO, button: "do.logo-remove" }).expect(200);
		expect(textOfPage(removed.text)).toContain("The logo was removed.");
		expect((await shown(portal)).logo).toBeUndefined();
		await portal.agent().get("/brand/logo.png").expect(404);
	});

	it("is drawn from an SVG, which shows no file of the server", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const outside = `<image href="file:///proc/self/environ" width="5" height="5"/><image href="/brand/x.png" width="5" height="5"/>`;
		const bytes = svg(`${SQUARE}${outside}<script>alert(1)</script>`);
		await submitForm(admin, await pageOf(admin), { file: { name: "logo.svg", bytes } }, LOGO).expect(200);
		const { body } = await portal
			.agent()
			.get(String((await shown(portal)).logo))
			.expect(200);
		const path = join(temporaryDirectory(), "logo.png");
		writeFileSync(path, body);
		const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
		expect([info.width, info.height, ...data.subarray(0, 3)]).toEqual([252, 84, 0x12, 0x34, 0x56]);
		expect(body.includes("alert")).toBe(false);
	});

	it("is drawn from an SVG of any stated size", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		for (const size of ['width="3" height="1"', 'width="90000" height="30000" viewBox="0 0 30 10"']) {
			const file = { name: "logo.svg", bytes: svg(SQUARE, size) };
			await submitForm(admin, await pageOf(admin), { file }, LOGO).expect(200);
			const { body } = await portal
				.agent()
				.get(String((await shown(portal)).logo))
				.expect(200);
			expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([252, 84]);
		}
	});

	it.each([
		["half an SVG", "logo.svg", svg(SQUARE).subarray(0, 80), /^This SVG drawing cannot be drawn/],
		["an SVG of 300 KB", "logo.svg", svg(SQUARE + " ".repeat(300_000)), /^This SVG drawing cannot be drawn/],
		["an SVG of a billion squares", "logo.svg", svg(BILLION), /^This SVG drawing cannot be drawn/],
		["an SVG with a billion letters", "logo.svg", Buffer.from(LAUGHS), /^This SVG drawing cannot be drawn/],
		["a text", "logo.png", Buffer.from("no picture"), /^This file is not a picture/],
		["half a picture", "logo.png", undefined, /^The picture is damaged/],
	])("is not %s, and the rest of the page stays", async (_name, name, bytes, message) => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const file = { name, bytes: bytes ?? (await picture("png")).subarray(0, 120) };
		const { text } = await submitForm(admin, await pageOf(admin), { file }, LOGO).expect(422);
		expect(errorsOf(text).beside).toEqual({ logo: expect.stringMatching(message) });
		expect(shownValue(text, "name")).toBe("Hangzhou 2025");
		expect((await shown(portal)).logo).toBeUndefined();
	});

	it("asks for a file where none was chosen, and is not changed over someone else's", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const page = await pageOf(admin);
		const none = await submitForm(admin, page, {}, LOGO).expect(422);
		expect(errorsOf(none.text).list).toEqual(["Choose a file"]);
		const file = { name: "logo.png", bytes: await picture("png") };
		await submitForm(admin, page, { file }, LOGO).expect(200);
		const late = await submitForm(admin, page, { file }, LOGO).expect(409);
		expect(errorsOf(late.text).list).toEqual([expect.stringMatching(/^The logo was not changed: someone else/)]);
	});
});
