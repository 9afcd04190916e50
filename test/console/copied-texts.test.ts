import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { foundIn, patternOf } from "../../app/programmes/old-dates.ts";
import { CALLS, press, questionOf, said } from "../support/calls.ts";
import { begin, UNDO } from "../support/editions.ts";
import { save } from "../support/event.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

interface Line {
	text: string;
	to: string;
	/** What its button posts. */
	key: string | undefined;
}

async function copied(admin: Agent, language = "en"): Promise<Line[]> {
	const page = parse((await admin.get("/admin").set("Accept-Language", language).expect(200)).text);
	return page.querySelectorAll(".todos li:has(form)").map((line) => ({
		text: line.querySelector("a")?.textContent ?? "",
		to: line.querySelector("a")?.getAttribute("href") ?? "",
		key: line.querySelector("[name=text]")?.getAttribute("value"),
	}));
}

const texts = async (admin: Agent) => (await copied(admin)).map(({ text }) => text);
const line = async (admin: Agent, start: string) => (await copied(admin)).find(({ text }) => text.startsWith(start));

/** The shipped event with an old date at each kind of place, and the next one. */
async function nextYear() {
	const portal = await openPortal();
	await portal.db.write(() =>
		portal.sqlite.exec(`
			update events set front = 'Meet us on 13–14 September.', front_zh = '二〇二五年见。', site = 'https://a.org/2025';
			update tracks set description = 'New in 2025.' where id = 'ai-next';
			update special_events set description = 'The first of Hangzhou 2025' where id = (select min(id) from special_events);
			update programme_versions set definition = replace(definition, '"Talk Abstract"', '"Abstract of 2025"')
				where category = 'hangzhou';
			insert into mail_texts (event_id, kind, locale, subject, body, revision, at)
				values (1, 'accept', 'zh', '录用：{{title}}', '9月14日见！{{title}}', 1, 1);`),
	);
	const admin = await portal.admin();
	expect(await copied(admin)).toEqual([]);
	await begin(admin);
	return { portal, admin };
}

describe("texts copied from the event before", () => {
	it("are listed with the page where they are edited while they hold its dates", async () => {
		const { admin } = await nextYear();
		const lines = await copied(admin);
		const at = (to: string) => lines.filter((one) => one.to === to).map(({ text }) => text);
		expect(at("/admin/event#f-front")).toEqual(["Text on the front page: “Meet us on 13–14 September.”"]);
		expect(at("/admin/event#f-frontZh")).toEqual(["Text on the front page in Chinese: “二〇二五年见。”"]);
		expect(at("/admin/event#f-site")).toEqual(["Website of the organisation: “https://a.org/2025”"]);
		expect(at("/admin/tracks?modal=track&id=ai-next-2026&edit=1")).toEqual(["Track “AI Next”: “New in 2025.”"]);
		expect(at("/admin/programmes/hangzhou-2026/questions/abstract")).toEqual([
			"Question “Abstract of 2025”: “Abstract of 2025”",
		]);
		expect(at("/admin/mail/texts/accept")).toEqual(["Acceptance email, Chinese: “9月14日见！{{title}}”"]);
		expect(lines.filter(({ to }) => to.startsWith("/admin/schedule/grid?special="))).toHaveLength(1);
		for (const { to } of lines) await admin.get(to.replace(/#.*/, "")).expect(200);
		const chinese = (await copied(admin, "zh")).map(({ text }) => text);
		expect(chinese).toContain("首页介绍：“Meet us on 13–14 September.”");
		expect(lines.map(({ to }) => to)).not.toContain("/admin/event#f-organisation");
	});

	it("are listed no more once they are changed, in a draft too, or left as they are", async () => {
		const { portal, admin } = await nextYear();
		const before = await texts(admin);
		await save(admin, { front: "Meet us on 12–13 September." });
		await press(admin, questionOf("hangzhou-2026", "abstract"), "do.save", { label: "Abstract" });
		const track = await line(admin, "Track “AI Next”");
		const page = (await admin.get("/admin").expect(200)).text;
		const answer = await submitForm(
			admin,
			page,
			{},
			{ selector: `form:has([value="${track?.key}"])`, button: "do.right" },
		);
		expect(textOfPage(answer.text)).toContain("The text stays as it is.");
		const gone = ["Text on the front page: ", "Question “Abstract of 2025", "Track “AI Next”"];
		const after = before.filter((text) => !gone.some((start) => text.startsWith(start)));
		expect(await texts(admin)).toEqual(after);
		expect(after.length).toBe(before.length - 3);
		expect(portal.lines.filter(({ event }) => event === "copied text checked")).toHaveLength(1);
		await admin
			.post("/admin/event")
			.type("form")
			.set("Sec-Fetch-Site", "same-origin")
			.send({ "do.right": "1", text: "x" });
		expect(said(await admin.get("/admin"))).toContain("The text has just been changed.");
	});

	it("are listed again by the event after that, and not where the step is taken back", async () => {
		const { admin } = await nextYear();
		const page = (await admin.get("/admin").expect(200)).text;
		await submitForm(admin, page, {}, { selector: ".todos form", button: "do.right" });
		const next = (await admin.get("/admin/event/next").expect(200)).text;
		await submitForm(admin, next, {}, { ...UNDO, press: "do.undo" });
		expect(await copied(admin)).toEqual([]);
		expect((await admin.get(CALLS).expect(200)).text).not.toContain("do.right");
		await begin(admin);
		expect((await copied(admin)).length).toBeGreaterThan(6);
	});
});

describe("a date of the event before", () => {
	const pattern = patternOf({ years: ["2025"], days: ["09-13", "08-18"] }) as RegExp;
	it.each([
		"in 2025",
		"2025年",
		"CFP2025",
		"二〇二五年",
		"on 13 September",
		"13th of September",
		"September 13",
		"Sept. 13th",
		"13–15 Sep",
		"September 12-13",
		"12–13 September",
		"9月13日",
		"9月12日至13日",
		"until 18 Aug",
	])("is found in %j", (text) => expect(foundIn(`${text}.`, pattern)).toBeDefined());

	it.each(["20250", "12025", "13 October", "113 September", "September 130", "9月130", "19月13日", "May 13", "Aug 1"])(
		"is not found in %j",
		(text) => expect(foundIn(`${text}.`, pattern)).toBeUndefined(),
	);

	it("is shown with a few words around it", () => {
		const text = `${"before ".repeat(20)}2025${" after".repeat(20)}`;
		expect(foundIn(text, pattern)).toBe("…re before before before 2025 after after after after…");
	});
});
