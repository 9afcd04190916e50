import { brotliCompressSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { closeBrowser, openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";

afterAll(closeBrowser);

describe("the first visit to the form", () => {
	it.each(["en-US", "zh-CN"])("in %s weighs at most 14,000 bytes in at most 3 requests", async (locale) => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { locale });
		const protocol = await page.context().newCDPSession(page);
		await protocol.send("Network.enable");
		const requests: string[] = [];
		let bytes = 0;
		protocol.on("Network.requestWillBeSent", ({ request }) => {
			if (request.url.startsWith("http")) requests.push(request.url);
		});
		protocol.on("Network.loadingFinished", ({ encodedDataLength }) => {
			bytes += encodedDataLength;
		});
		await page.goto("/hangzhou", { waitUntil: "networkidle" });
		expect(requests.length).toBeLessThanOrEqual(3);
		expect(bytes).toBeGreaterThan(3_000);
		expect(bytes).toBeLessThanOrEqual(14_000);
	});

	it("carries at most 6 KB of script, one file, and none that the form needs", async () => {
		const portal = await openPortal();
		const { text } = await portal.agent().get("/hangzhou");
		const scripts = [...text.matchAll(/<script[^>]*src="([^"]*)"/g)].map((match) => match[1] ?? "");
		expect(scripts).toHaveLength(1);
		const { text: source } = await portal
			.agent()
			.get(scripts[0] ?? "")
			.buffer(true);
		expect(brotliCompressSync(source).length).toBeLessThanOrEqual(6 * 1024);
	});
});
