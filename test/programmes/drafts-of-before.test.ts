import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { linkIn } from "../support/accounts.ts";
import { kept, mailLink, member, open, save } from "../support/drafts.ts";
import { begin } from "../support/editions.ts";
import { complete } from "../support/fillings.ts";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";
import { portrait } from "../support/talks.ts";

const TYPED = { title: "Half a talk", abstract: "Most of it.", tracks: "ai-next", consent: true };
const START = "Start a submission for Hangzhou 2026 with this text";

/** Addresses that a page's text leads to. */
const hrefOf = (html: string, text: string) =>
	parse(html)
		.querySelectorAll("main a")
		.find((link) => link.textContent === text)
		?.getAttribute("href") ?? "";

async function nextYear(portal: TestPortal, state: "open" | "closed" = "closed") {
	const admin = await portal.admin();
	await begin(admin);
	if (state === "open") await set(admin, "hangzhou-2026", { state });
	return admin;
}

describe("what was typed for a call of the event before", () => {
	it.each(["a visitor", "somebody signed in"])(
		"stays readable by %s, and begins a submission for the next",
		async (who) => {
			const portal = await openPortal();
			const author = who === "a visitor" ? portal.agent() : await member(portal);
			await save(author, "/hangzhou", { ...TYPED, file: { name: "me.jpg", bytes: (await portrait()).bytes } });
			const admin = await nextYear(portal);

			const path = "/hangzhou?call=hangzhou";
			const isMember = who === "somebody signed in";
			if (isMember) {
				const list = await open(author, "/dashboard");
				expect(textOfPage(list)).toContain("Half a talk");
				expect(textOfPage(list)).toContain("This call of Hangzhou 2025 is over.");
				expect(list).not.toContain(START);
				expect(hrefOf(list, "Show what you typed")).toBe(path);
			}
			for (const address of [path, "/hangzhou"]) {
				const page = textOfPage(await open(author, address));
				expect(page).toContain("Submission Closed");
				expect(page).toContain("We keep what you typed on 1 Jul 2025 10:00 (UTC+8) for 30 days.");
				expect(page).toContain("can start with it once this call of Hangzhou 2026 is open");
				for (const text of ["Half a talk", "Most of it.", "AI Next"]) expect(page).toContain(text);
			}
			expect(textOfPage(await open(author, path))).toContain("this call of Hangzhou 2025 is over.");
			for (const stranger of [portal.agent(), admin]) expect(await open(stranger, path)).not.toContain("Half a talk");

			await set(admin, "hangzhou-2026", { state: "open" });
			const plain = await open(author, "/hangzhou");
			expect(textOfPage(plain)).toContain("You typed something for Hangzhou 2025 on 1 Jul 2025 10:00 (UTC+8).");
			expect(shownValue(plain, "title")).toBe("");
			const starts = [hrefOf(plain, "Start with it"), hrefOf(await open(author, path), START)];
			if (isMember) starts.push(hrefOf(await open(author, "/dashboard"), START));
			expect(new Set(starts).size).toBe(1);
			const filled = await open(author, starts[0] ?? "");
			expect(textOfPage(filled)).toContain("This is what you typed for Hangzhou 2025 on 1 Jul 2025 10:00 (UTC+8).");
			expect(textOfPage(filled)).toContain("Photo received: me.jpg");
			const shown = ["title", "abstract", "tracks", "consent"].map((name) => shownValue(filled, name));
			expect(shown).toEqual(["Half a talk", "Most of it.", "ai-next-2026", undefined]);
			// Looking keeps nothing; sending makes an entry of this event, and the text of before stays as it was.
			expect(kept(portal)).toBe(1);
			const { file: _, ...rest } = await complete("hangzhou", { title: "A whole talk", tracks: "ai-next-2026" });
			const sent = await submitForm(author, filled, rest).expect(303);
			expect(sent.headers.location).toContain("/thank-you?entry=talk-1");
			const stored = portal.sqlite.prepare("select category, title, track_id, photo is not null as photo from entries");
			expect(stored.all()).toEqual([
				{ category: "hangzhou-2026", title: "A whole talk", track_id: "ai-next-2026", photo: 1 },
			]);
			expect(kept(portal)).toBe(1);
		},
	);

	it("is saved as a draft of the next event, beside the one that is there", async () => {
		const portal = await openPortal();
		const author = await member(portal);
		await save(author, "/hangzhou", TYPED);
		await nextYear(portal, "open");
		await save(author, "/hangzhou", { title: "New idea" });
		const start = hrefOf(await open(author, "/dashboard"), START);
		const saved = await save(author, start, {});
		expect(shownValue(saved.text, "title")).toBe("Half a talk");
		expect(saved.text).toContain("There is another draft");
		const forms = portal.sqlite.prepare("select form from drafts order by form").pluck().all();
		expect(forms).toEqual(["hangzhou", "hangzhou-2026"]);
	});

	it("is found by its link, and by a form with a banner of its own", async () => {
		const portal = await openPortal();
		await mailLink(portal.agent(), "/hangzhou", { ...TYPED, email: "lei@example.org" });
		const link = linkIn(portal, "draft");
		const visitor = portal.agent();
		await save(visitor, "/hangzhou?event=pytorch", { title: "Of the special form" });
		await nextYear(portal, "open");
		const elsewhere = portal.agent();
		const page = await open(elsewhere, link);
		expect(textOfPage(page)).toContain("Half a talk");
		const filled = await open(elsewhere, hrefOf(page, START));
		expect(shownValue(filled, "title")).toBe("Half a talk");
		const special = await open(visitor, "/hangzhou?call=hangzhou&event=pytorch");
		expect(textOfPage(special)).toContain("Of the special form");
		const form = await open(visitor, hrefOf(special, START));
		expect(shownValue(form, "title")).toBe("Of the special form");
		expect(form).toContain("?event=pytorch#errors");
	});

	it("of a call that was archived stays in the author's list", async () => {
		const portal = await openPortal();
		const author = await member(portal);
		await save(author, "/hangzhou", TYPED);
		portal.sqlite.exec("update programmes set archived = 1 where category = 'hangzhou'");
		await portal.db.write(() => undefined);
		const list = await open(author, "/dashboard");
		expect(textOfPage(list)).toContain("This call is over.");
		const page = textOfPage(await open(author, hrefOf(list, "Show what you typed")));
		expect(page).toContain("Half a talk");
		expect(page).toContain("You will find it here.");
	});

	it("is not opened by names that are none", async () => {
		const portal = await openPortal();
		const author = await member(portal);
		await save(author, "/hangzhou", TYPED);
		await nextYear(portal, "open");
		for (const query of [
			"?call=nowhere",
			"?from=sl-hz&draft=1",
			"?from=hangzhou",
			"?from=hangzhou&draft=1",
			"?call=",
		]) {
			const page = await open(author, `/hangzhou${query}`);
			expect([query, shownValue(page, "title")]).toEqual([query, ""]);
		}
	});
});
