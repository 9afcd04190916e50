import { brotliCompressSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { pathsOf } from "../../app/programmes/forms.ts";
import { programmes } from "../../app/programmes/index.ts";
import { closeBrowser, openPage } from "../support/browser.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { weigh } from "../support/weigh.ts";

afterAll(closeBrowser);

const FORMS = [...programmes.flatMap(pathsOf), "/hangzhou?event=pytorch"];
const MOST_BYTES = 14_000;
const MOST_REQUESTS = 3;
/** No form is lighter: less was not weighed at all. */
const LEAST_BYTES = 6_000;

async function openEverything(): Promise<TestPortal> {
	const portal = await openPortal();
	portal.sqlite.exec("update programmes set state = 'open'");
	return portal;
}

describe.each(["en-US", "zh-CN"])("a visit to any form in %s", (locale) => {
	it("weighs at most 14,000 bytes in at most 3 requests, the first one and with every problem there can be", async () => {
		const portal = await openEverything();
		const page = await openPage(portal.origin, { locale });
		const take = await weigh(page);
		const heavy: unknown[] = [];
		for (const path of FORMS) {
			const look = async (what: string) => {
				const { bytes, requests } = await take();
				if (bytes < LEAST_BYTES || bytes > MOST_BYTES || requests > MOST_REQUESTS)
					heavy.push([path, what, bytes, requests]);
			};
			await page.context().clearCookies();
			await page.goto(path);
			await look("first visit");
			await page.evaluate(() => {
				const form = document.querySelector("form.programme");
				for (const box of form?.querySelectorAll<HTMLInputElement>("input.opens") ?? []) box.checked = true;
				for (const select of form?.querySelectorAll("select") ?? []) select.selectedIndex = select.length - 1;
				for (const link of form?.querySelectorAll<HTMLInputElement>("[type=url]") ?? []) link.value = "mailto:x";
			});
			await page.click("button.primary");
			await page.waitForSelector("#errors");
			await look(`${await page.locator("#errors a").count()} problems`);
		}
		expect(heavy).toEqual([]);
	});
});

it("every form comes with its style, at most 5 KB of it, and one script of at most 6 KB, both as brotli", async () => {
	const portal = await openEverything();
	const agent = portal.agent();
	for (const path of FORMS) {
		const { text } = await agent.get(path).expect(200);
		const styles = [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = ""]) => css);
		expect([path, styles.length, /<link[^>]*stylesheet/.test(text)]).toEqual([path, 1, false]);
		expect(styles[0]?.length).toBeGreaterThan(1_000);
		expect(brotliCompressSync(styles[0] ?? "").length).toBeLessThanOrEqual(5 * 1024);
		const scripts = [...text.matchAll(/<script[^>]*src="([^"]*)"/g)].map(([, src = ""]) => src);
		expect([path, scripts.length, text.match(/<script/g)?.length]).toEqual([path, 1, 1]);
		const answer = await agent
			.get(scripts[0] ?? "")
			.set("Accept-Encoding", "br")
			.buffer(true);
		expect(answer.headers["content-encoding"]).toBe("br");
		expect(Number(answer.headers["content-length"])).toBeLessThanOrEqual(6 * 1024);
	}
});

it("a browser that can read brotli gets it, whatever it names first", async () => {
	const portal = await openPortal();
	const encodings: Record<string, string | undefined> = {};
	for (const accepted of ["gzip, deflate, br, zstd", "gzip", "br;q=0, gzip", "identity"]) {
		const { headers } = await portal.agent().get("/hangzhou").set("Accept-Encoding", accepted).buffer(true);
		encodings[accepted] = headers["content-encoding"];
	}
	expect(encodings).toEqual({
		"gzip, deflate, br, zstd": "br",
		gzip: "gzip",
		"br;q=0, gzip": "gzip",
		identity: undefined,
	});
});
