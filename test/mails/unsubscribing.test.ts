import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { PASSWORD, register } from "../support/accounts.ts";
import { BROADCASTS, openBroadcasts, SEND, unsubscribePath, written } from "../support/broadcasts.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { personalCopy } from "../support/personal-copy.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";
import { multiplyAccepted, sendAccepted } from "../support/schedule.ts";
import { type Mailbox, openMailbox, until } from "../support/smtp.ts";

const COMPILERS = "compilers-0@speakers.example";
const KERNELS = "kernels-1@speakers.example";
const UNSUBSCRIBE = { selector: "main form" };
const SUBSCRIBE = { selector: "main form", button: "do.subscribe" };
const ONE_CLICK = "List-Unsubscribe=One-Click";
const URLENCODED = "application/x-www-form-urlencoded";

/** Two accepted talks of different people, the second in Chinese. */
async function talks(portal: TestPortal): Promise<void> {
	await sendAccepted(portal, ["Compilers", "Kernels"]);
	portal.sqlite.exec("delete from outbox; update entries set locale = 'zh' where title = 'Kernels'");
}

const sendBroadcast = async (portal: TestPortal, query?: string) => {
	const admin = await portal.admin();
	return (await submitForm(admin, await written(admin, query), {}, SEND).expect(200)).text;
};

const rows = ({ sqlite }: TestPortal) =>
	sqlite
		.prepare("select to_address, state, last_error from outbox where broadcast is not null order by to_address")
		.all() as { to_address: string; state: string; last_error: string | null }[];
const stored = ({ sqlite }: TestPortal) => sqlite.prepare("select event_id, person from opt_outs").all();

/** What a mail provider sends: no cookie, no origin. */
const oneClick = (portal: TestPortal, path: string, body: BodyInit = ONE_CLICK, type = URLENCODED) =>
	fetch(portal.origin + path, {
		...{ method: "POST", body, redirect: "manual" },
		...(type && { headers: { "content-type": type } }),
	});

const pathOf = (link: string) => new URL(link).pathname + new URL(link).search;
const headersOf = ({ headers }: Mailbox["mails"][number]) => new Map(headers.map(({ key, value }) => [key, value]));
const linkOf = (mail: Mailbox["mails"][number]) =>
	/^<(http\S+)>$/.exec(headersOf(mail).get("list-unsubscribe") ?? "")?.[1] ?? "";
/** What arrived, without notices to the organiser. */
const mailsIn = (mailbox: Mailbox) => mailbox.mails.filter((mail) => toOf(mail) !== ADMIN.email);
const toOf = (mail: Mailbox["mails"][number]) => mail.to[0]?.address;

async function out(portal: TestPortal, address: string): Promise<void> {
	expect((await oneClick(portal, unsubscribePath(portal, address))).status).toBe(200);
}

