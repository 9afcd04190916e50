import type { ServerBuild } from "@remix-run/node";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { typedTexts } from "../app/programmes/shown-again.ts";
import { buildPaths } from "../server/paths.ts";
import { access } from "./support/addresses.ts";
import { textOfPage } from "./support/form.ts";
import { openPortal, type TestPortal } from "./support/portal.ts";
import { addReviewer, reviewed, signedIn } from "./support/reviews.ts";
import { addPerson } from "./support/sessions.ts";

const { routes } = (await import(buildPaths(process.cwd()).pages)) as ServerBuild;

/** Forms without a file on pages for people who are signed in, with what is long enough to be a loss. */
const FORMS = Object.values(routes).flatMap((route) => {
	const keeps = (route?.module as { handle?: { keeps?: Record<string, number> } } | undefined)?.handle?.keeps;
	const path = `/${route?.path ?? ""}`;
	const full = access.find(({ path: one, kind, method }) => kind === "page" && method === "POST" && one.endsWith(path));
	if (!keeps || full?.body !== "form" || full.who === "everyone") return [];
	const values = Object.fromEntries(Object.keys(keeps).map((name) => [name, `Typed into <${name}>`]));
	const texts = typedTexts(keeps, values).map(({ text }) => text);
	return texts.length > 0 ? [{ path: full.path, values, texts }] : [];
});

const addressOf = (path: string) => path.replace(/:\w+/g, "talk-999");
const shown = (text: string) =>
	parse(text)
		.querySelectorAll("main section .details dd")
		.map((one) => one.textContent);
const send = (agent: ReturnType<TestPortal["agent"]>, path: string, values: Record<string, string>) =>
	agent.post(path).type("form").send(values).set("Sec-Fetch-Site", "same-origin");

describe("what was typed into a form that cannot be shown again", () => {
	it("is there in every form that takes long texts", () => {
		expect(FORMS.map(({ path }) => path).sort()).toEqual([
			"/admin/event/next",
			"/admin/mail/broadcasts",
			"/admin/mail/texts/:kind",
			"/admin/messages/:entry",
			"/review/:spot",
			"/review/:spot/discussion",
		]);
	});

	it.each(FORMS)("stays where nobody is signed in any more: $path", async ({ path, values, texts }) => {
		const portal = await openPortal();
		const answer = await send(portal.agent(), addressOf(path), values);
		expect(answer.status).toBe(401);
		expect(shown(answer.text)).toEqual(texts);
	});

	it.each(FORMS)("stays where the page is not theirs any more: $path", async ({ path, values, texts }) => {
		const portal = await openPortal();
		await addPerson(portal, "gone@example.org", "Gone");
		const answer = await send(await signedIn(portal, "gone@example.org"), addressOf(path), values);
		expect(answer.status).toBe(403);
		expect(shown(answer.text)).toEqual(texts);
	});

	// The kinds of mails are the portal's own: none goes away.
	it.each(FORMS.filter(({ path }) => /:(?!kind)/.test(path)))("stays where the page is gone: $path", async (form) => {
		const portal = await reviewed();
		const answer = await send(await portal.admin(), addressOf(form.path), form.values);
		expect(answer.status).toBe(404);
		expect(shown(answer.text)).toEqual(form.texts);
	});

	it("is said in the language of the page, with the way to log in", async () => {
		const portal = await reviewed();
		const values = { committeeNote: "我写的意见" };
		const gone = await send(await addReviewer(portal), "/review/talk-7", values).set("Accept-Language", "zh");
		expect(textOfPage(gone.text)).toContain("您输入的内容\n内容未保存。离开本页前请先复制。\n第1段\n我写的意见");
		const out = await send(portal.agent(), "/review/talk-7", values).set("Accept-Language", "zh");
		expect(parse(out.text).querySelector("html")?.getAttribute("lang")).toBe("zh-Hans");
		expect(textOfPage(out.text)).toContain("请先登录。");
		expect(textOfPage(out.text)).toContain("您输入的内容");
		expect(parse(out.text).querySelector("main a.primary")?.getAttribute("href")).toBe("/");
	});

	it("is shown to nobody who typed nothing", async () => {
		const portal = await reviewed();
		await send(portal.agent(), "/review/talk-7", { committeeNote: " " }).expect(302);
	});
});
