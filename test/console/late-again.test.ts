import { describe, expect, it, vi } from "vitest";
import { member, open } from "../support/drafts.ts";
import { complete } from "../support/fillings.ts";
import { type Filling, submitForm } from "../support/form.ts";
import { DATED, dated, decide, END, late, listed, MINUTE, stored } from "../support/late-forms.ts";
import type { TestPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";
import { portrait } from "../support/talks.ts";

const titles = (portal: TestPortal) => portal.sqlite.prepare("select title from entries order by id").pluck().all();
const extend = (admin: Parameters<typeof set>[0]) => set(admin, "hangzhou", { ...DATED, closes: "2025-08-30" });

describe("several late submissions of one sender", () => {
	it("submissions of different talks or people are kept separately, and each can be accepted", async () => {
		const { portal, admin } = await dated();
		const agent = await member(portal);
		const text = await open(agent, "/hangzhou");
		portal.clock.now = END + MINUTE;
		const forms: Filling[] = [
			{ title: "One talk" },
			{ title: "Another talk" },
			{ title: "One talk", name: "Han Meimei" },
		];
		for (const form of forms) await submitForm(agent, text, await complete("hangzhou", form)).expect(409);
		expect(late(portal)).toBe(3);
		for (const _ of forms) await decide(admin, "do.let-in");
		expect(titles(portal)).toEqual(["One talk", "Another talk", "One talk"]);
	});

	it("changes of two entries stay side by side, the same words or not", async () => {
		const { portal, admin } = await dated();
		const agent = await member(portal);
		const file = await portrait();
		for (const title of ["First", "Second"]) {
			const filling = await complete("hangzhou", { title, file });
			await submitForm(agent, await open(agent, "/hangzhou"), filling).expect(303);
		}
		const texts = [await open(agent, "/hangzhou?spot=talk-1"), await open(agent, "/hangzhou?spot=talk-2")];
		portal.clock.now = END + MINUTE;
		const filling = { title: "The same", consent: true };
		for (const text of texts) await submitForm(agent, text, filling).expect(409);
		expect(await listed(admin)).toEqual([
			expect.stringContaining("Changes talk-1"),
			expect.stringContaining("Changes talk-2"),
		]);
	});
});

describe("a late form is replaced by", () => {
	it("the same form, stored in time by an earlier click", async () => {
		const { portal } = await dated();
		const agent = await member(portal);
		const text = await open(agent, "/hangzhou");
		const filling = await complete("hangzhou");
		const { programmes } = portal.services;
		const admit = programmes.admit.bind(programmes);
		// The call closes between the two posts.
		const spy = vi.spyOn(programmes, "admit").mockImplementation((...asked) => {
			const outcome = admit(...asked);
			portal.clock.now = END;
			return outcome;
		});
		const { photos } = portal.services;
		const receive = photos.receive.bind(photos);
		// The second is looked at before the first is stored, and judged after.
		let begun = 0;
		vi.spyOn(photos, "receive").mockImplementation(async (...given) => {
			begun += 1;
			const mine = begun;
			const received = await receive(...given);
			if (mine === 2) await expect.poll(() => stored(portal)).toBe(1);
			return received;
		});
		portal.clock.now = END - 1;
		const answers = await Promise.all([1, 2].map(() => submitForm(agent, text, filling)));
		expect(spy).toHaveBeenCalledTimes(2);
		expect(answers.map(({ status }) => status)).toEqual([303, 303]);
		expect([stored(portal), late(portal)]).toEqual([1, 0]);
	});

	it("a newer change of the same entry, made in time after the call was extended", async () => {
		const { portal, admin } = await dated();
		const agent = await member(portal);
		await submitForm(agent, await open(agent, "/hangzhou"), await complete("hangzhou")).expect(303);
		const text = await open(agent, "/hangzhou?spot=talk-1");
		portal.clock.now = END + MINUTE;
		await submitForm(agent, text, { title: "Late words", consent: true }).expect(409);
		await extend(admin);
		const again = await open(agent, "/hangzhou?spot=talk-1");
		await submitForm(agent, again, { title: "Newest words", consent: true }).expect(303);
		expect([late(portal), titles(portal)]).toEqual([0, ["Newest words"]]);
	});

	it("the corrected form of the same talk, sent in time after the call was extended", async () => {
		const { portal, admin } = await dated();
		const agent = await member(portal);
		const text = await open(agent, "/hangzhou");
		portal.clock.now = END + MINUTE;
		for (const title of ["Another talk", "One talk"])
			await submitForm(agent, text, await complete("hangzhou", { title })).expect(409);
		await extend(admin);
		const corrected = await complete("hangzhou", { title: "One talk", abstract: "Better words." });
		await submitForm(agent, await open(agent, "/hangzhou"), corrected).expect(303);
		expect([late(portal), titles(portal)]).toEqual([1, ["One talk"]]);
		expect((await listed(admin))[0]).toContain("Another talk");
	});
});