describe("a broadcast", () => {
	it("names its link in its headers and in its last lines, in its language; mails about one's own submission do not", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await sendTalk(portal, { email: "lei@example.org", name: "Lei" });
		await sendTalk(portal, { email: "Han@example.org", name: "Han" });
		portal.sqlite.exec("update entries set locale = 'zh' where email = 'Han@example.org'");
		portal.start();
		await until(() => mailbox.mails.length === 2);
		for (const receipt of mailbox.mails) expect(headersOf(receipt).has("list-unsubscribe")).toBe(false);
		const admin = await portal.admin();
		const page = await written(admin);
		// Organisers see the lines without the key.
		expect(textOfPage(page)).toMatch(/unsubscribe here:\s+http:\/\/localhost:\d+\/unsubscribe\?…/);
		await submitForm(admin, page, {}, SEND).expect(200);
		await until(() => mailsIn(mailbox).length === 4);
		for (const [address, line] of [
			["lei@example.org", "To stop emails like this from the organisers of Hangzhou 2025, unsubscribe here:"],
			["Han@example.org", "如不想再收到Hangzhou 2025主办方的此类邮件，请在此退订："],
		] as const) {
			const mail = mailsIn(mailbox)
				.slice(2)
				.find((one) => toOf(one) === address) as Mailbox["mails"][number];
			const link = linkOf(mail);
			expect(headersOf(mail).get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
			expect(link).toMatch(/^http:\/\/localhost:\d+\/unsubscribe\?event=1&to=\S+&key=[\w-]{22}$/);
			expect(mail.text?.trimEnd().split("\n").slice(-3)).toEqual(["", line, link]);
		}
		expect(portal.sqlite.prepare("select body from outbox").pluck().all().join()).not.toMatch(/unsubscribe\?(?!…)/);
	});

	it("does not go to who has unsubscribed, which its page says before it is sent; other mails still do", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		await talks(portal);
		await sendBroadcast(portal);
		portal.start();
		await until(() => rows(portal).every(({ state }) => state === "sent"));
		const first = mailbox.mails.find((mail) => toOf(mail) === COMPILERS) as Mailbox["mails"][number];
		const answer = await oneClick(portal, pathOf(linkOf(first)));
		expect([answer.status, textOfPage(await answer.text())]).toEqual([
			200,
			expect.stringContaining(`You are unsubscribed. Emails that the organisers of Hangzhou 2025 send`),
		]);
		const admin = await portal.admin();
		const page = await written(admin);
		expect(textOfPage(page)).toContain("1 person · 1 submission");
		expect(textOfPage(page)).toContain("1 person has unsubscribed and gets nothing.");
		expect(textOfPage(page)).not.toContain("no email address");
		const chinese = await admin.get(`${BROADCASTS}?of=talk`).set("Accept-Language", "zh-CN");
		expect(textOfPage(chinese.text)).toContain("有1人已退订，不会收到。");
		await submitForm(admin, page, {}, SEND).expect(200);
		const dialog = (await admin.get("/admin/proposals?modal=email&id=1&letter=accept").expect(200)).text;
		await submitForm(admin, dialog, {}, { selector: "main form", press: "do.send" }).expect(200);
		await until(() => mailsIn(mailbox).length === 4);
		expect(mailsIn(mailbox).slice(2).map(toOf).sort()).toEqual([COMPILERS, KERNELS]);
		const letter = mailsIn(mailbox)
			.slice(2)
			.find((mail) => toOf(mail) === COMPILERS) as Mailbox["mails"][number];
		expect([letter.subject, headersOf(letter).has("list-unsubscribe")]).toEqual([
			expect.stringContaining("accepted"),
			false,
		]);
		expect(rows(portal).map((row) => row.to_address)).toEqual([COMPILERS, KERNELS, KERNELS]);
	});

	it("is not sent as it was looked at when somebody has unsubscribed since", async () => {
		const portal = await openPortal();
		await talks(portal);
		const admin = await portal.admin();
		const page = await written(admin);
		await out(portal, COMPILERS);
		const answer = await submitForm(admin, page, {}, SEND).expect(409);
		expect(textOfPage(answer.text)).toContain("1 person has unsubscribed and gets nothing.");
		expect(rows(portal)).toEqual([]);
	});

	it("has nobody to go to where all have unsubscribed", async () => {
		const portal = await openPortal();
		await talks(portal);
		for (const address of [COMPILERS, KERNELS]) await out(portal, address);
		const page = textOfPage(await openBroadcasts(await portal.admin()));
		expect(page).toContain("There is no one in this list to write to.");
		expect(page).toContain("2 people have unsubscribed and get nothing.");
	});
});

