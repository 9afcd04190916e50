import { describe, expect, it } from "vitest";
import { errorsOf, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { portrait, talk } from "../support/talks.ts";

describe("Chinese", () => {
	it("comes from Accept-Language: form, messages, mail", async () => {
		const portal = await openPortal();
		const agent = portal.agent().set("Accept-Language", "zh-CN,zh;q=0.9");
		const page = (await agent.get("/hangzhou").expect(200)).text;
		expect(page).toContain('<html lang="zh-Hans">');
		expect(titleOf(page)).toBe("杭州演讲提案 — Hangzhou 2025 征集平台");
		const sent = await submitForm(agent, page, talk({ name: "", file: await portrait() })).expect(422);
		expect(errorsOf(sent.text)).toEqual({
			headline: "请确认已填写“姓名”一项（再提交2次后将直接放行）",
			list: ["请填写姓名（再提交2次后将直接放行）"],
			beside: { name: "请填写姓名（再提交2次后将直接放行）" },
		});
		await submitForm(agent, sent.text, { name: "韩梅梅" }).expect(303);
		const [mail] = portal.sqlite.prepare("select subject, body from outbox").all() as {
			subject: string;
			body: string;
		}[];
		expect(mail?.subject).toBe("Hangzhou 2025：已收到您的提交talk-1");
		expect(mail?.body).toContain("我们已收到您向Hangzhou 2025提交的内容（杭州演讲），编号为talk-1。");
	});

	it("300 Han characters count as 300, and passing the hint warns without refusing", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const filling = talk({ abstract: "字".repeat(300), title: "", file: await portrait() });
		const sent = await submitForm(agent, (await agent.get("/hangzhou")).text, filling).expect(422);
		expect(textOfPage(sent.text)).toContain("300 of 255 characters");
		await submitForm(agent, sent.text, { title: "Title" }).expect(303);
	});

	it("arrives undamaged at any length", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou")).text;
		for (let length = 1; length <= 40; length += 1) {
			const filling = talk({ title: "", abstract: "汉".repeat(1_000 + length), file: await portrait() });
			const sent = await submitForm(agent, page, filling).expect(422);
			if (length % 2 === 0) await submitForm(agent, sent.text, { title: `Title ${length}` }).expect(303);
			expect(sent.text).not.toContain("\0");
			expect(sent.text).toContain("汉".repeat(1_000 + length));
		}
	});

	it("is chosen by a link that sets a cookie and comes back to a clean address", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const switched = await agent.get("/hangzhou?event=pytorch&lang=zh").expect(303);
		expect(new URL(switched.headers.location ?? "").pathname + new URL(switched.headers.location ?? "").search).toBe(
			"/hangzhou?event=pytorch",
		);
		expect((await agent.get("/hangzhou")).text).toContain("演讲提案");
		await agent.get("/hangzhou?lang=en").expect(303);
		expect((await agent.get("/hangzhou")).text).toContain("Talk Proposal");
	});
});

describe("dark mode", () => {
	it("is chosen by a form, kept in a cookie and brings the visitor back to the page", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou?event=pytorch")).text;
		expect(page).not.toContain('data-theme="');
		const answer = await agent
			.post("/preferences")
			.type("form")
			.send({ theme: "dark", back: "/hangzhou?event=pytorch" })
			.expect(303);
		expect(answer.headers.location ?? "").toMatch(/\/hangzhou\?event=pytorch#preferences$/);
		expect((await agent.get("/hangzhou")).text).toContain('data-theme="dark"');
	});

	it("comes back to addresses in any script", async () => {
		const portal = await openPortal();
		for (const back of ["/中文", "/a\u0001b", "/hangzhou?event=中", "/ok\nLocation: x"]) {
			const { status, headers } = await portal.agent().post("/preferences").type("form").send({ theme: "dark", back });
			expect([back, status, new URL(headers.location ?? "").origin]).toEqual([back, 303, portal.origin]);
		}
	});

	it("never leads to another site", async () => {
		const portal = await openPortal();
		for (const back of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
			const { headers } = await portal.agent().post("/preferences").type("form").send({ theme: "dark", back });
			expect([back, new URL(headers.location ?? "", portal.origin).href]).toEqual([
				back,
				`${portal.origin}/#preferences`,
			]);
		}
	});
});

