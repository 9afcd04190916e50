import { describe, expect, it } from "vitest";
import { CALLS, press, publish, questionOf } from "../support/calls.ts";
import { sendTalk } from "../support/entries.ts";
import { complete, openAll } from "../support/fillings.ts";
import { submitForm } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { columnOf, rowsOf } from "../support/table.ts";

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

/** Lets only authors and organisers see an answer of a call. */
async function hide(admin: Agent, call: string, ...names: string[]): Promise<void> {
	for (const name of names) await press(admin, questionOf(call, name), "do.save", { audience: "owner" });
	await publish(admin, call);
}

const list = async (portal: TestPortal, query: string) =>
	(await portal.agent().get(`/proposals?${query}`).expect(200)).text;
const titles = async (portal: TestPortal, query: string) => columnOf(await list(portal, query), "Talk");

describe("what a public list does not show", () => {
	it("does not order it: a name that nobody sees cannot be found by comparing", async () => {
		const portal = await openPortal();
		for (const [title, name] of Object.entries({ First: "Zhao", Second: "Adams", Third: "Moreau" }))
			await sendTalk(portal, { title, name });
		expect(await titles(portal, "sort=name")).toEqual(["Second", "Third", "First"]);
		await hide(await portal.admin(), "hangzhou", "name");
		const page = await list(portal, "sort=name");
		expect(page).not.toMatch(/Zhao|Adams|Moreau/);
		const byNumber = ["Third", "Second", "First"];
		expect(await titles(portal, "sort=name")).toEqual(byNumber);
		expect(await titles(portal, "sort=-name")).toEqual([...byNumber].reverse());
		// Whoever else has that name: the order stays what it was.
		await portal.db.write(() => void portal.sqlite.exec("update entries set name = 'Aaron' where title = 'First'"));
		expect(await titles(portal, "sort=name")).toEqual(byNumber);
		// What is shown still orders it.
		expect(await titles(portal, "sort=-title")).toEqual(["Third", "Second", "First"]);
	});

	it("is up to the call of each entry: those that show nothing stand together, before the others", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const said = { from: "hangzhou", label: "Closed doors", labelZh: "闭门会", path: "/closed-doors" };
		await press(admin, `${CALLS}/all`, "do.create", said);
		await hide(admin, "closed-doors", "name", "tracks");
		await openAll(portal);
		const send = async (path: string, title: string, name: string, tracks: string) => {
			const speaker = portal.agent();
			const filling = await complete("hangzhou", { title, name, tracks });
			await submitForm(speaker, (await speaker.get(path)).text, filling).expect(303);
		};
		await send("/closed-doors", "Hidden late", "Zhao", "ai-next");
		await send("/hangzhou", "Open Moreau", "Moreau", "ai-next");
		await send("/closed-doors", "Hidden early", "Adams", "embodied-ai");
		await send("/hangzhou", "Open Brown", "Brown", "embodied-ai");
		expect(await titles(portal, "sort=name")).toEqual(["Hidden early", "Hidden late", "Open Brown", "Open Moreau"]);
		expect(await titles(portal, "sort=-name")).toEqual(["Open Moreau", "Open Brown", "Hidden late", "Hidden early"]);
		// A track that is not shown narrows nothing.
		expect(await titles(portal, "track=ai-next")).toEqual(["Open Moreau"]);
		expect(await titles(portal, "track=embodied-ai&sort=tracks")).toEqual(["Open Brown"]);
		expect(await titles(portal, "track=assign-me")).toEqual(["Hidden early", "Hidden late"]);
		expect(await titles(portal, "q=Zhao")).toEqual([]);
	});

	it("does not narrow it either, where no call of its kind shows a track", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "First", tracks: "ai-next" });
		expect(await titles(portal, "track=ai-next")).toEqual(["First"]);
		await hide(await portal.admin(), "hangzhou", "tracks");
		expect(rowsOf(await list(portal, "track=ai-next"))).toEqual([]);
		expect(await titles(portal, "track=assign-me")).toEqual(["First"]);
	});
});
