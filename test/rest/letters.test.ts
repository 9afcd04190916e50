import { describe, expect, it } from "vitest";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { openMailbox } from "../support/smtp.ts";
import { adminBearer, sendTalks } from "../support/talks-sent.ts";

const accept = (portal: TestPortal) => portal.sqlite.exec("update entries set status = 'Accept' where id = 1");
const letters = (portal: TestPortal) =>
	portal.sqlite.prepare("select state from outbox where kind = 'accept' order by id").pluck().all();

describe("POST /api/mailer/status", () => {
	it("sends once: 200, then 409; another address or status is refused with the reason", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		await sendTalks(portal, { title: "A", email: "li@example.org" });
		const bearer = await adminBearer(portal);
		const call = (body: object) => portal.agent().post("/api/mailer/status").set("Authorization", bearer).send(body);
		const right = { id: 1, email: "li@example.org", status: "Accept" };
		const refused = async (body: object) => (await call(body).expect(409)).body.error;
		expect(await refused(right)).toBe("LETTER_STATUS");
		accept(portal);
		expect(await refused({ ...right, email: "stranger@example.org" })).toBe("LETTER_ADDRESS");
		await call({ ...right, status: "Hold" }).expect(400);
		await call({ ...right, id: 99 }).expect(404);
		const { body } = await call(right).expect(200);
		expect(body).toEqual({ success: true, message: "Acceptance email sent successfully!" });
		const twice = await call(right).expect(409);
		expect(twice.body.message).toBe("This email is already in the outbox. It can be sent only once.");
		const details = await (await portal.admin()).get("/admin/proposals?modal=details&id=1");
		expect(textOfPage(details.text)).toMatch(new RegExp(`Email sent · Accept · ${ADMIN.email}`));
		expect(letters(portal)).toEqual(["sent"]);
	});

	it("refuses emails that no form could have sent", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A" });
		accept(portal);
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals?modal=email&id=1").expect(200)).text;
		const typed = [
			{ subject: "x".repeat(301), body: "y" },
			{ subject: "x", body: "y".repeat(20_001) },
			{ subject: "two\nlines", body: "y" },
			{ subject: "x", body: "a\u0000b" },
		];
		for (const letter of typed) {
			const answer = await submitForm(admin, page, letter, { selector: "main form", press: "do.send" });
			expect(answer.status).toBeGreaterThanOrEqual(400);
			expect(answer.status).toBeLessThan(500);
		}
		const long = await submitForm(admin, page, typed[0] ?? {}, { selector: "main form", press: "do.send" }).expect(422);
		expect(textOfPage(long.text)).toContain("The subject or the text of the email is missing or too long.");
		expect(shownValue(long.text, "subject")).toBe("x".repeat(301));
		expect(letters(portal)).toEqual([]);
	});

	it("of twenty at once one sends", async () => {
		const portal = await openPortal();
		await sendTalks(portal, { title: "A", email: "li@example.org" });
		const bearer = await adminBearer(portal);
		accept(portal);
		const call = () =>
			portal
				.agent()
				.post("/api/mailer/status")
				.set("Authorization", bearer)
				.send({ id: 1, email: "li@example.org", status: "Accept" });
		const codes = (await Promise.all(Array.from({ length: 20 }, call))).map(({ status }) => status).sort();
		expect(codes).toEqual([202, ...Array(19).fill(409)]);
		expect(letters(portal)).toEqual(["pending"]);
	});
});
