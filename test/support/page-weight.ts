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
	const under = new Map<string, { url: string; loaderId: string }>();
	await protocol.send("Page.enable");
	protocol.on("Network.requestWillBeSent", ({ requestId, loaderId, request, redirectResponse }) => {
		if (!request.url.startsWith("http")) return;
		taken.requests += 1;
		// A redirect has the number of the request that follows it, and no end of its own.
		if (redirectResponse) taken.bytes += redirectResponse.encodedDataLength;
		under.set(requestId, { url: request.url, loaderId });
	});
	protocol.on("Network.responseReceived", ({ response: { url, headers } }) => {
		if (url.endsWith(".js")) taken.scripts += Number(headers["Content-Length"] ?? headers["content-length"]);
	});
	protocol.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
		taken.bytes += encodedDataLength;
		under.delete(requestId);
	});
	protocol.on("Network.loadingFailed", ({ requestId }) => void under.delete(requestId));
	// The browser does not say how the requests of a page that was left have ended.
	protocol.on("Page.frameNavigated", ({ frame }) => {
		if (frame.parentId) return;
		for (const [requestId, { loaderId }] of under) if (loaderId !== frame.loaderId) under.delete(requestId);
	});
	return async () => {
		await page.waitForLoadState("load");
		await expect.poll(() => [...under.values()].map(({ url }) => url)).toEqual([]);
		const weight = taken;
		taken = { bytes: 0, requests: 0, scripts: 0 };
		return weight;
	};
}
