import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { member, open } from "../support/drafts.ts";
import { complete } from "../support/fillings.ts";
import { errorsOf, type Filling, submitForm, textOfPage } from "../support/form.ts";
import { type Agent, DATED, dated, decide, END, KEPT, late, listed, MINUTE, stored } from "../support/late-forms.ts";
import { personalCopy } from "../support/personal-copy.ts";
import type { TestPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";

describe("a change of an entry", () => {
	const changed = async () => {
		const { portal, admin } = await dated();
		const agent = await member(portal);
		await submitForm(agent, await open(agent, "/hangzhou"), await complete("hangzhou")).expect(303);
		const text = await open(agent, "/hangzhou?spot=talk-1");
		portal.clock.now = END + MINUTE;
		const change: Filling = { title: "Changed at the last moment", consent: true };
		expect(errorsOf((await submitForm(agent, text, change).expect(409)).text).headline).toBe(KEPT);
		return { portal, admin, agent };
	};
	const title = (portal: TestPortal) => portal.sqlite.prepare("select title from entries").pluck().get();

	it("waits if begun in time, and is applied when let in", async () => {
		const { portal, admin } = await changed();
		expect(title(portal)).toBe("A compiler for everybody");
		expect((await listed(admin))[0]).toContain("Changes talk-1");
		await decide(admin, "do.let-in");
		expect([title(portal), stored(portal), late(portal)]).toEqual(["Changed at the last moment", 1, 0]);
	});

	it("cannot be let in if the entry was withdrawn", async () => {
		const { portal, admin } = await changed();
		await portal.db.write((tx) => void tx.run("update entries set presence = 'withdrawn'"));
		const refused = await decide(admin, "do.let-in");
		expect([refused.status, late(portal)]).toEqual([409, 1]);
		expect(refused.text).toContain("The submission was withdrawn, so the change cannot be let in.");
	});
});

describe("organisers", () => {
	const withLate = async () => {
		const { portal, admin } = await dated("forum");
		const agent = portal.agent();
		const text = await open(agent, "/forum");
		portal.clock.now = END + MINUTE;
		await submitForm(agent, text, await complete("forum")).expect(409);
		return { portal, admin, agent, text };
	};

	it("may decline a form, and let it in all the same", async () => {
		const { portal, admin, agent } = await withLate();
		expect((await decide(admin, "do.decline")).text).toContain("The form was declined.");
		expect((await listed(admin))[0]).toContain("Declined");
		for (const [path, links] of [
			["/admin", 0],
			["/admin/programmes", 1],
		] as const)
			expect(parse((await admin.get(path)).text).querySelectorAll("a[href='/admin/late']")).toHaveLength(links);
		expect(textOfPage(await open(agent, "/forum"))).not.toContain("arrived after the call closed");
		await decide(admin, "do.let-in");
		expect([stored(portal), late(portal)]).toEqual([1, 0]);
	});

	it("letting the same form in twice store it once; the second is told", async () => {
		const { portal, admin } = await withLate();
		const { text } = await admin.get("/admin/late");
		await decide(admin, "do.let-in", 0, text);
		const second = await decide(admin, "do.let-in", 0, text);
		expect([second.status, stored(portal)]).toEqual([409, 1]);
		expect(second.text).toContain("This form no longer exists.");
		const third = await decide(admin, "do.decline", 0, text);
		expect([third.status, stored(portal)]).toEqual([409, 1]);
	});

	it("decide only about the version they saw", async () => {
		const { portal, admin, agent, text } = await withLate();
		const { text: read } = await admin.get("/admin/late");
		portal.clock.now += MINUTE;
		await submitForm(agent, text, await complete("forum", { background: "Corrected" })).expect(409);
		for (const button of ["do.let-in", "do.decline"]) {
			const refused = await decide(admin, button, 0, read);
			expect([refused.status, stored(portal), late(portal)]).toEqual([409, 0, 1]);
			expect(refused.text).toContain("The form was sent again.");
		}
		await decide(admin, "do.let-in");
		expect(portal.sqlite.prepare("select answers ->> '$.background' from entries").pluck().get()).toBe("Corrected");
	});

	it("decline a form without promising its sender a decision", async () => {
		const { portal, admin, agent, text } = await withLate();
		await decide(admin, "do.decline");
		portal.clock.now = END + 20 * MINUTE;
		const refused = await submitForm(agent, text, await complete("forum")).expect(409);
		expect(errorsOf(refused.text).headline).toContain("This call is not open.");
	});

	it("extend the call: a form sent again is stored once", async () => {
		const { portal, admin, agent, text } = await withLate();
		await set(admin, "forum", { ...DATED, closes: "2025-08-30" });
		await submitForm(agent, text, await complete("forum")).expect(303);
		expect([stored(portal), late(portal)]).toEqual([1, 0]);
	});
});

describe("storage of a late form", () => {
	const withPhoto = async (agentOf: (portal: TestPortal) => Agent | Promise<Agent>) => {
		const { portal } = await dated();
		const agent = await agentOf(portal);
		const text = await open(agent, "/hangzhou");
		portal.clock.now = END + MINUTE;
		await submitForm(agent, text, await complete("hangzhou")).expect(409);
		const photo = portal.sqlite.prepare("select photo from late_entries").pluck().get();
		return { portal, agent, photo };
	};
	const photos = (portal: TestPortal) => portal.sqlite.prepare("select name from photos").pluck().all();

	it("survives sweeps of drafts and photos, and is deleted after a year", async () => {
		const { portal, photo } = await withPhoto((one) => one.agent());
		portal.clock.now += 90 * 24 * 60 * MINUTE;
		await portal.services.sweep();
		expect([late(portal), photos(portal)]).toEqual([1, [photo]]);
		portal.clock.now += 300 * 24 * 60 * MINUTE;
		await portal.services.sweep();
		expect([late(portal), photos(portal)]).toEqual([0, []]);
	});

	it("is part of its sender's data export and erasure", async () => {
		const { portal, photo } = await withPhoto((one) => member(one, "lei@example.org"));
		const wanted = { address: "lei@example.org" };
		const copy = personalCopy(portal, wanted.address, { notes: false });
		expect(copy?.late).toEqual([
			expect.objectContaining({
				form: "hangzhou",
				answers: expect.objectContaining({ title: "A compiler for everybody" }),
				photo: expect.stringContaining(`/uploads/${photo}.jpg`),
				arrived: "2025-08-18T16:01:00.000Z",
			}),
		]);
		expect(await portal.services.erasing.erase(wanted)).toEqual(expect.objectContaining({ late: 1, photos: 1 }));
		expect([late(portal), photos(portal)]).toEqual([0, []]);
	});

	it("goes with a guest whom an operator erases by the address", async () => {
		const { portal } = await withPhoto((one) => one.agent());
		expect(await portal.services.erasing.erase({ address: "LEI@example.org " })).toEqual(
			expect.objectContaining({ late: 1, photos: 1 }),
		);
		expect([late(portal), photos(portal)]).toEqual([0, []]);
	});
});