describe("a broadcast that waits", () => {
	const UNWANTED = { state: "cancelled", last_error: "the recipient has unsubscribed" };

	it("is cancelled for who unsubscribes, and its page says why", async () => {
		const portal = await openPortal();
		await talks(portal);
		await sendBroadcast(portal);
		await out(portal, COMPILERS.toUpperCase());
		expect(rows(portal)).toMatchObject([UNWANTED, { state: "pending", last_error: null }]);
		const page = await (await portal.admin()).get(`${BROADCASTS}/1`).expect(200);
		expect(textOfPage(page.text)).toContain("the recipient has unsubscribed");
	});

	it("is looked at again as it leaves: its address may be another by now", async () => {
		const portal = await openPortal();
		await talks(portal);
		await out(portal, "elsewhere@example.org");
		await sendBroadcast(portal);
		portal.sqlite.exec(`update outbox set to_address = 'Elsewhere@example.org' where to_address = '${KERNELS}'`);
		const claimed = await portal.services.mailing.claim({ all: 4, paced: 4 }, []);
		expect(claimed.map(({ mail }) => mail.toAddress).filter((one) => one !== ADMIN.email)).toEqual([COMPILERS]);
		expect(rows(portal)[0]).toMatchObject({ to_address: "Elsewhere@example.org", ...UNWANTED });
	});

	it("has the link of the address that it goes to when it leaves", async () => {
		const portal = await openPortal();
		await talks(portal);
		await sendBroadcast(portal);
		portal.sqlite.exec(`update outbox set to_address = 'right@example.org' where to_address = '${KERNELS}'`);
		const claimed = await portal.services.mailing.claim({ all: 4, paced: 4 }, []);
		const moved = claimed.find(({ mail }) => mail.toAddress === "right@example.org");
		expect(moved?.unsubscribe).toContain(unsubscribePath(portal, "right@example.org"));
		expect(moved?.mail.body.trimEnd().endsWith(`\n${moved?.unsubscribe}`)).toBe(true);
	});

	const again = async (portal: TestPortal, button: string) => {
		const admin = await portal.admin();
		const page = (await admin.get(`${BROADCASTS}/1`).expect(200)).text;
		const press = { selector: "main form[method=post]", button };
		return textOfPage((await submitForm(admin, page, {}, press).expect(200)).text);
	};

	it("is not put back or tried again for who has unsubscribed meanwhile", async () => {
		const portal = await openPortal();
		await talks(portal);
		await sendBroadcast(portal);
		expect(await again(portal, "do.stop")).toContain("2 emails were cancelled.");
		await out(portal, COMPILERS);
		await again(portal, "do.continue");
		expect(rows(portal)).toMatchObject([UNWANTED, { state: "pending" }]);
		portal.sqlite.exec("update outbox set state = 'failed', last_error = '550 no such user'");
		const one = portal.sqlite.prepare("select id from outbox where to_address = ?").pluck();
		const id = Number(one.get(COMPILERS));
		expect(await portal.services.mailRetries.one(await organiser(portal), id)).toBe(false);
		expect(rows(portal)).toMatchObject([UNWANTED, { state: "failed" }]);
	});

	it("leaves after a restore with a whole link, although backups have none", async () => {
		const portal = await openPortal();
		await talks(portal);
		await sendBroadcast(portal);
		portal.sqlite.exec("update outbox set state = 'failed', last_error = '451 later' where kind = 'broadcast'");
		expect(await portal.services.mailRetries.all("operator")).toEqual({ retried: 2, left: 0 });
		const claimed = await portal.services.mailing.claim({ all: 4, paced: 4 }, []);
		const broadcasts = claimed.filter(({ mail }) => mail.kind === "broadcast");
		expect(broadcasts.map(({ mail, unsubscribe = "-" }) => mail.body.includes(unsubscribe))).toEqual([true, true]);
	});
});

