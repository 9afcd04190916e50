import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { submitForm } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { multiplyAccepted } from "../support/schedule.ts";
import { adminBearer, TABLE } from "../support/talks-sent.ts";
import { shownLists, WAITING_LISTS, waiting } from "../support/waiting.ts";

const PROMOTE = { selector: "main form:has([name=seen])", button: "do.promote" };

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

const post = (admin: Agent, path: string, fields: object) =>
	admin.post(path).set("Sec-Fetch-Site", "same-origin").type("form").send(fields);

async function change(portal: TestPortal, id: number, fields: object) {
	const bearer = await adminBearer(portal);
	await portal.agent().patch(`/api/entries/${id}`).set("Authorization", bearer).send(fields).expect(200);
}

describe("the place on a waiting list", () => {
	it("is the last one for a talk that comes from another track", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0] = await waiting(portal, ["First", "Second"]);
		const [other = 0, further = 0] = await waiting(portal, ["Elsewhere", "Further"], "agentic-web");
		const admin = await portal.admin();
		await post(admin, WAITING_LISTS, { "do.up": two }).expect(303);
		await post(admin, WAITING_LISTS, { "do.up": further }).expect(303);
		await change(portal, further, { tracks: "ai-next" });
		expect(await shownLists(admin)).toEqual({
			"AI Next": ["Second", "First", "Further"],
			"Agentic Web": ["Elsewhere"],
		});
		// Also where the author chooses another track.
		await post(admin, WAITING_LISTS, { "do.up": further }).expect(303);
		const { text } = await admin.get(`/admin/editor?spot=talk-${two}`).expect(200);
		await submitForm(admin, text, { tracks: "agentic-web" }, { selector: "form.programme" });
		expect(await shownLists(admin)).toEqual({
			"AI Next": ["Further", "First"],
			"Agentic Web": ["Elsewhere", "Second"],
		});
		expect([one, other].every(Boolean)).toBe(true);
	});

	it("comes back with the undo of a bulk change", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0, three = 0] = await waiting(portal, ["First", "Second", "Third"]);
		const admin = await portal.admin();
		await post(admin, WAITING_LISTS, { "do.place": three, before: one }).expect(303);
		const order = { "AI Next": ["Third", "First", "Second"] };
		expect(await shownLists(admin)).toEqual(order);
		const all = `ids=${one}&ids=${two}&ids=${three}&bulk-status=Reject&do.bulk-status=1`;
		await admin.post("/admin/proposals").set("Sec-Fetch-Site", "same-origin").type("form").send(all).redirects(1);
		expect(await shownLists(admin)).toEqual({});
		const page = (await admin.get("/admin/proposals")).text;
		await submitForm(admin, page, {}, { ...TABLE, press: "do.undo" }).expect(200);
		expect(await shownLists(admin)).toEqual(order);
	});

	it("is one of those shown: a drop below the last of them leaves a talk in sight", async () => {
		const portal = await openPortal();
		const ids = await multiplyAccepted(portal, 102);
		await portal.db.write(() => portal.sqlite.exec("update entries set status = 'Hold'"));
		const admin = await portal.admin();
		const lastShown = async () =>
			Object.values(await shownLists(admin)).map((titles) => [titles.length, titles.at(-1)]);
		expect(await lastShown()).toEqual([[100, "Talk 100"]]);
		await post(admin, WAITING_LISTS, { "do.place": ids[0], before: "" }).expect(303);
		expect(await lastShown()).toEqual([[100, "Copied"]]);
		const page = parse((await admin.get(WAITING_LISTS)).text);
		expect(page.querySelectorAll('button[name="do.down"]').at(-1)?.hasAttribute("disabled")).toBe(true);
	});
});

it("a promotion writes its email also to who was accepted by one before they were put on hold", async () => {
	const portal = await openPortal();
	const [id = 0] = await waiting(portal, ["Compilers"]);
	const mail = `insert into outbox (entry_id, kind, dedupe_key, to_address, subject, body, message_id, state, created_at, next_at)
		values (${id}, 'accept', 'accept:${id}', 'one@example.org', 'Accepted', 'Once', 'one', 'sent', 1, 1)`;
	await portal.db.write(() => portal.sqlite.exec(mail));
	const admin = await portal.admin();
	const page = (await admin.get(`${WAITING_LISTS}?promote=${id}`).expect(200)).text;
	expect(parse(page).querySelector("pre")?.text).toContain("your talk “Compilers” was accepted");
	await submitForm(admin, page, {}, PROMOTE).expect(200);
	expect(
		portal.sqlite.prepare("select dedupe_key, state from outbox where kind = 'accept' order by id").raw().all(),
	).toEqual([
		[`accept:${id}`, "sent"],
		[`accept:${id}:2`, "pending"],
	]);
});
