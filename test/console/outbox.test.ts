import { describe, expect, it } from "vitest";
import { NOT_SENT } from "../../app/enumerations.ts";
import { sendRegistration } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
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
		expect(textOfPage(page)).toContain("No mail server is configured.");
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
		[NOT_SENT.organiser, "cancelled by an organiser", "由主办方取消"],
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