describe("the page behind the link", () => {
	it("changes nothing when it is opened, and unsubscribes and subscribes again by its button, as often as pressed", async () => {
		const portal = await openPortal();
		const path = unsubscribePath(portal, "lei@example.org");
		const agent = portal.agent();
		await agent.head(path).expect(200);
		const page = (await agent.get(path).expect(200)).text;
		expect(textOfPage(page)).toContain(
			"of Hangzhou 2025 send to many people. They will no longer go to lei@example.org.",
		);
		expect(stored(portal)).toEqual([]);
		for (const _ of [1, 2]) {
			const done = await submitForm(agent, page, {}, UNSUBSCRIBE).expect(303);
			expect(done.headers.location).toBe(`${portal.origin}${path}#`);
			expect(stored(portal)).toHaveLength(1);
		}
		const after = (await agent.get(path).expect(200)).text;
		expect(parse(after).querySelector("main [role=status]")?.textContent).toContain("You are unsubscribed.");
		expect(
			parse(after)
				.querySelectorAll("main button")
				.map(({ text }) => text),
		).toEqual(["Subscribe again"]);
		for (const _ of [1, 2]) {
			const done = await submitForm(agent, after, {}, SUBSCRIBE).expect(303);
			const back = (await agent.get(pathOf(done.headers.location ?? "")).expect(200)).text;
			expect(parse(back).querySelector("main [role=status]")?.textContent).toContain("You are subscribed again.");
			expect(
				parse(back)
					.querySelectorAll("main button")
					.map(({ text }) => text),
			).toEqual(["Unsubscribe"]);
			expect(stored(portal)).toEqual([]);
		}
	});

	it("is in Chinese for a Chinese reader", async () => {
		const portal = await openPortal();
		const path = unsubscribePath(portal, "lei@example.org");
		const agent = portal.agent().set("Accept-Language", "zh-CN");
		const page = (await agent.get(path).expect(200)).text;
		expect(textOfPage(page)).toContain("此后，Hangzhou 2025主办方群发的邮件不再发送到lei@example.org。");
		await submitForm(agent, page, {}, UNSUBSCRIBE).expect(303);
		expect(textOfPage((await agent.get(path)).text)).toContain("已退订。");
		expect(textOfPage((await agent.get("/unsubscribe").expect(404)).text)).toContain("此链接不能用于退订。");
	});

	it.each([
		["a form", ONE_CLICK, URLENCODED],
		["a form with parts", new FormData(), ""],
	])("takes the one click of mail providers, sent as %s, without redirecting them", async (_, body, type) => {
		const portal = await openPortal();
		const path = unsubscribePath(portal, "lei@example.org");
		if (body instanceof FormData) body.set("List-Unsubscribe", "One-Click");
		for (const _time of [1, 2]) {
			const answer = await oneClick(portal, path, body, type);
			expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("You are unsubscribed.")]);
			expect(stored(portal)).toHaveLength(1);
		}
	});

	it("does the same for somebody logged in, whose browser names no origin", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const path = unsubscribePath(portal, "lei@example.org");
		const page = (await admin.get(path).expect(200)).text;
		await submitForm(admin, page, {}, UNSUBSCRIBE).expect(303);
		expect(stored(portal)).toHaveLength(1);
	});

	it("knows no other link: cut off, of another address or event, of something else", async () => {
		const portal = await openPortal();
		portal.sqlite.exec(`insert into events (slug, state, name, zone, organisation, support, accent)
			select 'earlier', 'archived', 'Earlier 2024', zone, organisation, support, accent from events`);
		await sendTalk(portal, { email: "lei@example.org" });
		const path = unsubscribePath(portal, "lei@example.org");
		const entryKey = /key=([\w.-]+)/.exec(
			portal.sqlite.prepare("select body from outbox").pluck().get() as string,
		)?.[1];
		for (const wrong of [
			"/unsubscribe",
			"/unsubscribe?…",
			path.slice(0, -1),
			path.split("&key")[0] ?? "",
			path.replace("lei", "mei"),
			path.replace("event=1", "event=2"),
			path.replace("event=1", "event=9"),
			path.replace("event=1", "event=x"),
			path.replace(/key=.*/, `key=${entryKey}`),
			path.replace(/to=[^&]*/, `to=${"x".repeat(5_000)}`),
		]) {
			const page = await portal.agent().get(encodeURI(decodeURI(wrong)));
			expect([wrong, page.status, textOfPage(page.text)]).toEqual([
				wrong,
				404,
				expect.stringMatching(/Link not valid\s+This link does not unsubscribe anyone\./),
			]);
			expect([wrong, (await oneClick(portal, wrong)).status]).toEqual([wrong, 404]);
		}
		expect(stored(portal)).toEqual([]);
		// Nor does its own key open anything else.
		const key = path.split("key=")[1];
		await portal.agent().get(`/entry/talk-1?key=${key}`).expect(404);
		await portal.agent().get(`/entry/talk-1?key=1.${key}`).expect(404);
	});

	it("works for an archived event, with its name, and for that one alone", async () => {
		const portal = await openPortal();
		await talks(portal);
		portal.sqlite.exec(`insert into events (slug, state, name, zone, organisation, support, accent)
			select 'earlier', 'archived', 'Earlier 2024', zone, organisation, support, accent from events`);
		const path = pathOf(portal.services.optOuts.linkOf({ eventId: 2, address: COMPILERS }));
		expect(textOfPage((await portal.agent().get(path).expect(200)).text)).toContain(
			"the organisers of Earlier 2024 send",
		);
		expect((await oneClick(portal, path)).status).toBe(200);
		expect(textOfPage(await openBroadcasts(await portal.admin()))).toContain("2 people · 2 submissions");
		await out(portal, COMPILERS);
		const people = stored(portal).map((row) => (row as { person: string }).person);
		expect(new Set(people).size).toBe(2);
	});

	it("works when the keys were changed, and so does what was said there before", async () => {
		const portal = await openPortal();
		await talks(portal);
		const path = unsubscribePath(portal, KERNELS);
		await out(portal, COMPILERS);
		portal.secrets.rotate(portal.clock.now);
		expect((await oneClick(portal, path)).status).toBe(200);
		expect(textOfPage(await openBroadcasts(await portal.admin()))).toContain("2 people have unsubscribed");
	});
});

