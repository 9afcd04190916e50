import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { sendRegistration, sendWork } from "../support/entries.ts";
import { type Filling, shownValue, submitForm } from "../support/form.ts";
import { column } from "../support/keyboard.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { sendTalks } from "../support/talks-sent.ts";

type Admin = Awaited<ReturnType<TestPortal["admin"]>>;

/** The sentences of a page that says what went wrong. */
const alert = (html: string) =>
	parse(html)
		.querySelectorAll("main [role=alert] p")
		.map(({ text }) => text.trim());

const FAILS = "create trigger fails before update on entries begin select raise(abort, 'broken'); end";

/** Without scripts, as the form of a page is sent. */
async function send(admin: Admin, path: string, filling: Filling, press?: string) {
	const page = (await admin.get(path).expect(200)).text;
	const selector = path.includes("modal=details") ? "form.reading-tools" : "form:has(tbody)";
	return (change: () => void) => {
		change();
		return submitForm(admin, page, filling, press ? { selector, press } : { selector });
	};
}

describe("a status that is not saved says so before the reason, without scripts too", () => {
	const someoneFaster = "Failed to update status: Entry 1 was not saved: someone has just set it to Accept.";

	it.each([
		["/admin/proposals", (portal: TestPortal) => sendTalks(portal, { title: "A" })],
		["/admin/aigc", (portal: TestPortal) => sendWork(portal, { title: "A" })],
		["/admin/forum", (portal: TestPortal) => sendRegistration(portal, { name: "A" })],
	])(
		"in %s and in the entry that is read there, if someone else was faster; the page has their choice",
		async (path, add) => {
			const portal = await openPortal();
			await add(portal);
			const admin = await portal.admin();
			for (const address of [path, `${path}?modal=details&id=1`]) {
				portal.sqlite.exec("update entries set status = 'New'");
				const sent = await send(admin, address, { "status-1": "Hold" });
				const refused = await sent(() => portal.sqlite.exec("update entries set status = 'Accept'")).expect(409);
				expect(alert(refused.text)).toEqual([someoneFaster]);
				expect([shownValue(refused.text, "was-1"), column(portal, "status")]).toEqual(["Accept", ["Accept"]]);
			}
		},
	);

	it("if the server cannot store it, with the choice kept", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A", tracks: "ai-next" });
		const admin = await portal.admin();
		const message = "Someone else changed this at the same time. Reload the page.";
		for (const [filling, what] of [
			[{ "status-1": "Hold" }, "status"],
			[{ "track-1": "embodied-ai" }, "track"],
		] as const) {
			const sent = await send(admin, "/admin/proposals", filling);
			const refused = await sent(() => portal.sqlite.exec(FAILS)).expect(409);
			portal.sqlite.exec("drop trigger fails");
			expect(alert(refused.text)).toEqual([`Failed to update ${what}: ${message}`]);
			expect(shownValue(refused.text, `${what}-1`)).toBe(Object.values(filling)[0]);
		}
		expect([column(portal, "status"), column(portal, "track_id")]).toEqual([["New"], ["ai-next"]]);
	});

	it("for several rows: which were refused, and how many were saved", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" }, { title: "B" });
		const admin = await portal.admin();
		const sent = await send(admin, "/admin/proposals", { "status-1": "Hold", "status-2": "Hold" });
		const refused = await sent(() => portal.sqlite.exec("update entries set status = 'Accept' where id = 1"));
		expect(alert(refused.text)).toEqual(["1 change saved.", someoneFaster]);
		expect(column(portal, "status")).toEqual(["Accept", "Hold"]);
	});

	it("for ticked rows, by the action that was asked for", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" }, { title: "B" });
		const admin = await portal.admin();
		const bulk = async (what: string, filling: Filling, change = () => {}) =>
			alert((await (await send(admin, "/admin/proposals", filling, `do.bulk-${what}`))(change)).text);
		expect(await bulk("status", { "bulk-status": "Hold" })).toEqual([
			"Failed to update status: Select at least one row first.",
		]);
		expect(await bulk("track", { ids: ["1"] })).toEqual(["Failed to update track: Choose a value first."]);
		const broken = () => portal.sqlite.exec(FAILS);
		expect(await bulk("status", { ids: ["1", "2"], "bulk-status": "Hold" }, broken)).toEqual([
			"Failed to update status: Someone else changed this at the same time. Reload the page.",
		]);
		portal.sqlite.exec("drop trigger fails");
		expect(await bulk("status", { ids: ["1", "2"], "bulk-status": "Hold" })).toEqual([]);
		const undo = await send(admin, "/admin/proposals", {}, "do.undo");
		const undone = await undo(() => portal.sqlite.exec("update entries set status = 'Accept' where id = 1"));
		expect(alert(undone.text)).toEqual(["Undone for 1 entry.", someoneFaster.replace("someone", ADMIN.email)]);
	});

	it("in Chinese", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		admin.set("Accept-Language", "zh");
		const sent = await send(admin, "/admin/proposals", { "status-1": "Hold" });
		const refused = await sent(() => portal.sqlite.exec("update entries set status = 'Accept'"));
		expect(alert(refused.text)).toEqual([expect.stringMatching(/^状态更新失败：编号1未保存：/)]);
	});
});

it("an organiser who may no longer change a status is not told of a status", async () => {
	const portal = await openPortal();
	await sendTalks(portal, { title: "A" });
	const admin = await portal.admin();
	const sent = await send(admin, "/admin/proposals", { "status-1": "Hold" });
	const denied = await sent(() => portal.sqlite.exec(`update users set is_admin = 0 where email = '${ADMIN.email}'`));
	expect(denied.text).not.toContain("Failed to update status");
});
