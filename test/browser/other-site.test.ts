import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { openPage } from "../support/browser.ts";
import { openPortal } from "../support/portal.ts";
import { place, release } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";

/** A conference's own site: another origin, with an empty page. @returns its address */
async function openOtherSite(): Promise<string> {
	const server = createServer((_, res) => res.setHeader("Content-Type", "text/html").end("<!doctype html><p>Ours</p>"));
	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	onTestFinished(() => void server.close());
	return `http://localhost:${(server.address() as AddressInfo).port}`;
}

it("a page of another site reads the public schedule and lists, shows photos, and gets nothing else", async () => {
	const portal = await openPortal();
	const [id = 0] = await sendAccepted(portal, ["One"]);
	await place(portal, id);
	await release(portal);
	const photo = String(portal.sqlite.prepare("select photo from entries").pluck().get());
	const expected = /blocked by CORS policy|net::ERR_FAILED|NotSameOrigin|status of 40[13]/;
	const page = await openPage(await openOtherSite(), { expected }, [portal.origin]);
	await page.goto("/");
	const read = (path: string, init: object = {}) =>
		page.evaluate(
			([address, options]) =>
				fetch(address, options).then(
					(answer) => answer.status,
					() => "blocked",
				),
			[portal.origin + path, init] as const,
		);
	const shows = (path: string) =>
		page.evaluate(
			(address) =>
				new Promise<boolean>((done) => {
					const image = new Image();
					image.onload = () => done(true);
					image.onerror = () => done(false);
					image.src = address;
				}),
			portal.origin + path,
		);
	for (const path of [
		"/schedule.json",
		"/schedule.ics",
		"/api/programmes",
		"/api/tracks",
		"/api/entries",
		"/api/schedules",
	])
		expect([path, await read(path)]).toEqual([path, 200]);
	expect(await shows(`/uploads/${photo}.jpg`)).toBe(true);
	for (const path of ["/api/me/export", "/hangzhou"]) expect([path, await read(path)]).toEqual([path, "blocked"]);
	const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
	expect(await read("/api/submit", post)).toBe("blocked");

	portal.sqlite.exec("update entries set presence = 'withdrawn'");
	expect(await shows(`/uploads/${photo}.jpg?again`)).toBe(false);
});