describe("who has unsubscribed", () => {
	it("is stored without the address, told in the copy of their data, and stays so when they are erased", async () => {
		const portal = await openPortal();
		await talks(portal);
		const account = await register(portal, COMPILERS);
		portal.sqlite.exec("update users set verified_at = 1");
		await out(portal, COMPILERS);
		expect(JSON.stringify(stored(portal))).not.toContain("speakers");
		const since = new Date(portal.clock.now).toISOString();
		const told = [{ event: "Hangzhou 2025", since }];
		await account.post("/login").type("form").send({ email: COMPILERS, password: PASSWORD });
		expect((await account.get("/api/me/export").expect(200)).body.unsubscribed).toEqual(told);
		expect(personalCopy(portal, COMPILERS, { notes: true })).toMatchObject({ unsubscribed: told });
		expect(personalCopy(portal, KERNELS, { notes: true })).toMatchObject({ unsubscribed: [] });
		expect((await portal.services.people.find(COMPILERS))?.kept.optOuts).toBe(1);

		await portal.services.erasing.erase({ address: COMPILERS });
		expect(stored(portal)).toHaveLength(1);
		expect((await portal.services.people.copyOf(COMPILERS))?.copy.unsubscribed).toEqual(told);
		await sendTalk(portal, { title: "Again", email: COMPILERS });
		expect(textOfPage(await openBroadcasts(await portal.admin(), "?of=talk&q=Again"))).toContain(
			"1 person has unsubscribed and gets nothing.",
		);
	});

	it("is found among thousands", async () => {
		const portal = await openPortal();
		await multiplyAccepted(portal, 3_000);
		const some = portal.sqlite.prepare("select email from entries where id % 3 = 0").pluck().all() as string[];
		for (const address of some.slice(0, 20)) await out(portal, address);
		const page = textOfPage(await openBroadcasts(await portal.admin()));
		expect(page).toContain("2980 people · 2980 submissions");
		expect(page).toContain("20 people have unsubscribed and get nothing.");
	});
});
