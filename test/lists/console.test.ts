import { describe, expect, it } from "vitest";
import { APPLIED, sendArtwork, sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { shownValue, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { openMailbox, until } from "../support/smtp.ts";
import { columnOf, headings, rowsOf } from "../support/table.ts";

const table = (base: string, press?: string) => ({ selector: `form[method="post"][action^="${base}"]`, press });

describe("the organisers' table of the showcase", () => {
	it("has boxes and statuses, a filter by track, and every answer in the details", async () => {
		const portal = await openPortal();
		await sendWork(portal, { title: "Tutor" });
		await sendArtwork(portal, { artworkTitle: "夜光", email: "glow@example.org" });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/aigc").expect(200)).text;
		expect(headings(page)).toEqual(["", "ID", "Name", "Affiliation", "Country", "Title", "Type", "Status", "Details"]);
		expect(columnOf(page, "Title")).toEqual(["夜光 aigc-2", "Tutor aigc-1"]);
		expect(textOfPage(page)).toContain("AIGC 2\nLast received: 1 Jul 2025 10:00");
		expect(page.match(/name="ids"/g)).toHaveLength(2);
		const applied = (await admin.get("/admin/aigc").query({ spotlightTrack: APPLIED })).text;
		expect(columnOf(applied, "Title")).toEqual(["Tutor aigc-1"]);
		expect(columnOf((await admin.get("/admin/aigc?spotlightTrack=Nonsense")).text, "Title")).toHaveLength(2);
		const details = (await admin.get("/admin/aigc?modal=details&id=2").expect(200)).text;
		expect(titleOf(details)).toBe("夜光 — Hangzhou 2025 Call For Proposals");
		for (const part of [
			"AIGC Submission Details",
			"glow@example.org",
			"+86 138 0000 0000",
			"Dark room",
			"Submitted · New",
		])
			expect(textOfPage(details)).toContain(part);
		await sendTalk(portal);
		await admin.get("/admin/aigc?modal=details&id=3").expect(404);
		await admin.get("/admin/aigc?modal=email&id=2").expect(404);
	});

	it("saves a status without scripts, and not over someone else's", async () => {
		const portal = await openPortal();
		await sendWork(portal);
		const admin = await portal.admin();
		const page = (await admin.get("/admin/aigc")).text;
		const saved = await submitForm(admin, page, { "status-1": "Accept" }, table("/admin/aigc", "do.save.1")).expect(
			200,
		);
		expect(textOfPage(saved.text)).toContain("1 change saved.");
		const late = await submitForm(admin, page, { "status-1": "Reject" }, table("/admin/aigc", "do.save.1")).expect(409);
		expect(textOfPage(late.text)).toContain(
			`Failed to update status: Entry 1 was not saved: ${ADMIN.email} has just set it to Accept.`,
		);
		expect(portal.sqlite.prepare("select status from entries").pluck().all()).toEqual(["Accept"]);
	});
});

describe("the organisers' table of nominations", () => {
	it("shows the projects of all calls, sorted as asked, with everything in the details", async () => {
		const portal = await openPortal();
		await sendProject(portal, { projectname: "Beta", ownername: "Anna", owneremail: "anna@example.org" });
		await sendProject(portal, { projectname: "Alpha", ownername: "Zoë" });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/nominations").expect(200)).text;
		expect(headings(page)).toEqual(["", "ID", "Project", "Nominator", "Owner", "Call", "Updated", "Status", "Details"]);
		expect(columnOf(page, "Project")).toEqual(["Alpha nomination-2", "Beta nomination-1"]);
		expect(columnOf((await admin.get("/admin/nominations?sort=ownername")).text, "Project")).toEqual([
			"Beta nomination-1",
			"Alpha nomination-2",
		]);
		expect(columnOf((await admin.get("/admin/nominations?q=anna@")).text, "Project")).toEqual([
			"Beta nomination-1 Owner Email: anna@example.org",
		]);
		const details = (await admin.get("/admin/nominations?modal=details&id=1").expect(200)).text;
		expect(textOfPage(details)).toContain("anna@example.org");
	});
});

describe("the table of registrations", () => {
	it("filters by country, theme and invitation; both have labels in the reader's language", async () => {
		const portal = await openPortal();
		await sendRegistration(portal, { name: "A", forumTopic: '["ai-education","ai-ethics-governance"]' });
		await sendRegistration(portal, { name: "B", countryRegion: "法国", forumTopic: '["ai-evolution"]' });
		await sendRegistration(portal, { name: "C", countryRegion: "新加坡" });
		const set = (id: number, value: string) =>
			portal.sqlite
				.prepare("update entries set answers = json_set(answers, '$.invitationConfirmed', ?) where id = ?")
				.run(value, id);
		await portal.db.write(() => {
			set(1, "是");
			set(2, "confirmed");
			set(3, "applying");
		});
		const admin = await portal.admin();
		const at = async (query: Record<string, string>) => (await admin.get("/admin/forum").query(query).expect(200)).text;
		const page = await at({});
		expect(headings(page)).toEqual([
			"",
			"#",
			"Name",
			"Organisation",
			"Country",
			"Themes",
			"Updated",
			"Invitation",
			"Status",
			"Details",
		]);
		expect([1, 2, 3].map((id) => shownValue(page, `invitation-${id}`))).toEqual(["是", "confirmed", "applying"]);
		expect(page).toMatch(/<select name="invitation-2"[^>]*>.*?<option value="confirmed" selected="">Confirmed</);
		expect(columnOf(page, "Themes")).toEqual([
			"AI and education",
			"The evolution of AI",
			"AI and education, AI ethics and governance",
		]);
		expect(columnOf(await at({ countryRegion: "法国" }), "Name")).toEqual(["B forum-2"]);
		expect(columnOf(await at({ forumTopic: "ai-education" }), "Name")).toEqual(["C forum-3", "A forum-1"]);
		expect(columnOf(await at({ invitationConfirmed: "是" }), "Name")).toEqual(["B forum-2", "A forum-1"]);
		expect(columnOf(await at({ countryRegion: "Atlantis", invitationConfirmed: "x" }), "Name")).toHaveLength(3);
		const offered = (name: string) =>
			[...(new RegExp(`<select name="${name}">.*?</select>`, "s").exec(page)?.[0] ?? "").matchAll(/>([^<]+)<\/option/g)]
				.map(([, label]) => label)
				.slice(1);
		expect(offered("countryRegion")).toEqual([
			"China",
			"France",
			"United States",
			"United Kingdom",
			"Germany",
			"Japan",
			"South Korea",
			"Singapore",
		]);
		expect(columnOf(page, "Country")).toEqual(["Singapore", "France", "China"]);
		const chinese = (await admin.get("/admin/forum").set("Accept-Language", "zh")).text;
		expect(columnOf(chinese, "国家")).toEqual(["新加坡", "法国", "中国"]);
		expect(chinese).toMatch(/<select name="invitation-2"[^>]*>.*?<option value="confirmed" selected="">已确认</);
		expect(offered("invitationConfirmed")).toEqual([
			"Confirmed",
			"Unconfirmed",
			"Started",
			"Inviting",
			"Declined",
			"In review",
		]);
	});

	it("cuts themes at 50 characters; the details have them whole", async () => {
		const portal = await openPortal();
		await sendRegistration(portal, { forumTopic: '["ai-education","ai-evolution","ai-ethics-governance"]' });
		const admin = await portal.admin();
		const [themes = ""] = columnOf((await admin.get("/admin/forum")).text, "Themes");
		expect(themes).toBe("AI and education, The evolution of AI, AI ethics a…");
		const details = (await admin.get("/admin/forum?modal=details&id=1").expect(200)).text;
		expect(textOfPage(details)).toContain("AI and education, The evolution of AI, AI ethics and governance");
	});

	it("saves the organisers' notes on the way to the next registration, without scripts", async () => {
		const portal = await openPortal();
		for (const name of ["First", "Second"]) await sendRegistration(portal, { name });
		const admin = await portal.admin();
		const page = (await admin.get("/admin/forum?sort=name&modal=details&id=1")).text;
		expect(textOfPage(page)).toContain("Save before you go on: other links and buttons of this page leave the notes");
		const form = { selector: 'form:has([name="do.notes"])', press: "do.notes-next" };
		const odd = await submitForm(admin, page, { invitationContact: "x".repeat(201) }, form).expect(422);
		expect(shownValue(odd.text, "invitationContact")).toBe("x".repeat(201));
		const next = await submitForm(admin, odd.text, { invitationContact: "王芳" }, form).expect(200);
		expect(textOfPage(next.text)).toContain("Notes saved.");
		expect([shownValue(next.text, "id"), shownValue(next.text, "invitationContact")]).toEqual(["2", ""]);
		expect(next.text).not.toContain("do.notes-next");
		const contacts = portal.sqlite.prepare("select answers ->> '$.invitationContact' from entries order by id").pluck();
		expect(contacts.all()).toEqual(["王芳", null]);
	});

	it("keeps the organisers' notes with who changed what, and not over someone else's", async () => {
		const portal = await openPortal();
		await sendRegistration(portal);
		const admin = await portal.admin();
		const address = "/admin/forum?modal=details&id=1";
		const page = (await admin.get(address)).text;
		const form = { selector: 'form:has([name="do.notes"])', press: "do.notes" };
		const notes = { invitationConfirmed: "in_progress", invitationContact: "王芳", currentProgress: "Called\r\ntwice" };
		const saved = await submitForm(admin, page, notes, form).expect(200);
		expect(textOfPage(saved.text)).toContain("Notes saved.");
		expect(textOfPage(saved.text)).toContain(`Edited · New · ${ADMIN.email}`);
		expect(textOfPage(saved.text).replace(/\s+/g, " ")).toContain("Invitation contact: – → 王芳");
		expect(shownValue((await admin.get("/admin/forum?q=王芳")).text, "invitation-1")).toBe("in_progress");
		const late = await submitForm(admin, page, { invitationContact: "Other" }, form).expect(409);
		expect(textOfPage(late.text)).toContain(`The notes were not saved: ${ADMIN.email} has just changed them.`);
		expect(shownValue(late.text, "invitationContact")).toBe("王芳");
		const same = await submitForm(admin, saved.text, {}, form).expect(200);
		expect(textOfPage(same.text)).toContain("Nothing was changed.");
		const long = await submitForm(admin, saved.text, { invitationContact: "x".repeat(201) }, form).expect(422);
		expect(shownValue(long.text, "invitationContact")).toBe("x".repeat(201));
		const edits = "select field, cast(before as text), after from edited_answers order by field";
		expect(portal.sqlite.prepare(edits).raw().all()).toEqual([
			["currentProgress", "null", '"Called\\ntwice"'],
			["invitationConfirmed", "null", '"in_progress"'],
			["invitationContact", "null", '"王芳"'],
		]);
	});

	it("sends the confirmation from the details once, and says how it went", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		await sendRegistration(portal, { email: "guest@example.org" });
		await sendRegistration(portal);
		await until(() => mailbox.mails.length === 2);
		const admin = await portal.admin();
		const details = (await admin.get("/admin/forum?modal=details&id=1")).text;
		expect(details).toContain('href="/admin/forum?over=details&amp;modal=email&amp;id=1"');
		const letter = (await admin.get("/admin/forum?modal=email&id=1").expect(200)).text;
		const form = table("/admin/forum", "do.send");
		const sent = await submitForm(admin, letter, {}, form).expect(200);
		expect(textOfPage(sent.text)).toContain("Forum confirmation email sent successfully!");
		const again = await submitForm(admin, letter, {}, form).expect(409);
		expect(textOfPage(again.text)).toContain("Failed to send email: This email is already in the outbox");
		expect(textOfPage((await admin.get("/admin/forum?modal=email&id=1")).text)).toContain(
			"Email Already Sent (View Only)",
		);
		expect(mailbox.mails.filter(({ subject }) => subject?.includes("forum registration is confirmed"))).toHaveLength(1);
		mailbox.refuse(550, "no such mailbox");
		const other = (await admin.get("/admin/forum?modal=email&id=2")).text;
		const failed = await submitForm(admin, other, {}, form).expect(422);
		expect(textOfPage(failed.text)).toMatch(/Failed to send email: .*no such mailbox/);
	});
});

it("the tabs of the console lead to all of it", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	const { text } = await admin.get("/admin/forum");
	for (const path of ["/admin/aigc", "/admin/nominations", "/admin/forum"]) expect(text).toContain(`href="${path}"`);
	for (const path of ["/admin/aigc", "/admin/nominations", "/admin/forum"]) {
		const empty = (await admin.get(path).expect(200)).text;
		const none = textOfPage(empty).includes("Nothing has been submitted yet.");
		const narrowed = textOfPage((await admin.get(`${path}?q=none`).expect(200)).text).includes("No entries match.");
		expect([path, rowsOf(empty), none, narrowed]).toEqual([path, [], true, true]);
	}
});
