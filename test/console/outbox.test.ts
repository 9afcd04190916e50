import { describe, expect, it } from "vitest";
import { NOT_SENT } from "../../app/enumerations.ts";
import { sendRegistration } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";
import { sendTalks } from "../support/talks-sent.ts";

type Admin = Awaited<ReturnType<Awaited<ReturnType<typeof openPortal>>["admin"]>>;

const read = async (admin: Admin, address: string, language: string) =>
	textOfPage((await admin.get(address).set("Accept-Language", language).expect(200)).text);

describe("the outbox", () => {
	it("shows state, attempts and text, cancels what waits, and sends a test mail", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A", email: "li@example.org" });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/mail").expect(200)).text;
		expect(textOfPage(page)).toContain("Email is not set up.");
		const id = portal.sqlite.prepare("select id from outbox where kind = 'receipt'").pluck().get();
		const form = { selector: 'main form[method="post"]', press: `do.cancel.${id}` };
		expect(textOfPage((await submitForm(admin, page, {}, form).expect(200)).text)).toContain(
			"The email was cancelled.",
		);
		expect(textOfPage((await submitForm(admin, page, {}, form).expect(409)).text)).toContain(
			"was already sent or cancelled",
		);
		const test = await submitForm(admin, page, {}, { ...form, press: "do.test" }).expect(200);
		expect(textOfPage(test.text)).toContain("Hangzhou 2025: test email");
		const waiting = textOfPage((await admin.get("/admin/mail?state=cancelled")).text);
		expect(waiting).toContain("li@example.org");
		expect(waiting).toContain(`cancelled by ${ADMIN.email}`);
		expect(waiting).not.toContain("Hangzhou 2025: test email");
	});

	it("puts a cancelled mail back, once, and not after a newer one on the same matter", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A", email: "li@example.org" });
		const admin = await portal.admin();
		const outbox = async (query = "") => (await admin.get(`/admin/mail${query}`).expect(200)).text;
		const id = portal.sqlite.prepare("select id from outbox where kind = 'receipt'").pluck().get();
		const stateOf = () => portal.sqlite.prepare("select state from outbox where id = ?").pluck().get(id);
		const form = { selector: 'main form[method="post"]' };
		const press = (page: string, what: string) => submitForm(admin, page, {}, { ...form, press: `do.${what}.${id}` });
		const cancelled = (await press(await outbox("?state=pending"), "cancel").expect(200)).text;
		expect(textOfPage(cancelled)).toMatch(/The email was cancelled\.\s+Undo/);
		expect(textOfPage((await press(cancelled, "undo").expect(200)).text)).toContain(
			"The email is saved in the outbox.",
		);
		expect(stateOf()).toBe("pending");
		expect(textOfPage((await press(cancelled, "undo").expect(409)).text)).toContain(
			"Only an email that an organiser cancelled can be put back.",
		);
		await press(await outbox(), "cancel").expect(200);
		const listed = await outbox("?state=cancelled");
		await portal.db.write(() =>
			portal.sqlite.exec(`insert into outbox (kind, dedupe_key, entry_id, to_address, subject, body, message_id, state,
				next_at, created_at) select kind, 'newer', entry_id, to_address, subject, body, 'newer', 'sent', next_at,
				created_at from outbox where id = ${id}`),
		);
		expect(textOfPage((await press(listed, "undo").expect(409)).text)).toContain("a newer one has replaced it");
		expect(stateOf()).toBe("cancelled");
	});

	it("does not put back what is no longer true", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		const actor = await organiser(portal);
		const { mailCancelling, letters, invitations, triage } = portal.services;
		portal.sqlite.exec("update entries set status = 'Accept'; delete from outbox");
		await letters.send(actor, { id: 1, kind: "accept" });
		await invitations.send(actor, { email: "sun@example.org", role: "administrator", locale: "en" });
		const ids = portal.sqlite.prepare("select id from outbox order by id").pluck().all() as number[];
		for (const id of ids) expect(await mailCancelling.cancel(actor, id)).toBe(true);
		await triage.change(actor, [{ id: 1, kind: "status", was: "Accept", to: "Hold" }]);
		await invitations.withdraw(actor, invitations.list(actor)[0]?.id ?? "");
		expect(await Promise.all(ids.map((id) => mailCancelling.undo(actor, id)))).toEqual(["outdated", "notCancelled"]);
		expect(await read(admin, "/admin/mail?state=cancelled", "en")).toContain(
			"the entry has changed since the email was written",
		);
	});

	it("finds mails by recipient, subject and reference in any case, and counts those it finds by state", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A", email: "Li@example.org" }, { title: "B", email: "wu@example.org" });
		const admin = await portal.admin();
		portal.sqlite.exec("delete from outbox where kind = 'notice'; update outbox set subject = 'Éclair' where id = 1");
		portal.sqlite.exec("update outbox set state = 'failed' where to_address = 'wu@example.org'");
		const words = async (query: string) =>
			(await read(admin, `/admin/mail${query}`, "en")).match(/^All \d.*(?=\n)/m)?.[0];
		const counted = (all: number, saved: number, failed: number) =>
			`All ${all} Saved ${saved} Sending 0 Sent 0 Failed ${failed} Cancelled 0 Expired 0`;
		expect(await words("")).toBe(counted(2, 1, 1));
		expect(await words("?q=WU%40")).toBe(counted(1, 0, 1));
		expect(await words("?q=%C3%89clair")).toBe(counted(1, 1, 0));
		expect(await words("?q=Talk-2")).toBe(counted(1, 0, 1));
		expect(await words("?q=talk-2+example")).toBe(counted(1, 0, 1));
		expect(await words("?q=aigc-2")).toBe(counted(0, 0, 0));
		const searched = (await admin.get("/admin/mail?q=li%40&state=failed").expect(200)).text;
		expect(textOfPage(searched)).toContain("No emails match.");
		expect(searched).toMatch(/role="search"[\s\S]*name="state" value="failed"/);
	});

	it("says on the team page what became of an invitation, and links to it", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const invited = { email: "sun@example.org", role: "organiser", locale: "en" } as const;
		await portal.services.invitations.send(await organiser(portal), invited);
		const team = async () => (await admin.get("/admin/team").expect(200)).text;
		const states = {
			saved: "Saved in the outbox",
			sending: "Sending",
			sent: "Sent",
			failed: "Failed",
			cancelled: "Cancelled",
		};
		for (const [state, word] of Object.entries(states)) {
			portal.sqlite
				.prepare("update outbox set state = ? where kind = 'invite'")
				.run(state === "saved" ? "pending" : state);
			const page = await team();
			expect(page).toContain(`<a href="/admin/mail?q=sun%40example.org">Email: ${word}</a>`);
		}
		portal.sqlite.exec("delete from outbox");
		expect(textOfPage(await team())).not.toContain("Email: ");
	});

	it('distinguishes "no mails yet" from "none in this state"', async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const admin = await portal.admin();
		const said = (query: string, language = "en") => read(admin, `/admin/mail${query}`, language);
		expect(await said("?state=failed")).toContain("There are no emails in this state.");
		expect(await said("?state=failed")).not.toContain("There are no emails yet.");
		expect(await said("?state=failed", "zh")).toContain("没有处于此状态的邮件。");
		await portal.db.write(() => portal.sqlite.exec("delete from outbox"));
		expect(await said("")).toContain("There are no emails yet.");
	});
});

describe("why a mail did not leave", () => {
	const causes = [
		[NOT_SENT.restored, "restored from a backup; it may have been sent since", "从备份恢复，备份之后可能已经发出"],
		[NOT_SENT.organiser, "by an organiser", "由主办方操作"],
		["550 no such user", "550 no such user", "550 no such user"],
	] as const;

	it.each(causes)("is said in the language of the page in its dialog as in the outbox: %s", async (stored, en, zh) => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		const guest = await sendRegistration(portal);
		const admin = await portal.admin();
		portal.sqlite.exec("update entries set status = 'Accept'; delete from outbox");
		const form = { selector: "main form", press: "do.send" };
		const dialogs = ["/admin/proposals?modal=email&id=1", `/admin/forum?modal=email&id=${guest}`];
		for (const dialog of dialogs) await submitForm(admin, (await admin.get(dialog)).text, {}, form).expect(200);
		portal.sqlite.prepare("update outbox set state = 'failed', last_error = ?").run(stored);
		for (const address of [...dialogs, "/admin/mail?state=failed"]) {
			expect(await read(admin, address, "en")).toContain(en);
			expect(await read(admin, address, "zh")).toContain(zh);
		}
	});
});
