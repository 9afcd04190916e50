import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { errorsOf, type Filling, shownValue, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { set, settingsOf, settle } from "../support/programme-settings.ts";

describe("/admin/programmes", () => {
	it("shows what visitors would see, and changes nothing", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const before = [settingsOf(portal, "hangzhou"), portal.db.version()];
		const preview = (filling: Filling) => set(admin, "hangzhou", filling, "do.preview").then(({ text }) => text);
		const soon = await preview({ state: "dates", opens: "2025-07-05", closes: "2025-07-09" });
		expect(textOfPage(soon)).toContain("Hangzhou Talk Proposal opens soon: on 5 Jul 2025 00:00 (UTC+8).");
		expect([shownValue(soon, "opens"), shownValue(soon, "closes")]).toEqual(["2025-07-05", "2025-07-09"]);
		const over = await preview({ state: "dates", opens: "", closes: "2025-06-30" });
		expect(textOfPage(over)).toContain("Hangzhou Talk Proposal: submissions closed on 30 Jun 2025 23:59 (UTC+8).");
		expect(textOfPage(await preview({ state: "open" }))).toContain("The form, open to everyone.");
		expect([settingsOf(portal, "hangzhou"), portal.db.version()]).toEqual(before);
	});

	it("shows the address of another site where it is used, and folded elsewhere", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const folds = (html: string) =>
			parse(html)
				.querySelectorAll("main form details:has([name=link])")
				.map((fold) => fold.hasAttribute("open"));
		const first = await set(admin, "hangzhou", { state: "open" }, "do.preview").then(({ text }) => text);
		expect(new Set(folds(first))).toEqual(new Set([false]));
		const refused = await set(admin, "hangzhou", { state: "external", link: "" }).then(({ text }) => text);
		expect(folds(refused).filter(Boolean)).toEqual([true]);
	});

	it.each([
		[{ state: "dates", opens: "2025-02-30" }, "hangzhou-opens", "Enter dates as YYYY-MM-DD"],
		[{ state: "open", closes: "18 August" }, "hangzhou-closes", "Enter dates as YYYY-MM-DD"],
		[
			{ state: "dates", opens: "2025-08-19", closes: "2025-08-18" },
			"hangzhou-closes",
			"The last day is before the opening day",
		],
		[{ state: "dates", opens: "", closes: "" }, "hangzhou-opens", "Enter at least one date"],
		[{ state: "external", link: " " }, "hangzhou-link", "Enter the URL of the other site"],
		[
			{ state: "external", link: "javascript:alert(1)" },
			"hangzhou-link",
			"The URL must start with https:// or http://",
		],
	])("refuses %j and keeps what was typed", async (filling, field, message) => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const before = settingsOf(portal, "hangzhou");
		const page = await set(admin, "hangzhou", filling);
		expect([page.status, errorsOf(page.text).list, errorsOf(page.text).beside]).toEqual([
			422,
			[message],
			{ [field]: message },
		]);
		expect(parse(page.text).querySelector("#errors > p")?.text).toBe("Hangzhou Talk Proposal");
		const { state, ...texts } = filling;
		expect(parse(page.text).querySelector(`#f-hangzhou-${state}`)?.hasAttribute("checked")).toBe(true);
		for (const [name, value] of Object.entries(texts)) expect(shownValue(page.text, name)).toBe(value.trim());
		expect(settingsOf(portal, "hangzhou")).toEqual(before);
	});

	it("asks for a missing state, and refuses absurd years", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const before = settingsOf(portal, "hangzhou");
		const post = (state: object, closes: string) =>
			admin
				.post("/admin/programmes")
				.type("form")
				.set("Origin", portal.origin)
				.send({ category: "hangzhou", was: "{}", closes, ...state });
		const problems = async (state: object, closes: string) =>
			errorsOf((await post(state, closes).expect(422)).text).beside;
		expect(await problems({}, "")).toEqual({ "hangzhou-state": "Choose a state" });
		expect(await problems({ state: "ajar" }, "")).toEqual({ "hangzhou-state": "Choose a state" });
		expect(await problems({ state: "dates" }, "0001-01-01")).toEqual({
			"hangzhou-closes": "Enter dates as YYYY-MM-DD",
		});
		expect(settingsOf(portal, "hangzhou")).toEqual(before);
	});

	it("does not overwrite what someone else has set since the page was loaded", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const { text } = await admin.get("/admin/programmes");
		const first = await settle(admin, text, "rust", { state: "open" });
		expect([first.status, textOfPage(first.text)]).toEqual([
			200,
			expect.stringContaining("Rust Spotlight Nomination was saved."),
		]);
		const after = settingsOf(portal, "rust");
		const second = await settle(admin, text, "rust", { state: "external", link: "https://example.org" });
		expect([second.status, textOfPage(second.text)]).toEqual([
			409,
			expect.stringContaining("Rust Spotlight Nomination was not saved: someone else has just changed it."),
		]);
		expect(settingsOf(portal, "rust")).toEqual(after);
		expect(parse(second.text).querySelector("#f-rust-open")?.hasAttribute("checked")).toBe(true);
	});
});
