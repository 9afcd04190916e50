import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { access } from "./support/addresses.ts";
import { CALL_NAMES, CALLS, complete, openAll } from "./support/fillings.ts";
import { submitForm, textOfPage } from "./support/form.ts";
import { ADMIN, openPortal } from "./support/portal.ts";
import { follow, type Post, PUBLIC_POSTS, run } from "./support/posts.ts";
import { CALL_POSTS } from "./support/posts-calls.ts";
import { CONSOLE_POSTS } from "./support/posts-console.ts";
import { sendAccepted } from "./support/schedule.ts";

const POSTS = [...PUBLIC_POSTS, ...CONSOLE_POSTS, ...CALL_POSTS];

describe("a valid post", () => {
	it.each(POSTS.map((post) => [`${post.row} ${post.what}`, post] as const))(
		"leads to another request, so that a reload repeats nothing: %s",
		async (_, post) => {
			const portal = await openPortal();
			const { agent, answer } = await run(portal, post);
			expect(answer.status).toBe(303);
			if (!post.says) return;
			expect(await follow(agent, answer.headers.location)).toContain(post.says);
		},
	);

	it.each(CALL_NAMES)("leads to the page of thanks from the form of %s", async (name) => {
		const portal = await openPortal();
		await openAll(portal);
		const agent = portal.agent();
		const { text } = await agent.get(CALLS[name].path);
		const { headers } = await submitForm(agent, text, await complete(name)).expect(303);
		expect(headers.location).toMatch(/\/thank-you\?entry=[a-z]+-1#?$/);
	});

	it("every row with a form is tested here", () => {
		const programmes = access.filter(({ offersForm }) => offersForm).map(({ path }) => path);
		// The preview of a form says what is wrong in it, and changes nothing. A person is looked for by a post, so that
		// their address is in no link; erasing them is tried in `accounts/person.test.ts`.
		const answering = ["/admin/programmes/:call/preview", "/admin/person", "/admin/person/copy"];
		const tried = new Set([...answering, ...POSTS.map(({ row }) => row), ...programmes]);
		const rows = access.filter(({ kind, method }) => kind === "page" && method === "POST");
		expect(rows.map(({ path }) => path).filter((path) => !tried.has(path))).toEqual([]);
	});
});

it.each(
	access
		.filter(({ kind, method, path }) => kind === "page" && method === "GET" && !/[:*]/.test(path))
		.map(({ path }) => path),
)("every form of %s is judged by the server alone", async (path) => {
	const portal = await openPortal();
	const { text } = await (await portal.admin()).get(path);
	const forms = parse(text).querySelectorAll("form");
	expect(forms.filter((form) => !form.hasAttribute("novalidate")).map(String)).toEqual([]);
});

describe("the result of a post", () => {
	const saved = POSTS.find(({ what }) => what === "changes a track");

	it("is shown once, by the list behind the dialog, with its filters", async () => {
		const portal = await openPortal();
		const { agent, answer } = await run(portal, saved as Post);
		expect(answer.headers.location).toMatch(/\/admin\/tracks\?q=next&said=[\w-]{6}#?$/);
		const page = parse((await agent.get("/admin/tracks?q=next")).text);
		expect(page.querySelectorAll("main [role=status]").map((one) => one.textContent)).toEqual(["Track saved."]);
		expect(page.querySelector("#f-label")).toBeNull();
		expect(await follow(agent, answer.headers.location)).not.toContain("Track saved.");
	});

	it("is not said on another page, to another session, or where it was forged", async () => {
		const portal = await openPortal();
		const { agent, answer } = await run(portal, saved as Post);
		expect(textOfPage((await agent.get("/admin/mail")).text)).not.toContain("Track saved.");
		const [cookie = ""] = [answer.headers["set-cookie"] ?? []].flat().filter((one) => one.startsWith("cfp_flash="));
		const value = cookie.split(";")[0] ?? "";
		const { headers } = await portal.agent().post("/login").type("form").send(ADMIN).expect(303);
		const session = /cfp_sid=[^;]+/.exec(String(headers["set-cookie"]))?.[0] ?? "";
		for (const text of [value, value.replace("=", "=x"), "cfp_flash=e30.x", "cfp_flash=", "cfp_flash=%ff"]) {
			const there = await portal.agent().get("/admin/tracks").set("Cookie", `${session}; ${text}`).expect(200);
			expect(there.text).not.toContain("Track saved.");
		}
		expect(await follow(agent, answer.headers.location)).toContain("Track saved.");
	});

	it("fits into a cookie, however much there is to say", async () => {
		const portal = await openPortal();
		await sendAccepted(portal, [`Long ${"𠮷".repeat(140)}`]);
		const place = POSTS.find(({ what }) => what === "places a talk") as Post;
		const { agent, answer } = await run(portal, { ...place, agent: (one) => one.admin() });
		const cookies = [answer.headers["set-cookie"] ?? []].flat();
		expect(cookies.every((one) => one.length < 4_096)).toBe(true);
		expect(await follow(agent, answer.headers.location)).toContain("𠮷".repeat(140));
	});
});
