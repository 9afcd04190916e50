import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { assigned, committee, idOf, open, PAGE, proposal } from "../support/assignments.ts";
import { sendTalk } from "../support/entries.ts";
import { errorsOf, submitForm, textOfPage } from "../support/form.ts";
import { ADMIN, type TestPortal } from "../support/portal.ts";
import { addReviewer, MARKED, REVIEW, REVIEWER, reviewed } from "../support/reviews.ts";
import { bearerOf } from "../support/sessions.ts";

describe("conflicts of interest", () => {
	const CONFLICTS = "/admin/programmes/hangzhou/conflicts";
	const says = ({ sqlite }: TestPortal) =>
		sqlite.prepare("select entry_id || ' ' || state from conflicts order by entry_id").pluck().all();

	it("are suggested for one organisation or mail domain, not for public providers, and decided by organisers", async () => {
		const portal = await reviewed();
		const admin = await portal.admin();
		const agent = await addReviewer(portal, "li@uni.example");
		await addReviewer(portal, "wang@qq.com");
		await sendTalk(portal, { email: "li@uni.example", org: "Open  University" });
		await sendTalk(portal, { email: "a@uni.example", org: "A" });
		await sendTalk(portal, { email: "b@qq.com", org: "open university" });
		await sendTalk(portal, { email: "c@other.example", org: "C" });
		const page = await open(admin, CONFLICTS);
		const text = textOfPage(page);
		expect(text).toContain("1 entry is a reviewer’s own");
		const standing = parse(page).querySelector("form[aria-labelledby=h-standing]");
		expect(standing?.querySelector("tbody")?.structuredText).toMatch(
			/li@uni\.example[\s\S]*talk-1[\s\S]*own submission/,
		);
		// Nobody can say that it is none.
		expect(standing?.querySelectorAll("input[type=checkbox], button")).toEqual([]);
		expect(text).toContain("same email domain: uni.example");
		expect(text).toContain("same organisation: open university");
		expect(text).not.toContain("qq.com.");
		const id = idOf(portal, "li@uni.example");
		const form = { selector: "main form[aria-labelledby=h-suggested]" };
		const none = await submitForm(admin, page, {}, { ...form, button: "do.confirm" }).expect(422);
		expect(textOfPage(none.text)).toContain("Tick at least one");
		await agent.get("/review/talk-2").expect(200);
		await submitForm(admin, page, { pair: [`2-${id}`] }, { ...form, button: "do.confirm" }).expect(200);
		await submitForm(admin, page, { pair: [`3-${id}`] }, { ...form, button: "do.dismiss" }).expect(200);
		expect(says(portal)).toEqual(["2 found", "3 dismissed"]);
		expect(textOfPage(await open(agent, "/review/talk-2"))).toContain("There is a conflict of interest");
		const back = { selector: "main form[aria-labelledby=h-dismissed]", button: "do.confirm" };
		await submitForm(admin, await open(admin, CONFLICTS), { pair: [`3-${id}`] }, back).expect(200);
		expect(says(portal)).toEqual(["2 found", "3 found"]);
		const chinese = textOfPage((await admin.get(CONFLICTS).set("Accept-Language", "zh")).text);
		expect(chinese).toContain("主办方设定");
	});

	it("are suggested fifty at a time; the others follow once these are decided", async () => {
		const portal = await reviewed();
		const admin = await portal.admin();
		await addReviewer(portal, "li@uni.example");
		await sendTalk(portal, { email: "a@uni.example", org: "A" });
		const columns = (portal.sqlite.pragma("table_info(entries)") as { name: string }[])
			.map(({ name }) => name)
			.filter((name) => name !== "id" && name !== "submission_key")
			.join();
		portal.sqlite.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 51)
			insert into entries (${columns}) select ${columns} from n, entries where id = 1`);
		const page = await open(admin, CONFLICTS);
		expect(textOfPage(page)).toContain("2 more follow once these are decided.");
		const ticks = parse(page).querySelectorAll("form[aria-labelledby=h-suggested] [name=pair]");
		expect(ticks).toHaveLength(50);
		const pair = ticks.map((tick) => tick.getAttribute("value") ?? "");
		const form = { selector: "main form[aria-labelledby=h-suggested]", button: "do.confirm" };
		const told = (await submitForm(admin, page, { pair }, form).expect(200)).text;
		expect(textOfPage(told)).toContain("50 conflicts of interest are set.");
		const others = parse(told).querySelectorAll("form[aria-labelledby=h-suggested] tbody tr");
		expect(others.map((row) => row.querySelectorAll("td")[2]?.textContent)).toEqual(["talk-51", "talk-52"]);
		const token = await bearerOf(portal, ADMIN.email);
		const { body } = await portal
			.agent()
			.get("/api/programmes/hangzhou/conflicts")
			.set("Authorization", `Bearer ${token}`)
			.expect(200);
		expect([body.standing.total, body.standing.pairs.length, body.suggested.total]).toEqual([50, 50, 2]);
	});

	it("are suggested for an organisation however it is written, of all that entries of a reviewer name", async () => {
		const portal = await reviewed();
		const admin = await portal.admin();
		await addReviewer(portal, "li@qq.com");
		await sendTalk(portal, { email: "li@qq.com", org: "ＯＰＥＮ Lab" });
		await sendTalk(portal, { email: "a@other.example", org: "open  LAB" });
		await sendTalk(portal, { email: "b@other.example", org: "Open Labs" });
		const page = parse(await open(admin, CONFLICTS));
		const rows = page.querySelectorAll("form[aria-labelledby=h-suggested] tbody tr");
		expect(rows.map((row) => row.textContent)).toEqual([
			expect.stringMatching(/talk-2.*same organisation: open\s+LAB/s),
		]);
	});

	it("of an organiser are dismissed by somebody else", async () => {
		const { portal, admin } = await committee(1);
		const own = idOf(portal, ADMIN.email);
		portal.sqlite.exec(`insert into conflicts values (1, ${own}, 'found', 1, null)`);
		const form = { selector: "main form[aria-labelledby=h-standing]", button: "do.dismiss" };
		const refused = await submitForm(admin, await open(admin, CONFLICTS), { pair: [`1-${own}`] }, form).expect(422);
		expect(textOfPage(refused.text)).toContain(
			"Someone else decides about entries that you have a conflict of interest with.",
		);
		const token = await bearerOf(portal, ADMIN.email);
		await portal
			.agent()
			.post("/api/programmes/hangzhou/conflicts")
			.set("Authorization", `Bearer ${token}`)
			.send({ pairs: [{ spot: "talk-1", reviewer: own }], isConflict: false })
			.expect(403);
		expect(says(portal)).toEqual(["1 found"]);
	});

	it("that reviewers declare are listed with who and when, mark their assignment, and can be dismissed", async () => {
		const { portal, admin, first, ids } = await committee(1);
		portal.sqlite.exec(`insert into assignments values (1, ${ids[0]}, 'hand', 1, null)`);
		await submitForm(first, await open(first, "/review/talk-1"), {}, { ...REVIEW, button: "do.declare" }).expect(303);
		expect(textOfPage(await open(admin))).toContain(`${REVIEWER}, conflict of interest`);
		expect(textOfPage(await open(admin, proposal("balance", ids)))).toContain("1 assignment does not count");
		const page = await open(admin, CONFLICTS);
		expect(textOfPage(page)).toMatch(/declared by the reviewer.*2025.*reviewer@example\.org/s);
		const post = { entry: "talk-1", reviewer: String(ids[0]), had: "[]", "do.save": "1" };
		portal.sqlite.exec("delete from assignments");
		await admin.post(`${PAGE}?entry=talk-1`).type("form").send(post).set("Sec-Fetch-Site", "same-origin").expect(409);
		expect(assigned(portal)).toEqual([]);
		const form = { selector: "main form[aria-labelledby=h-standing]", button: "do.dismiss" };
		await submitForm(admin, page, { pair: [`1-${ids[0]}`] }, form).expect(200);
		expect(says(portal)).toEqual(["1 dismissed"]);
		expect(errorsOf(await open(first, "/review/talk-1")).list).toEqual([]);
		const forged = { pair: "99-1", "do.confirm": "1" };
		await admin.post(CONFLICTS).type("form").send(forged).set("Sec-Fetch-Site", "same-origin").expect(404);
	});

	it("keep what was typed with the declaration, for when it is taken back", async () => {
		const { first } = await committee(1);
		const declare = { ...REVIEW, button: "do.declare" };
		const typed = { "mark-content": "4", committeeNote: "Half a thought" };
		await submitForm(first, await open(first, "/review/talk-1"), typed, declare).expect(303);
		const page = await open(first, "/review/talk-1");
		expect(page).not.toContain("Half a thought");
		await submitForm(first, page, {}, { selector: "main form", button: "do.take-back" }).expect(303);
		expect(await open(first, "/review/talk-1")).toContain("Half a thought");
	});

	it("can be declared after reviewing has ended, too, while there is something to read", async () => {
		const { portal, first, second } = await committee(1);
		await submitForm(second, await open(second, "/review/talk-1"), MARKED, { ...REVIEW, button: "do.done" }).expect(
			303,
		);
		portal.sqlite.exec("update review_rules set closes_at = 1");
		const page = await open(first, "/review/talk-1");
		expect(textOfPage(page)).toMatch(/Reviewing has ended\.\s.*Other reviews.*Accept/s);
		await submitForm(first, page, {}, { selector: "main form", button: "do.declare" }).expect(303);
		const hidden = await open(first, "/review/talk-1");
		expect(textOfPage(hidden)).not.toContain("Other reviews");
		await submitForm(first, hidden, {}, { selector: "main form", button: "do.take-back" }).expect(303);
		expect(textOfPage(await open(first, "/review/talk-1"))).toContain("Other reviews");
	});
});
