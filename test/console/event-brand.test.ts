import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { RUSTCON, save } from "../support/event.ts";
import { textOfPage } from "../support/form.ts";
import { otherProcess } from "../support/other-process.ts";
import { openPortal } from "../support/portal.ts";
import { publishTalks } from "../support/released-schedule.ts";
import { openMailbox, until } from "../support/smtp.ts";

describe("a change of the event is seen at once", () => {
	it("on every page, in both languages, and what is empty is left out", async () => {
		const portal = await openPortal();
		await publishTalks(portal, { count: 1, tracks: ["ai-next"] });
		const get = async (path: string, language = "en") =>
			(await portal.agent().get(path).set("Accept-Language", language)).text;
		const paths = ["/", "/hangzhou", "/schedule", "/schedule/1", "/proposals", "/thank-you", "/nowhere"];
		for (const path of paths) expect([path, await get(path)]).toEqual([path, expect.stringContaining("Hangzhou 2025")]);
		const card = async () =>
			parse(await get("/"))
				.querySelector('meta[property="og:image"]')
				?.getAttribute("content");
		const before = await card();
		await save(await portal.admin(), RUSTCON);
		for (const path of paths) {
			const [english, chinese] = [await get(path), await get(path, "zh")];
			expect([path, english]).toEqual([path, expect.stringContaining("RustCon 2026")]);
			expect([path, chinese]).toEqual([path, expect.stringContaining("Rust大会2026")]);
			expect([path, /Hangzhou 2025/.test(english + chinese)]).toEqual([path, false]);
			expect([path, english]).toEqual([path, expect.stringContaining("© 2025 Rust &amp; Friends")]);
			expect([path, chinese]).toEqual([path, expect.stringContaining("© 2025 锈友会")]);
			expect([path, english]).toEqual([path, expect.stringContaining("--accent:#1a56db")]);
		}
		expect(await get("/nominations-aigc")).toContain("<h1>Nominations - AIGC Spotlight - Chengdu</h1>");
		expect(await get("/nominations-aigc", "zh")).toContain("<h1>提名 - AIGC展示 - 成都</h1>");
		const front = parse(await get("/"));
		expect(front.querySelector(".conference .lead")?.textContent).toContain("Chengdu");
		expect(front.querySelectorAll(".conference > p:not(.lead)").map((one) => one.textContent)).toEqual([
			...["Two days of Rust.", "Bring <b>your</b> questions."],
		]);
		expect(textOfPage(await get("/", "zh"))).toContain("两天的Rust。");
		expect(front.toString()).not.toContain("spotlight.example");
		expect(await card()).not.toBe(before);
	});

	it("in files and in the document of the API", async () => {
		const portal = await openPortal();
		await publishTalks(portal, { count: 1, tracks: ["ai-next"] });
		const files = ["/schedule.ics", "/schedule.json", "/schedule.xml", "/schedule.atom", "/api/openapi.json"];
		const all = async (language: string) =>
			Promise.all(
				files.map(async (path) => {
					const { text, body } = await portal.agent().get(path).query({ lang: language }).expect(200);
					return text ?? String(body);
				}),
			);
		for (const text of await all("en")) expect(text).toContain("Hangzhou 2025");
		await save(await portal.admin(), RUSTCON);
		for (const text of await all("en")) {
			expect(text).toContain("RustCon 2026");
			expect(text).not.toContain("Hangzhou 2025");
		}
		expect((await all("zh"))[0]).toContain("Rust大会2026");
		expect((await all("en"))[1]).toContain("+02:00");
	});

	it("in emails, whose sender has its name", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await save(await portal.admin(), RUSTCON);
		await sendTalk(portal, { email: "ada@example.org" });
		portal.start();
		const mail = await until(() => mailbox.mails.find(({ to }) => to[0]?.address === "ada@example.org"));
		expect([mail.from?.name, mail.from?.address]).toEqual(["RustCon 2026", "cfp@localhost"]);
		expect(mail.subject).toContain("RustCon 2026");
		for (const part of ["help@rustcon.example", "Rust & Friends"]) expect(mail.text).toContain(part);
		expect(mail.text).not.toContain("Hangzhou 2025");
	});

	it("also when another process made it", async () => {
		const portal = await openPortal();
		const title = async () => parse((await portal.agent().get("/")).text).querySelector("main h1")?.textContent;
		expect(await title()).toBe("Hangzhou 2025");
		const change = await otherProcess(
			portal.sqlite.name,
			"",
			`d.exec("update events set name = 'From elsewhere' where state = 'current'")`,
		);
		await change();
		expect(await title()).toBe("From elsewhere");
	});
});
