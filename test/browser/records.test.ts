import { describe, expect, it } from "vitest";
import { PASSWORD, register } from "../support/accounts.ts";
import { fill, openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";

const NOBODY = { userToken: null, spotId: 0, propId: 0, debug: false };

const DAMAGED: [what: string, record: string][] = [
	["no JSON", "{oops"],
	["nothing", ""],
	["another value", "42"],
	["a list", "[1,2]"],
	["null", "null"],
	["wrong types", '{"userToken":"me","spotId":"talk-1","propId":-1,"debug":"yes","more":1}'],
	["a token without an address", '{"userToken":{"email":5},"spotId":1.5,"propId":null}'],
	["keys of the prototype", '{"__proto__":{"debug":true},"constructor":{"prototype":{}},"spotId":{"valueOf":1}}'],
	["huge", JSON.stringify({ userToken: { email: "x".repeat(200_000) } })],
];

describe("a damaged browser record", () => {
	it("is repaired by every page with a script, and breaks none", async () => {
		const portal = await openPortal();
		await register(portal, "han@example.org");
		const page = await openPage(portal.origin);
		const record = () => page.evaluate(() => JSON.parse(localStorage.getItem("user") ?? "null"));
		const damage = (text: string) => page.evaluate((one) => localStorage.setItem("user", one), text);
		const repaired = (expected: object) =>
			page.waitForFunction(
				(text) => {
					const sorted = (value: object) => JSON.stringify(Object.entries(value).sort());
					try {
						return sorted(JSON.parse(localStorage.getItem("user") ?? "{}")) === text;
					} catch {
						return false;
					}
				},
				JSON.stringify(Object.entries(expected).sort()),
			);
		await page.goto("/hangzhou");
		for (const [what, text] of DAMAGED) {
			for (const path of ["/hangzhou", "/forgot-password", "/login"]) {
				await damage(text);
				await page.goto(path);
				await repaired(NOBODY).catch(async () => expect([what, path, await record()]).toEqual([what, path, NOBODY]));
			}
		}
		await damage(JSON.stringify({ ...NOBODY, debug: true, propId: 7 }));
		await page.goto("/hangzhou");
		await page.waitForFunction(() => document.querySelector(".field-note"));
		expect(await record()).toEqual({ ...NOBODY, debug: true, propId: 7 });

		await page.goto("/login");
		await fill(page, { email: "han@example.org", password: PASSWORD });
		await page.click("button.primary");
		await page.waitForURL(/\/dashboard/);
		await damage("{oops");
		await page.goto("/dashboard");
		await page.waitForFunction(() => localStorage.getItem("user")?.includes("han@example.org"));
		expect(await record()).toMatchObject({ userToken: { email: "han@example.org" }, spotId: 0, debug: false });
	});

	it("a damaged draft is ignored and replaced by new input", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin);
		await page.goto("/hangzhou");
		for (const text of [
			"{oops",
			'{"at":1,"values":{"title":5}}',
			'{"at":"x","values":{"title":["T"]}}',
			"[]",
			"null",
		]) {
			await page.evaluate((one) => {
				localStorage.setItem("draft:hangzhou", one);
				localStorage.setItem("attempts:hangzhou", "x".repeat(100_000));
			}, text);
			await page.goto("/hangzhou");
			await page.waitForSelector(".field-note");
			expect([text, await page.inputValue("[name=title]"), await page.inputValue("[name=attempts]")]).toEqual([
				text,
				"",
				"",
			]);
			await page.fill("[name=title]", "Typed next");
			await page.waitForFunction(() => localStorage.getItem("draft:hangzhou")?.includes("Typed next"));
			await page.evaluate(() => localStorage.removeItem("draft:hangzhou"));
		}
	});
});
