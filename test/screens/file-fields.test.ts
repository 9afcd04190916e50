import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { openPortal } from "../support/portal.ts";

/** What a page says about its choice of a file, which browsers name in their own language. */
async function saidOf(page: Promise<{ text: string }>): Promise<string> {
	const root = parse((await page).text);
	const input = root.querySelector("main input[type=file]");
	const label = root.querySelector(`label[for="${input?.id}"]`)?.text ?? "";
	const notes = (input?.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
	return [label, ...notes.map((id) => root.getElementById(id)?.text)].join(" | ");
}

it.each([
	[
		"en",
		{
			"/hangzhou": "Profile Photo | Square Shape Preferred. Size Limit 2MB | Choose a JPEG, PNG or WebP file.",
			"/spotlight-aigc":
				"File of the work (optional) | PDF, JPEG, PNG or WebP, at most 10\u00a0MB. Files can also come later. Internal use only, not published",
			"/admin/event":
				"Choose another logo | PNG, JPEG or WebP, at most 10\u00a0MB, or SVG, at most 256\u00a0KB. It should be readable on white and on black.",
			"/admin/event/setup": "Choose a set-up document: a JSON file, up to 1\u00a0MB",
			"/admin/forum/import": "Choose a CSV file, up to 400\u00a0KB",
		},
	],
	[
		"zh",
		{
			"/hangzhou": "个人照片 | 建议使用正方形照片，大小不超过2MB | 请选择JPEG、PNG或WebP文件。",
			"/spotlight-aigc":
				"作品文件（选填） | PDF、JPEG、PNG或WebP，不超过10\u00a0MB。也可稍后提交。仅供内部使用，不会公开",
			"/admin/event":
				"选择新标志 | PNG、JPEG或WebP，不超过10\u00a0MB；SVG不超过256\u00a0KB。标志在白色和黑色背景上都应清晰可辨。",
			"/admin/event/setup": "选择设置文档：JSON文件，不超过1\u00a0MB",
			"/admin/forum/import": "选择CSV文件，不超过400\u00a0KB",
		},
	],
])("every choice of a file says beside it which kinds and how much, %s", async (language, expected) => {
	const portal = await openPortal();
	const agent = await portal.admin();
	const said = await Promise.all(
		Object.keys(expected).map(async (path) => [
			path,
			await saidOf(agent.get(path).set("Accept-Language", language).expect(200)),
		]),
	);
	expect(Object.fromEntries(said)).toEqual(expected);
});
