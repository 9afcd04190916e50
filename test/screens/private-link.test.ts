import { describe, expect, it } from "vitest";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { portrait, talk } from "../support/talks.ts";

/** The private link in the newest receipt, as a path. */
function linkIn(portal: TestPortal): string {
	const body = String(portal.sqlite.prepare("select body from outbox order by id desc").pluck().get());
	const address = /https?:\/\/\S+/.exec(body)?.[0] ?? "";
	return address.slice(new URL(address).origin.length);
}

async function submitted(portal: TestPortal, changes: Record<string, string> = {}) {
	const agent = portal.agent();
	const filling = talk({ ...changes, file: await portrait() });
	await submitForm(agent, (await agent.get("/hangzhou")).text, filling).expect(303);
	return filling;
}

describe("the private link of a receipt", () => {
	it("shows the whole entry to its holder, and reading changes nothing", async () => {
		const portal = await openPortal();
		await submitted(portal, { title: "Mine", details: "for the organisers" });
		const before = portal.db.version();
		const page = await portal.agent().get(linkIn(portal)).expect(200);
		for (const text of ["Mine", "for the organisers", "talk-1", "New", "Consent", "Given"])
			expect(textOfPage(page.text)).toContain(text);
		expect(page.headers["cache-control"]).toContain("private");
		expect(portal.db.version()).toBe(before);
	});

	it("leads to a form filled with everything, the photo too, that saves the change", async () => {
		const portal = await openPortal();
		const filling = await submitted(portal, {
			title: "First title",
			mastodon: "@me@social.example",
			tracks: "ai-next",
			language: "Chinese",
		});
		const agent = portal.agent();
		const page = (await agent.get(linkIn(portal))).text;
		const edit = /<a class="button primary" href="([^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
		const form = (await agent.get(edit).expect(200)).text;
		for (const [name, value] of Object.entries(filling)) {
			if (typeof value === "string") expect([name, shownValue(form, name)]).toEqual([name, value]);
		}
		expect(form).toContain("Photo received: portrait.jpg");
		const saved = await submitForm(agent, form, { title: "Second title" }).expect(303);
		expect(saved.headers.location ?? "").toMatch(/\/thank-you\?entry=talk-1#$/);
		const rows = portal.sqlite.prepare("select id, title, photo is not null as photo from entries").all();
		expect(rows).toEqual([{ id: 1, title: "Second title", photo: 1 }]);
		const edits = "select type, field, cast(before as text), after from entry_log join edited_answers on log_id = id";
		expect(portal.sqlite.prepare(edits).raw().all()).toEqual([["Edited", "title", '"First title"', '"Second title"']]);
	});

	it("is worth nothing when altered, for another entry, or for an entry that does not exist: all look the same", async () => {
		const portal = await openPortal();
		await submitted(portal);
		const link = linkIn(portal);
		await submitted(portal);
		const key = link.split("key=")[1] ?? "";
		const agent = portal.agent();
		const answers = [];
		for (const path of [
			"/entry/talk-1",
			`/entry/talk-1?key=${key.slice(0, -1)}`,
			`/entry/talk-2?key=${key}`,
			`/entry/talk-99?key=${key}`,
			`/entry/nonsense?key=${key}`,
			`/hangzhou?spot=talk-2&key=${key}`,
		]) {
			const { status, text } = await agent.get(path);
			answers.push([status, textOfPage(text)]);
		}
		expect(new Set(answers.map(String)).size).toBe(1);
		expect(answers[0]?.[0]).toBe(404);
		await agent.post(`/hangzhou?spot=talk-2&key=${key}`).field("title", "Stolen").expect(404);
		await agent.post("/hangzhou?spot=talk-2").field("title", "Stolen").expect(401);
		expect(portal.sqlite.prepare("select count(*) from entries where title = 'Stolen'").pluck().get()).toBe(0);
	});

	it("stops working when the entry's link version is raised", async () => {
		const portal = await openPortal();
		await submitted(portal);
		const link = linkIn(portal);
		portal.sqlite.exec("update entries set link_version = 2");
		await portal.agent().get(link).expect(404);
	});
});
