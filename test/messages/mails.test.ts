import { describe, expect, it } from "vitest";
import { textOfPage } from "../support/form.ts";
import { changeText } from "../support/mail-texts.ts";
import { guestsTalk, mails, owner, say, settle } from "../support/messages.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { openMailbox, until } from "../support/smtp.ts";

const MINUTE_MS = 60 * 1000;

/** Only mails about messages are looked at. */
const open = async (settings: Record<string, string> = {}) => {
	const portal = await openPortal(settings);
	const talk = await guestsTalk(portal, { email: "li@example.org" });
	const admin = await portal.admin();
	portal.sqlite.exec("delete from outbox");
	return { portal, admin, guest: portal.agent(), ...talk };
};

const bodies = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select kind, to_address, entry_id, subject, body from outbox order by id").all() as {
		kind: string;
		to_address: string;
		entry_id: number | null;
		subject: string;
		body: string;
	}[];

describe("a mail about a message", () => {
	it("says to the author that there is one, with the private link, and quotes nothing of it", async () => {
		const { portal, admin, id, page, link } = await open();
		await say(admin, page, "Secret plans", "note");
		expect(bodies(portal)).toEqual([]);
		await say(admin, page, "Please bring slides");
		const [mail] = bodies(portal);
		expect(mail).toMatchObject({ kind: "message", to_address: "li@example.org", entry_id: id });
		expect(mail?.subject).toBe("Hangzhou 2025: new message about your submission talk-1");
		expect(mail?.body).toContain(`http://localhost:${portal.config.port}${link}\n`);
		expect(mail?.body).toContain("The organisers of Hangzhou 2025 have written to you about “Compilers” (talk-1).");
		expect(mail?.body).not.toMatch(/slides|plans|admin@/);
	});

	it("is said to be sent where mails leave", async () => {
		const { admin, page } = await open({ SMTP_URL: "smtp://127.0.0.1:9" });
		const said = textOfPage((await say(admin, page, "Please bring slides")).text);
		expect(said).toContain("The message was sent to the author.");
		expect(said).not.toContain("No mail server");
	});

	it("leads an account to the page of the entry, and is Chinese for a Chinese entry", async () => {
		const { portal, admin, id, page } = await open();
		await owner(portal, id);
		portal.sqlite.exec("update entries set locale = 'zh', title = '编译器', name = '李雷'");
		await say(admin, page, "Please bring slides");
		const [mail] = bodies(portal);
		expect(mail?.subject).toBe("Hangzhou 2025：关于您的提交talk-1有新消息");
		expect(mail?.body).toContain("李雷，您好！");
		expect(mail?.body).toMatch(/登录后.*\n.*\/entry\/talk-1\n/);
		expect(mail?.body).not.toMatch(/key=|have written/);
	});

	it("has the organisers' own text", async () => {
		const { portal, admin, page } = await open();
		await changeText(admin, "message", { subjectEn: "News of {{reference}}", bodyEn: "{{name}}, look:\n{{link}}" });
		await say(admin, page, "Please bring slides");
		expect(bodies(portal)[0]).toMatchObject({
			subject: "News of talk-1",
			body: expect.stringMatching(/^Li Lei, look:\nhttp\S+\n?$/),
		});
	});

	it("goes to each organiser when the author writes, names the reference only, and is nobody's data", async () => {
		const { portal, guest, link } = await open();
		await say(guest, link, "My visa was refused");
		const [mail, ...others] = bodies(portal);
		expect(others).toEqual([]);
		expect(mail).toMatchObject({ kind: "incoming", to_address: ADMIN.email, entry_id: null });
		expect(mail?.subject).toContain("Hangzhou 2025: new message about talk-1");
		expect(mail?.body).toContain(`http://localhost:${portal.config.port}/admin/messages/talk-1\n`);
		expect(mail?.body).not.toMatch(/visa|Li Lei|Compilers|key=/);
	});

	it("leaves at most once an hour, in each direction, whatever is written", async () => {
		const mailbox = await openMailbox();
		const { portal, admin, guest, page, link } = await open({ SMTP_URL: mailbox.url });
		portal.start();
		const arrived = (to: string) => mailbox.mails.filter((mail) => mail.to[0]?.address === to).length;
		await say(admin, page, "One");
		await until(() => mails(portal, "message")[0] === "sent message:1:1");
		for (const text of ["Two", "Three"]) await say(admin, page, text);
		expect(mails(portal, "message")).toEqual(["sent message:1:1", "pending message:1:2"]);
		portal.clock.now += 59 * MINUTE_MS;
		await say(await portal.admin(), page, "Four");
		portal.clock.now += MINUTE_MS;
		await until(() => arrived("li@example.org") === 2);
		await until(() => mails(portal, "message")[1] === "sent message:1:2");
		expect(mails(portal, "message")).toHaveLength(2);
		await say(guest, link, "Five");
		await until(() => mails(portal, "incoming")[0]?.toString().startsWith("sent"));
		for (const text of ["Six", "Seven"]) await say(guest, link, text);
		const [, waiting, ...none] = mails(portal, "incoming");
		expect([waiting, none]).toEqual([expect.stringMatching(/^pending incoming:1:6:/), []]);
		portal.clock.now += 60 * MINUTE_MS;
		await until(() => mails(portal, "incoming").every((mail) => String(mail).startsWith("sent")));
		expect(mails(portal, "incoming")).toHaveLength(2);
	});

	it("does not leave when its reader has answered before", async () => {
		const { portal, admin, guest, page, link } = await open();
		await say(guest, link, "When?");
		await say(admin, page, "On Saturday.");
		expect(mails(portal, "incoming")).toEqual([expect.stringMatching(/^cancelled/)]);
		await say(guest, link, "Thank you!");
		expect(mails(portal, "message")).toEqual(["cancelled message:1:2"]);
		await settle(admin, page);
		expect(mails(portal, "incoming").map((mail) => String(mail).split(" ")[0])).toEqual(["cancelled", "cancelled"]);
		expect(textOfPage((await admin.get("/admin/mail?state=cancelled")).text)).toContain("answered before it was sent");
	});

	it("goes to an organiser at most 20 times an hour, however many entries are written about", async () => {
		const { portal, id, link } = await open();
		const twenty = JSON.stringify(Array.from({ length: 20 }, (_, n) => n + 100));
		portal.sqlite.exec(`insert into outbox (kind, dedupe_key, message_id, to_address, subject, body, state, created_at, next_at)
			select 'incoming', 'incoming:' || value || ':1:1', value, '${ADMIN.email}', '', '', 'sent', 1, ${portal.clock.now}
			from json_each('${twenty}')`);
		const ofThis = () => mails(portal, "incoming").filter((mail) => String(mail).includes(`incoming:${id}:`));
		expect(ofThis()).toEqual([]);
		portal.clock.now += 60 * MINUTE_MS;
		await say(portal.agent(), link, "And another");
		expect(ofThis()).toHaveLength(1);
	});

	it("that still waits goes to the address that the entry has when more is written", async () => {
		const { portal, admin, page, link } = await open();
		await say(admin, page, "One");
		portal.sqlite.exec("update entries set email = 'new@example.org', email_folded = 'new@example.org'");
		await say(admin, page, "Two");
		expect(bodies(portal)).toMatchObject([
			{ kind: "message", to_address: "new@example.org", body: expect.stringContaining(link) },
		]);
	});

	it("is not written to an entry without an address", async () => {
		const { portal, admin, page } = await open();
		portal.sqlite.exec("update entries set email = '', email_folded = ''");
		await say(admin, page, "Hello");
		expect(bodies(portal)).toEqual([]);
		expect(textOfPage((await admin.get(page)).text)).toContain("This entry has no email address");
	});
});
