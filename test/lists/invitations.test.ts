import { expect, it } from "vitest";
import { sendRegistration } from "../support/entries.ts";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";

const form = (press?: string) => ({ selector: 'form[method="post"][action^="/admin/forum"]', press });

const stored = (portal: TestPortal) =>
	portal.sqlite
		.prepare("select coalesce(answers ->> '$.invitationConfirmed', '') || ' ' || status from entries order by id")
		.pluck()
		.all();

async function threeRegistrations() {
	const portal = await openPortal();
	for (const name of ["A", "B", "C"]) await sendRegistration(portal, { name });
	return { portal, admin: await portal.admin() };
}

it("an invitation and a status are saved from the table without scripts, of all rows by any button", async () => {
	const { portal, admin } = await threeRegistrations();
	const page = (await admin.get("/admin/forum")).text;
	const chosen = { "invitation-1": "pending", "status-1": "Accept", "invitation-2": "rejected" };
	const one = await submitForm(admin, page, chosen, form("do.save.1")).expect(200);
	expect(textOfPage(one.text)).toContain("3 changes saved.");
	expect(stored(portal)).toEqual(["pending Accept", "rejected New", " New"]);
	expect(shownValue(one.text, "invitation-1")).toBe("pending");
	const all = await submitForm(
		admin,
		one.text,
		{ "invitation-1": "", "invitation-3": "是", "status-3": "Hold" },
		form(),
	).expect(200);
	expect(textOfPage(all.text)).toContain("3 changes saved.");
	expect(stored(portal)).toEqual([" Accept", "rejected New", "是 Hold"]);
	const none = await submitForm(admin, all.text, {}, form()).expect(200);
	expect(textOfPage(none.text)).toContain("Nothing was saved.");
	const log = portal.sqlite
		.prepare(
			`select entry_log.entry_id, type, coalesce(changes, json_object(field, json_array(cast(before as text), after)))
			from entry_log left join edited_answers on log_id = entry_log.id where type <> 'Created' order by entry_log.id`,
		)
		.raw()
		.all();
	expect(log).toEqual([
		[2, "Edited", '{"invitationConfirmed":["null","\\"rejected\\""]}'],
		[1, "Edited", '{"invitationConfirmed":["null","\\"pending\\""]}'],
		[1, "Status", '{"status":{"from":"New","to":"Accept"}}'],
		[3, "Edited", '{"invitationConfirmed":["null","\\"是\\""]}'],
		[1, "Edited", '{"invitationConfirmed":["\\"pending\\"","\\"\\""]}'],
		[3, "Status", '{"status":{"from":"New","to":"Hold"}}'],
	]);
	expect(textOfPage((await admin.get("/admin/forum?status=Hold")).text)).toContain("C");
});

it("an invitation is not saved over someone else's change, and the table shows who changed it to what", async () => {
	const { portal, admin } = await threeRegistrations();
	const page = (await admin.get("/admin/forum")).text;
	await submitForm(admin, page, { "invitation-1": "applying" }, form("do.save.1")).expect(200);
	const late = await submitForm(admin, page, { "invitation-1": "否", "invitation-2": "否" }, form()).expect(409);
	expect(textOfPage(late.text)).toContain("1 change saved.");
	expect(textOfPage(late.text)).toContain(
		`Failed to update status: Entry 1 was not saved: ${ADMIN.email} has just set it to In review.`,
	);
	expect(stored(portal)).toEqual(["applying New", "否 New", " New"]);
	expect(shownValue(late.text, "invitation-1")).toBe("applying");
});

it("an invitation that does not exist changes nothing, and neither does one of another kind of entry", async () => {
	const { portal, admin } = await threeRegistrations();
	const send = (fields: Record<string, string>) => admin.post("/admin/forum").type("form").send(fields);
	const token = shownValue((await admin.get("/admin/forum")).text, "formToken") ?? "";
	await send({ "invitation-1": "maybe", "invited-1": "", formToken: token }).expect(400);
	await portal.db.write(() =>
		portal.sqlite.exec("update entries set category = 'sl-aigc', kind = 'aigc' where id = 2"),
	);
	const other = await send({ "invitation-2": "是", "invited-2": "", formToken: token }).redirects(1).expect(200);
	expect(textOfPage(other.text)).toContain("Nothing was saved.");
	expect(stored(portal)).toEqual([" New", " New", " New"]);
});

it("a value is kept if another one has the same label", async () => {
	const { portal, admin } = await threeRegistrations();
	await portal.db.write(() =>
		portal.sqlite.exec(
			"update entries set answers = json_set(answers, '$.invitationConfirmed', 'confirmed') where id = 1",
		),
	);
	const page = (await admin.set("Accept-Language", "zh").get("/admin/forum")).text;
	expect(shownValue(page, "invitation-1")).toBe("confirmed");
	const options = /<select name="invitation-1".*?<\/select>/s.exec(page)?.[0] ?? "";
	expect([...options.matchAll(/>([^<]+)<\/option/g)].map(([, label]) => label)).toEqual([
		"–",
		"未确认",
		"已确认",
		"启动邀请",
		"正在邀请",
		"已拒绝",
		"申请审批中",
	]);
	await submitForm(admin, page, {}, form()).expect(200);
	expect(stored(portal)[0]).toBe("confirmed New");
});
