import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { type Accent, accentOf, BACKGROUNDS, DEFAULT_ACCENT, LEAST_CONTRAST } from "../../app/brand/accent.ts";
import { contrast, type Hex } from "../../app/brand/colour.ts";
import { readConfig } from "../../server/config.ts";
import { openPage } from "../support/browser.ts";
import { openPortal, temporaryDirectory } from "../support/portal.ts";
import { enterConsole } from "../support/sessions.ts";
import { read } from "../support/sources.ts";

const SCHEMES = ["light", "dark"] as const;
const colours = fc.integer({ min: 0, max: 0xffffff }).map((value): Hex => `#${value.toString(16).padStart(6, "0")}`);
const isReadable = (colour: Hex, scheme: keyof Accent) =>
	BACKGROUNDS[scheme].every((background) => contrast(colour, background) >= LEAST_CONTRAST);

describe("the accent", () => {
	it("of any colour can be read in both schemes, and is that colour where it can be read as given", () => {
		fc.assert(
			fc.property(colours, (colour) => {
				const accent = accentOf(colour);
				for (const scheme of SCHEMES) {
					expect(isReadable(accent[scheme], scheme)).toBe(true);
					if (isReadable(colour, scheme)) expect(accent[scheme]).toBe(colour);
				}
			}),
			{ numRuns: 500 },
		);
	});

	it("keeps the hue where it has to be darker or lighter", () => {
		expect(accentOf("#ffcc00")).toEqual({ light: "#8a6d00", dark: "#ffcc00" });
		expect(accentOf("#1a56db")).toEqual({ light: "#1a56db", dark: "#93b8ff" });
	});

	it("is computed for the backgrounds that the styles have, and its default is what they begin with", () => {
		const token = (name: string) => {
			const [, light, dark] =
				new RegExp(`--${name}: light-dark\\((\\S+), (\\S+)\\)`).exec(read("app/styles/tokens.css")) ?? [];
			return [light === "#fff" ? "#ffffff" : light, dark];
		};
		const [paper, tint] = [token("paper"), token("tint")];
		expect(SCHEMES.map((scheme) => BACKGROUNDS[scheme])).toEqual([0, 1].map((at) => [paper[at], tint[at]]));
		expect(token("accent")).toEqual(SCHEMES.map((scheme) => accentOf(DEFAULT_ACCENT)[scheme]));
		expect(token("on-accent")).toEqual(paper);
	});

	it.each([
		["teal", "#0b6e63"],
		["0b6e63", "#0b6e63"],
		["ff0", "#747400"],
	])("that is no colour (%s) stops the start with one line that names another", (BRAND_ACCENT, nearest) => {
		expect(() => readConfig({ BRAND_ACCENT })).toThrow(
			new Error(
				`BRAND_ACCENT: "${BRAND_ACCENT}" is not a colour of 3 or 6 hex digits; the nearest that is used as given is ${nearest}`,
			),
		);
	});

	it("is that of every page, public or of the console, in both schemes, and of the icon", async () => {
		const portal = await openPortal({ BRAND_ACCENT: "#a0f" });
		const { light, dark } = accentOf("#aa00ff");
		const { text, headers } = await portal.agent().get("/").expect(200);
		const css = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";
		const hash = createHash("sha256").update(css).digest("base64");
		expect(headers["content-security-policy"]).toContain(`'sha256-${hash}'`);
		expect(parse(text).querySelector("link[rel=icon]")?.getAttribute("href")).toContain(`fill='%23${light.slice(1)}`);
		const page = await openPage(portal.origin);
		await enterConsole(portal, page);
		for (const path of ["/admin/proposals", "/schedule", "/hangzhou", "/login?return=/hangzhou"]) {
			await page.goto(path);
			for (const scheme of SCHEMES) {
				await page.emulateMedia({ colorScheme: scheme });
				const accent = await page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--accent").trim());
				expect([path, scheme, accent]).toEqual([path, scheme, { light, dark }[scheme]]);
			}
		}
	});
});

describe("a logo", () => {
	const SVG =
		'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="120" height="40" fill="#e11d48"/></svg>';
	const file = (content: string) => {
		const path = join(temporaryDirectory(), "logo.svg");
		writeFileSync(path, content);
		return path;
	};

	it("takes the place of the mark and of the icon, as small PNG files from this site", async () => {
		const portal = await openPortal({ BRAND_LOGO: file(SVG) });
		const page = parse((await portal.agent().get("/hangzhou").expect(200)).text);
		expect(page.querySelectorAll("svg.brand-mark")).toEqual([]);
		const [logo] = page.querySelectorAll("header img.brand-logo");
		expect([logo?.getAttribute("width"), logo?.getAttribute("height"), logo?.getAttribute("alt")]).toEqual([
			"84",
			"28",
			"",
		]);
		const icon = page.querySelector("link[rel=icon]")?.getAttribute("href");
		for (const [path, width, height] of [
			[logo?.getAttribute("src"), 252, 84],
			[icon, 64, 64],
		] as const) {
			const { body, headers } = await portal.agent().get(String(path)).expect(200);
			expect([headers["content-type"], headers["cache-control"]]).toEqual([
				"image/png",
				"public, max-age=31536000, immutable",
			]);
			expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([width, height]);
			expect(body.length).toBeLessThan(4_000);
		}
		const plain = await openPortal();
		await plain.agent().get("/brand/logo.png").expect(404);
		expect(parse((await plain.agent().get("/")).text).querySelectorAll("svg.brand-mark")).toHaveLength(2);
	});

	it.each([
		["is not there", () => "/nowhere/logo.png", /^BRAND_LOGO: \/nowhere\/logo\.png cannot be read$/],
		["is no picture", () => file("<p>"), /^BRAND_LOGO: \S+ is not a PNG or SVG file that can be drawn$/],
		["is too large", () => file(" ".repeat(3_000_000)), /^BRAND_LOGO: \S+ has more than 2 MB$/],
	])("that %s stops the start with one line", async (_name, path, message) => {
		await expect(openPortal({ BRAND_LOGO: path() })).rejects.toThrow(message);
	});
});
