import Sqlite from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import type { Actor } from "../../server/services/actor.ts";
import { ALL } from "../../server/services/lists/entry-lists.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { TABLE } from "../support/talks-sent.ts";

/** A portal with two new talks, and what the table of proposals says: its total, its counts, the name of a track. */
async function table() {
	const portal = await openPortal();
	await sendTalk(portal, { tracks: "ai-next" });
	await sendTalk(portal, { tracks: "ai-next" });
	const admin = await portal.admin();
	const open = async () => (await admin.get("/admin/proposals").expect(200)).text;
	const shown = async () => {
		const said = textOfPage(await open());
		const count = (name: string) => Number(new RegExp(`${name} (\\d+)`).exec(said)?.[1]);
		return { total: count("Proposals"), New: count("New"), Accept: count("Accept"), renamed: said.includes("Renamed") };
	};
	const before = { total: 2, New: 2, Accept: 0, renamed: false };
	expect(await shown()).toEqual(before);
	return { portal, admin, open, shown, before };
}

const rename = "update tracks set label = 'Renamed' where id = 'ai-next'";
const accept = "update entries set status = 'Accept' where id = 1";

describe("cached readings", () => {
	it("are refreshed after a save in the table", async () => {
		const { admin, open, shown, before } = await table();
		await submitForm(admin, await open(), { "status-1": "Accept" }, TABLE).expect(200);
		expect(await shown()).toEqual({ ...before, New: 1, Accept: 1 });
	});

	it("is read anew after calls: a new talk, a decision, a track", async () => {
		const { portal, admin, shown, before } = await table();
		await sendTalk(portal);
		expect(await shown()).toEqual({ ...before, total: 3, New: 3 });
		const call = (path: string, change: object) =>
			admin.patch(path).set("Sec-Fetch-Site", "same-origin").send(change).expect(200);
		await call("/api/entries/1", { status: "Accept" });
		expect(await shown()).toEqual({ ...before, total: 3, New: 2, Accept: 1 });
		await call("/api/tracks/ai-next", { label: "Renamed" });
		expect(await shown()).toEqual({ total: 3, New: 2, Accept: 1, renamed: true });
	});

	it("are refreshed after a write by another process", async () => {
		const { portal, shown, before } = await table();
		const other = new Sqlite(portal.sqlite.name);
		other.exec(`begin; ${rename}; ${accept};`);
		expect(await shown()).toEqual(before);
		other.exec("commit");
		expect(await shown()).toEqual({ ...before, New: 1, Accept: 1, renamed: true });
		expect((await portal.agent().get("/hangzhou")).text).toContain("Renamed");
		other.exec("update tracks set label = 'Again' where id = 'ai-next'");
		other.close();
		expect((await portal.agent().get("/hangzhou")).text).toContain("Again");
	});

	it("ignores rolled-back transactions, and inside a transaction shows its own writes", async () => {
		const { portal, shown, before } = await table();
		const { db, services } = portal;
		const seen: unknown[] = [];
		const label = () => services.tracks.all().find(({ id }) => id === "ai-next")?.label;
		const failing = db.write(() => {
			seen.push(label());
			portal.sqlite.exec(`${rename}; ${accept}`);
			seen.push(label());
			throw new Error("on purpose");
		});
		await expect(failing).rejects.toThrow("on purpose");
		expect(seen).toEqual([expect.stringMatching(/^(?!Renamed)/), "Renamed"]);
		expect(label()).toBe(seen[0]);
		expect(await shown()).toEqual(before);
	});
});

describe("a list whose statements are kept", () => {
	it("answers each question with its own rows, also beyond as many as are kept", async () => {
		const { admin, portal } = await table();
		const found = async (query: string) =>
			(await admin.get(`/admin/proposals?${query}`).expect(200)).text.match(/<th scope="row"/g)?.length ?? 0;
		for (let round = 0; round < 2; round += 1) {
			expect(await found("status=New")).toBe(2);
			expect(await found("status=Hold")).toBe(0);
			expect(await found("track=ai-next&page=9")).toBe(2);
			expect(await found("q=nothing-like-it")).toBe(0);
		}
		const actor = { user: { role: "administrator" } } as Actor;
		const total = (q: string) => portal.services.lists.list(actor, "talk", { ...ALL, q }).total;
		for (let number = 0; number < 250; number += 1) expect(total(`never-${number}`)).toBe(0);
		expect(await found("status=New")).toBe(2);
	});
});

describe("a page kept ready for visitors", () => {
	it("is rendered once when it expires, however many requests arrive", async () => {
		const { portal } = await table();
		const visit = () => portal.agent().get("/hangzhou").expect(200);
		await visit();
		const made = vi.spyOn(portal.services.tracks, "options");
		await new Promise((over) => setTimeout(over, 1_100));
		const texts = (await Promise.all(Array.from({ length: 8 }, visit))).map(({ text }) => text);
		expect(new Set(texts).size).toBe(1);
		expect(made).toHaveBeenCalledTimes(1);
	});
});
