import type { Page } from "playwright-core";
import { expect } from "vitest";

export interface Weight {
	/** Everything, headers included. */
	bytes: number;
	requests: number;
	/** Bodies of the scripts, as sent. */
	scripts: number;
}

/** What the browser receives from now on, nothing of it from its cache. Each look counts from the one before. */
export async function weigh(page: Page): Promise<() => Promise<Weight>> {
	const protocol = await page.context().newCDPSession(page);
	await protocol.send("Network.enable");
	await protocol.send("Network.setCacheDisabled", { cacheDisabled: true });
	let taken: Weight = { bytes: 0, requests: 0, scripts: 0 };
	let under = 0;
	protocol.on("Network.requestWillBeSent", ({ request, redirectResponse }) => {
		if (!request.url.startsWith("http")) return;
		taken.requests += 1;
		// What sends the browser on is told with the next request, and has no end of its own.
		if (redirectResponse) taken.bytes += redirectResponse.encodedDataLength;
		else under += 1;
	});
	protocol.on("Network.responseReceived", ({ response: { url, headers } }) => {
		if (url.endsWith(".js")) taken.scripts += Number(headers["Content-Length"] ?? headers["content-length"]);
	});
	protocol.on("Network.loadingFinished", ({ encodedDataLength }) => {
		taken.bytes += encodedDataLength;
		under -= encodedDataLength > 0 ? 1 : 0;
	});
	return async () => {
		await page.waitForLoadState("load");
		await expect.poll(() => under).toBe(0);
		const weight = taken;
		taken = { bytes: 0, requests: 0, scripts: 0 };
		return weight;
	};
}