describe("other screens", () => {
	it.each([
		["/", 200, "Hangzhou 2025 Call For Proposals"],
		["/login", 200, "Log in — Hangzhou 2025 Call For Proposals"],
		["/hangzhou", 200, "Hangzhou Talk Proposal — Hangzhou 2025 Call For Proposals"],
		["/thank-you", 200, "Thank You — Hangzhou 2025 Call For Proposals"],
		["/no/such/page", 404, "Page Not Found — Hangzhou 2025 Call For Proposals"],
	])("%s has its title, one main heading and the footer", async (path, status, title) => {
		const portal = await openPortal();
		const { text } = await portal.agent().get(path).expect(status);
		expect(titleOf(text)).toBe(title);
		expect(text.match(/<h1[ >]/g)).toHaveLength(1);
		expect(text).toContain("© 2025");
		expect(text).toContain("Privacy Policy</a>");
	});

	it.each(["/nowhere", "/admin/proposals?modal=details&id=9999"])(
		"%s looks like any page that is not there",
		async (path) => {
			const portal = await openPortal();
			const admin = await portal.admin();
			const { text } = await admin.get(path).set("Referer", `${portal.origin}/dashboard?from=here`).expect(404);
			expect(titleOf(text)).toBe("Page Not Found — Hangzhou 2025 Call For Proposals");
			expect(text.match(/<h1[ >]/g)).toHaveLength(1);
			expect(textOfPage(text)).toContain("There is no page at this address.");
			expect(text).toContain('href="/dashboard?from=here">Go Back</a>');
			expect(text).toContain('href="/dashboard">Go to Main</a>');
			expect(titleOf((await admin.get(path).set("Accept-Language", "zh")).text)).toBe(
				"页面不存在 — Hangzhou 2025 征集平台",
			);
		},
	);

	it.each(["/entry/talk-99?key=x", "/hangzhou?spot=talk-99"])(
		"%s says what to do if it should be there",
		async (path) => {
			const portal = await openPortal();
			const { text } = await portal.agent().get(path).expect(404);
			expect(titleOf(text)).toBe("Log in to see this submission — Hangzhou 2025 Call For Proposals");
			expect(text).toContain(`href="/login?return=${encodeURIComponent(path.replace("?key=x", ""))}"`);
			const { text: own } = await (await portal.admin()).get(path).set("Accept-Language", "zh").expect(404);
			expect(titleOf(own)).toBe("不是您的提交 — Hangzhou 2025 征集平台");
			expect(textOfPage(own)).toContain(ADMIN.email);
		},
	);

	it("a page that fails says so under a title of its own", async () => {
		const portal = await openPortal();
		portal.sqlite.exec("alter table tracks rename to gone");
		const { text } = await portal.agent().get("/hangzhou").expect(500);
		const message = "Something went wrong on our side. Please try again.";
		expect(titleOf(text)).toBe(`${message} — Hangzhou 2025 Call For Proposals`);
		expect(text.match(/<h1[ >].*?<\/h1>/g)).toEqual([`<h1>${message}</h1>`]);
		expect(text).toContain(">Back to the start page</a>");
	});

	it("a page with a form offers no switch of language or theme that would lose the typed text", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const expectSafe = (html: string) => {
			expect(html).not.toContain('action="/preferences"');
			expect(html).not.toContain("中文</a>");
			expect(html).toContain('name="do.language.zh"');
		};
		const page = (await agent.get("/hangzhou")).text;
		expectSafe(page);
		expectSafe((await submitForm(agent, page, { title: "Typed" }).expect(422)).text);
		const login = await submitForm(agent, (await agent.get("/login")).text, {}, { selector: "main form" }).expect(422);
		expectSafe(login.text);
		const without = (await agent.get("/thank-you")).text;
		expect(without).toContain('action="/preferences"');
		expect(without).toContain("中文</a>");
	});

	it("visitors find the login in the header of every page but the login itself", async () => {
		const portal = await openPortal();
		const offered = async (path: string) =>
			/<header.*?<a href="(\/login[^"]*)">Log in<\/a>.*?<\/header>/s.exec((await portal.agent().get(path)).text)?.[1];
		for (const path of ["/thank-you", "/nowhere", "/login-help"])
			expect([path, await offered(path)]).toEqual([path, "/login"]);
		// From a form it leads back there.
		for (const path of ["/hangzhou", "/hangzhou?event=pytorch"]) {
			expect(await offered(path)).toBe(`/login?${new URLSearchParams({ return: path })}`);
		}
		for (const path of ["/", "/?x=1", "/login", "/LOGIN/"])
			expect([path, await offered(path)]).toEqual([path, undefined]);
		const admin = await portal.admin();
		expect((await admin.get("/hangzhou")).text).not.toContain('href="/login');
	});

	it("text browsers print a space between the choices of language and theme", async () => {
		const portal = await openPortal();
		const { text } = await portal.agent().get("/hangzhou");
		const [preferences = ""] = /<div class="preferences"[^>]*>.*?<\/div>/s.exec(text) ?? [];
		const other =
			/<div class="preferences"[^>]*>.*?<\/div>/s.exec((await portal.agent().get("/thank-you")).text)?.[0] ?? "";
		for (const html of [preferences, other]) {
			expect(
				html
					.replace(/<[^>]*>/g, "")
					.trim()
					.replace(/ +/g, " "),
			).toBe("English 中文 Auto Light Dark");
		}
	});

	it("the Not Found page links back to the previous page, and to the dashboard", async () => {
		const portal = await openPortal();
		const from = await portal.agent().get("/nowhere").set("Referer", `${portal.origin}/hangzhou?event=pytorch`);
		expect(from.text).toContain('href="/hangzhou?event=pytorch">Go Back</a>');
		expect(from.text).toContain('href="/dashboard">Go to Main</a>');
		const stranger = await portal.agent().get("/nowhere").set("Referer", "https://evil.example/x");
		expect(stranger.text).toContain('href="/dashboard">Go Back</a>');
	});

	it("the thank-you page says where to ask, and leads to the foundation", async () => {
		const portal = await openPortal();
		const { text } = await portal.agent().get("/thank-you");
		expect(textOfPage(text)).toContain("cfp@foundation.example");
		expect(text).toContain('href="https://foundation.example"');
	});
});
