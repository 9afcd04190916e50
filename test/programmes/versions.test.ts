import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { signIn } from "../support/accounts.ts";
import { discard, kept, MINUTE, member, notice, offered, open, SAVE, save } from "../support/drafts.ts";
import { complete } from "../support/fillings.ts";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { portrait } from "../support/talks.ts";

describe("a draft that is not the only one", () => {
	it("of two devices: the newest is shown, the older one is offered", async () => {
		const portal = await openPortal();
		const [phone, desk] = [await member(portal), await signIn(portal, "lei@example.org")];
		const [onPhone, onDesk] = [await open(phone, "/hangzhou"), await open(desk, "/hangzhou")];
		await submitForm(phone, onPhone, { title: "From the phone" }, SAVE).redirects(1).expect(200);
		portal.clock.now += 5 * MINUTE;
		const atDesk = (await submitForm(desk, onDesk, { title: "From the desk" }, SAVE).redirects(1).expect(200)).text;
		portal.clock.now += MINUTE;
		// The desktop continues with its own version, which replaces no other.
		await submitForm(desk, atDesk, { title: "From the desk, again" }, SAVE).redirects(1).expect(200);
		for (const device of [phone, desk, await signIn(portal, "lei@example.org")]) {
			const opened = await open(device, "/hangzhou");
			expect(shownValue(opened, "title")).toBe("From the desk, again");
			expect(textOfPage(opened)).toContain(
				"There is another draft, “From the phone”, saved on 1 Jul 2025 10:00 (UTC+8). Show it",
			);
			const older = await open(device, offered(opened).at(-1) ?? "");
			expect(shownValue(older, "title")).toBe("From the phone");
		}
	});

	it("of one page: a photo that is sent at once and again with the form makes no second draft", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = await open(agent, "/hangzhou");
		const photo = await portrait();
		for (const file of [await portrait(300, 300), photo]) {
			portal.clock.now += MINUTE;
			await submitForm(agent, page, { title: "Compilers", file }, SAVE).expect(303);
		}
		const [none, shown] = [offered(await open(agent, "/hangzhou")), kept(portal)];
		expect([none, shown]).toEqual([["/hangzhou?draft=none"], 1]);
		// A photo that only the other version has is not lost.
		portal.clock.now += MINUTE;
		await submitForm(agent, page, { title: "Compilers" }, SAVE).expect(303);
		expect(offered(await open(agent, "/hangzhou"))).toHaveLength(2);
	});

	it("of two devices: deleting the one that is shown leaves the other within reach", async () => {
		const portal = await openPortal();
		const [phone, desk] = [await member(portal), await signIn(portal, "lei@example.org")];
		const [onPhone, onDesk] = [await open(phone, "/hangzhou"), await open(desk, "/hangzhou")];
		await submitForm(phone, onPhone, { title: "From the phone" }, SAVE).redirects(1).expect(200);
		portal.clock.now += MINUTE;
		await submitForm(desk, onDesk, { title: "From the desk" }, SAVE).redirects(1).expect(200);
		const older = await open(phone, offered(await open(phone, "/hangzhou")).at(-1) ?? "");
		expect(shownValue(older, "title")).toBe("From the phone");
		const deleted = await discard(phone, older);
		expect(deleted.headers.location).toMatch(/\/hangzhou\?draft=none&said=[\w-]{6}#$/);
		expect(shownValue(await open(phone, "/hangzhou?draft=none"), "title")).toBe("");
		const newest = await open(desk, "/hangzhou");
		expect([shownValue(newest, "title"), offered(newest)]).toEqual(["From the desk", ["/hangzhou?draft=none"]]);
		await discard(desk, newest);
		expect(kept(portal)).toBe(0);
	});

	it("of an edit is only offered once the entry has changed", async () => {
		const portal = await openPortal();
		const [author, admin] = [await member(portal), await portal.admin()];
		await submitForm(author, await open(author, "/hangzhou"), await complete("hangzhou")).expect(303);
		portal.clock.now += MINUTE;
		await save(author, "/hangzhou?spot=talk-1", { title: "My own correction" });
		const changed = await open(author, "/hangzhou?spot=talk-1");
		expect(shownValue(changed, "title")).toBe("My own correction");
		expect(notice(changed)).toContain("They have not been submitted yet.");
		const unsent = "You have unsent changes, saved on 1 Jul 2025 10:01 (UTC+8).";
		for (const path of ["/dashboard", "/entry/talk-1"]) {
			const note = parse(await open(author, path))
				.querySelectorAll("main .banner")
				.find((one) => one.textContent.includes(unsent));
			expect(note?.querySelector("a")?.getAttribute("href")).toBe("/hangzhou?spot=talk-1");
		}
		portal.clock.now += MINUTE;
		await submitForm(admin, await open(admin, "/admin/editor?id=1"), { title: "The organisers' correction" }).expect(
			303,
		);
		for (const path of ["/dashboard", "/entry/talk-1"])
			expect(await open(author, path)).not.toContain("unsent changes");
		const opened = await open(author, "/hangzhou?spot=talk-1");
		expect(shownValue(opened, "title")).toBe("The organisers' correction");
		const [older = ""] = offered(opened);
		expect(shownValue(await open(author, older), "title")).toBe("My own correction");
	});
});
