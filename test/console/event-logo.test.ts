import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { LOGO, pageOf, picture } from "../support/event.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

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

	it.each([
		["an SVG", "logo.svg", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /^SVG drawings are not accepted/],
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
