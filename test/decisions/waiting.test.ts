import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { linkIn } from "../support/accounts.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";
import { place } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";
import { openMailbox, until } from "../support/smtp.ts";
import { adminBearer } from "../support/talks-sent.ts";
import { WAITING_LISTS as PAGE, score, shownLists as shown, waiting } from "../support/waiting.ts";

const PROMOTE = { selector: "main form:has([name=seen])", button: "do.promote" };

const mails = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select kind, entry_id from outbox where kind in ('accept', 'hold') order by id").raw().all();
const status = ({ sqlite }: TestPortal, id: number) =>
	sqlite.prepare("select status, coalesce(told_status, status) as told from entries where id = ?").get(id);

describe("the waiting lists", () => {
	it("have an order by track that buttons and drops change, each in its own track", async () => {
		const portal = await openPortal();
		const [one = 0, two = 0, three = 0] = await waiting(portal, ["First", "Second", "Third"]);
		const [other = 0] = await waiting(portal, ["Elsewhere"], "agentic-web");
		const admin = await portal.admin();
		expect(await shown(admin)).toEqual({ "AI Next": ["First", "Second", "Third"], "Agentic Web": ["Elsewhere"] });
		const post = async (fields: object) => {
			const { text } = await admin.get(PAGE).expect(200);
			const token = parse(text).querySelector("[name=formToken]")?.getAttribute("value") ?? "";
			await admin
				.post(PAGE)
				.type("form")
				.send({ formToken: token, ...fields })
				.expect(303);
		};
		await post({ "do.up": three });
		await post({ "do.down": one });
		expect((await shown(admin))["AI Next"]).toEqual(["Third", "First", "Second"]);
		await post({ "do.place": two, before: three });
		expect((await shown(admin))["AI Next"]).toEqual(["Second", "Third", "First"]);
		// Another track, the end of the list and what is not there change nothing.
		for (const fields of [{ "do.place": two, before: other }, { "do.up": two }, { "do.down": one }]) await post(fields);
		expect(await shown(admin)).toEqual({ "AI Next": ["Second", "Third", "First"], "Agentic Web": ["Elsewhere"] });
		const { text } = await admin.get(PAGE);
		const token = parse(text).querySelector("[name=formToken]")?.getAttribute("value") ?? "";
		await admin.post(PAGE).type("form").send({ formToken: token, "do.up": 999 }).expect(409);

		// Who comes back to the list stands at its end.
		const bearer = await adminBearer(portal);
		for (const status of ["Reject", "Hold"])
			await portal.agent().patch(`/api/entries/${two}`).set("Authorization", bearer).send({ status }).expect(200);
		expect((await shown(admin))["AI Next"]).toEqual(["Third", "First", "Second"]);
	});

	it("stand in the order of the tracks, and a talk that waits alone cannot be moved", async () => {
		const portal = await openPortal();
		await waiting(portal, ["First", "Second"]);
		await waiting(portal, ["Elsewhere"], "agentic-web");
		const admin = await portal.admin();
		expect(Object.entries(await shown(admin))).toEqual([
			["Agentic Web", ["Elsewhere"]],
			["AI Next", ["First", "Second"]],
		]);
		const rows = parse((await admin.get(PAGE).expect(200)).text).querySelectorAll("#reorder tbody tr");
		expect(rows.map((row) => row.querySelectorAll("[data-drag], [name='do.up'], [name='do.down']").length)).toEqual([
			0, 3, 3,
		]);
	});

	it("are ordered by the scores of reviewers; who has none stands at the end", async () => {
		const portal = await openPortal();
		const [, two = 0, three = 0] = await waiting(portal, ["First", "Second", "Third"]);
		const admin = await portal.admin();
		expect((await admin.get(PAGE)).text).not.toContain("by-score");
		await score(portal, { [two]: 2, [three]: 5 });
		const page = (await admin.get(PAGE).expect(200)).text;
		const ordered = await submitForm(admin, page, {}, { selector: "main form[method=post]", button: "do.by-score" });
		expect(textOfPage(ordered.text)).toContain("The list “AI Next” is ordered by the scores of reviewers.");
		expect((await shown(admin))["AI Next"]).toEqual(["Third", "Second", "First"]);
		// One talk has no order.
		await portal.db.write(() => void portal.sqlite.exec(`update entries set status = 'New' where id <> ${three}`));
		expect((await admin.get(PAGE)).text).not.toContain("by-score");
	});

	it("lead to where a track is chosen for the talks that have none", async () => {
		const portal = await openPortal();
		const [id = 0] = await waiting(portal, ["First"]);
		await waiting(portal, ["Second"]);
		portal.sqlite.exec(`update entries set track_id = 'assign-me' where id = ${id}`);
		const admin = await portal.admin();
		const page = parse((await admin.get(PAGE).expect(200)).text);
		const list = page.querySelectorAll("#reorder fieldset").find((one) => one.querySelector("h2")?.text === "No track");
		const link = list?.querySelector("p > a");
		expect(textOfPage(list?.toString() ?? "")).not.toContain("slots");
		expect(link?.text).toBe("These talks need a track first.");
		const there = textOfPage(
			(await admin.get(link?.getAttribute("href")?.replace("&amp;", "&") ?? "").expect(200)).text,
		);
		expect(there).toContain("First");
		expect(there).not.toContain("Second");
	});

	it("promote who is next when a place becomes free, and tell them with the email that was shown", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		const [held = 0] = await sendAccepted(portal, ["Accepted"]);
		const key = linkIn(portal, "receipt");
		await place(portal, held, ["day1", "ai-next", "10:00"]);
		const [next = 0] = await waiting(portal, ["Compilers", "Kernels"]);
		portal.sqlite.exec("delete from outbox");
		const admin = await portal.admin();
		await set(admin, "hangzhou", { confirmBy: "2025-09-01" });
		const guest = portal.agent();
		await guest.post(key).type("form").send({ "do.decline": "1", reason: "Ill" }).expect(303);
		portal.sqlite.exec("delete from outbox");

		expect(textOfPage((await admin.get("/admin")).text)).toContain("1 place is free and a talk waits for it");
		const board = parse((await admin.get("/admin/schedule")).text);
		const offer = board.querySelector(`a[href="${PAGE}?promote=${next}"]`);
		expect(offer?.text).toBe("next: Compilers");
		expect(textOfPage((await admin.get(PAGE)).text)).toContain("1 place has become free.");

		const page = (await admin.get(`${PAGE}?promote=${next}`).expect(200)).text;
		expect(parse(page).querySelector("pre")?.text).toContain("your talk “Compilers” was accepted");
		expect(page).toContain("?key=…");
		expect(status(portal, next)).toEqual({ status: "Hold", told: "Hold" });
		const clicks = await Promise.all([0, 1].map(() => submitForm(admin, page, {}, PROMOTE)));
		expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect(mails(portal)).toEqual([["accept", next]]);
		expect(status(portal, next)).toEqual({ status: "Accept", told: "Accept" });
		portal.start();
		await until(() => mailbox.mails.length === 1);
		expect(mailbox.mails[0]?.text).toMatch(/\?key=[\w.-]{20,}/);
		expect((await shown(admin))["AI Next"]).toEqual(["Kernels"]);
		// The place itself is given on the board.
		expect(textOfPage((await admin.get("/admin/schedule")).text)).toContain("Compilers");
	});

	it("promote nothing that changed since it was looked at", async () => {
		const portal = await openPortal();
		const [one = 0] = await waiting(portal, ["Compilers"]);
		portal.sqlite.exec("delete from outbox");
		const admin = await portal.admin();
		const page = (await admin.get(`${PAGE}?promote=${one}`).expect(200)).text;
		portal.sqlite.exec(`insert into decision_letters values (${one}, 'accept', 'Subject', 'Another text', 1, null)`);
		const answer = await submitForm(admin, page, {}, PROMOTE);
		expect([answer.status, textOfPage(answer.text)]).toEqual([409, expect.stringContaining("Nothing was changed:")]);
		expect([mails(portal), status(portal, one)]).toEqual([[], { status: "Hold", told: "Hold" }]);
		// Whoever does not wait any more cannot be promoted: the lists are shown.
		portal.sqlite.exec(`update entries set status = 'Reject' where id = ${one}`);
		expect(textOfPage((await admin.get(`${PAGE}?promote=${one}`).expect(200)).text)).toContain("No talk is on hold.");
	});

	it("tell on the pages at once where no email leaves, of a call that holds statuses back", async () => {
		const portal = await openPortal();
		const [one = 0] = await waiting(portal, ["Compilers"]);
		portal.sqlite.exec("delete from outbox; update programmes set tells = 'when released'");
		portal.sqlite.exec("update entries set told_status = 'New'");
		const admin = await portal.admin();
		const page = (await admin.get(`${PAGE}?promote=${one}`).expect(200)).text;
		const done = await submitForm(admin, page, {}, PROMOTE).expect(200);
		expect(textOfPage(done.text)).toContain("“Compilers” was promoted. The email was saved in the outbox.");
		expect(status(portal, one)).toEqual({ status: "Accept", told: "Accept" });
	});
});
