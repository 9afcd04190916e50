import type { Page, Request } from "playwright-core";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { pdfOf } from "../support/pdf.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { answer, isSubmission, submit, talkFilling } from "../support/programmes.ts";

/** A phone photo: 12 megapixels with camera noise. */
async function phonePhoto() {
	const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
	const small = sharp({ create: { width: 500, height: 375, channels: 3, background: "#888", noise } });
	const pixels = await small.raw().toBuffer();
	const buffer = await sharp(pixels, { raw: { width: 500, height: 375, channels: 3 } })
		.resize(4_000, 3_000)
		.jpeg({ quality: 95 })
		.toBuffer();
	return { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer };
}

const isUpload = (request: Request) => request.method() === "POST" && request.resourceType() === "xhr";

const bytesOf = async (request: Request) => Number((await request.allHeaders())["content-length"]);

/** A talk but for its photo, and what the line below the file says from now on. */
async function openTalk(expected?: RegExp): Promise<{ portal: TestPortal; page: Page; said: () => Promise<string[]> }> {
	const portal = await openPortal();
	const page = await openPage(portal.origin, expected && { expected });
	await page.goto("/hangzhou");
	await answer(page, talkFilling());
	await page.evaluate(() => {
		const said: string[] = [];
		const note = () => {
			const line = document.querySelector("#f-file ~ [role=status]")?.textContent ?? undefined;
			if (line !== undefined && line !== said.at(-1)) said.push(line);
		};
		const field = document.querySelector("#f-file")?.closest(".field");
		if (field) new MutationObserver(note).observe(field, { childList: true, subtree: true });
		Object.assign(window, { said });
	});
	return { portal, page, said: () => page.evaluate(() => (window as unknown as { said: string[] }).said) };
}

const photos = (portal: TestPortal) =>
	portal.sqlite
		.prepare(
			"select e.title <> '' as talk, p.source_name as name from entries e left join photos p on p.name = e.photo",
		)
		.all();

describe("a photo that is chosen", () => {
	it("is uploaded at once, scaled down, and not sent again with the form", async () => {
		const { portal, page, said } = await openTalk();
		const photo = await phonePhoto();
		const upload = page.waitForRequest(isUpload);
		await page.setInputFiles("[name=file]", photo);
		const sent = await bytesOf(await upload);
		expect(sent).toBeGreaterThan(10_000);
		expect(sent).toBeLessThan(400_000);
		await page.waitForSelector(".photo-kept");
		// The space before the unit never breaks.
		expect(await page.textContent(".photo-kept p")).toMatch(/^Photo received: IMG_0001\.jpg, \d+\u00a0KB/);
		// The button to remove it stands beside it; Enter presses the first of the form, which sends it.
		expect(await page.locator(".photo-kept button").getAttribute("name")).toBe("do.remove-photo");
		expect(await page.locator("form.programme button").first().getAttribute("name")).toBeNull();
		const sizes = await page.locator(".photo-kept img").evaluate(async (shown: HTMLImageElement) => {
			const whole = new Image();
			whole.src = shown.src.replace("-small", "");
			await Promise.all([shown.decode(), whole.decode()]);
			return [shown, whole].map((img) => [img.naturalWidth, img.naturalHeight]);
		});
		expect(sizes).toEqual([
			[240, 180],
			[1_000, 750],
		]);
		const lines = await said();
		expect(lines.at(-1)).toBe("The photo is uploaded.");
		expect(photo.buffer.length).toBeGreaterThan(2 * 1024 * 1024);
		expect(await page.textContent("main")).not.toContain("Larger than the recommended");
		expect(lines.slice(0, -1).length).toBeGreaterThan(0);
		for (const line of lines.slice(0, -1)) expect(line).toMatch(/^(Uploading the photo: \d+%)?$/);
		expect(lines).toContain("Uploading the photo: 100%");
		expect(await page.inputValue("[name=file]")).toBe("");
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);

		const post = page.waitForRequest((request) => isSubmission(request));
		await submit(page, "thanks");
		expect(await bytesOf(await post)).toBeLessThan(10_000);
		expect(photos(portal)).toEqual([{ talk: 1, name: "IMG_0001.jpg" }]);
	});

	it("can be removed again, and the form then asks for one", async () => {
		const { portal, page } = await openTalk();
		await page.setInputFiles("[name=file]", await phonePhoto());
		await page.waitForSelector(".photo-kept");
		await page.click("text=Remove photo");
		await page.waitForSelector(".photo-kept", { state: "detached" });
		await submit(page, "problems");
		expect(await page.locator("#errors a").allTextContents()).toEqual([
			"Profile Photo is required (2 more attempts before auto-proceed)",
		]);
		expect(photos(portal)).toEqual([]);
	});

	it("is refused at once if it is not a photo, and the next one is accepted", async () => {
		const { portal, page } = await openTalk();
		await page.setInputFiles("[name=file]", {
			name: "cv.pdf",
			mimeType: "application/pdf",
			buffer: Buffer.from("%PDF-1.7 x"),
		});
		await page.waitForSelector("#f-file-error");
		expect(await page.textContent("#f-file-error")).toContain("This is a PDF document. Send a JPEG, PNG or WebP photo");
		await page.setInputFiles("[name=file]", await phonePhoto());
		await page.waitForSelector(".photo-kept");
		expect(await page.locator("#f-file-error").count()).toBe(0);
		await submit(page, "thanks");
		expect(photos(portal)).toEqual([{ talk: 1, name: "IMG_0001.jpg" }]);
	});

	it.each(["fails", "never ends"])("goes with the form where sending it at once %s", async (fate) => {
		const { portal, page, said } = await openTalk(/^Failed to load resource: net::ERR_(FAILED|ABORTED)/);
		let uploads = 0;
		await page.route("**/hangzhou", (route) => {
			if (!isUpload(route.request())) return route.continue();
			uploads += 1;
			return fate === "fails" ? route.abort() : new Promise(() => undefined);
		});
		const photo = await phonePhoto();
		const upload = page.waitForRequest(isUpload);
		await page.setInputFiles("[name=file]", photo);
		await upload;
		if (fate === "fails") await expect.poll(async () => (await said()).at(-1) ?? "").toBe("");
		await submit(page, "thanks");
		await page.unrouteAll({ behavior: "ignoreErrors" });
		expect([uploads, photos(portal)]).toEqual([1, [{ talk: 1, name: "IMG_0001.jpg" }]]);
		expect(portal.sqlite.prepare("select source_bytes from photos").pluck().all()).toEqual([photo.buffer.length]);
	});
});

it("a file is sent at once after another track was chosen, too", async () => {
	const portal = await openPortal();
	const page = await openPage(portal.origin);
	await page.goto("/spotlight-aigc");
	const pdf = { mimeType: "application/pdf", buffer: pdfOf() };
	// A section that was left comes back as it was.
	for (const track of ["Artistic Works", "Applied AI", "Artistic Works"]) {
		await page.check(`text=${track}`);
		await page.waitForURL(track === "Applied AI" ? "**/spotlight-aigc" : "**/spotlight-aigc-artistic");
		if (track === "Applied AI") continue;
		const uploads: string[] = [];
		page.on("request", (request) => isUpload(request) && uploads.push(request.url()));
		await page.setInputFiles("main [type=file]", { ...pdf, name: `${uploads.length}.pdf` });
		await page.waitForSelector(".photo-kept");
		expect(uploads).toHaveLength(1);
		page.removeAllListeners("request");
	}
});
