import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCALES } from "../../app/i18n.ts";
import { held, letterOf, mailTextFaults, tidied } from "../../app/mails/letter-texts.ts";
import { MAIL_TEXT_KINDS, placeholdersOf } from "../../app/mails/mail-texts.ts";
import { shippedText } from "../../server/mail/shipped-texts.ts";
import { changedMailTexts, copyMailTexts, replaceMailTexts } from "../../server/services/mails/mail-text-rows.ts";
import { sendRegistration, sendTalk } from "../support/entries.ts";
import { RUSTCON, save } from "../support/event.ts";
import { submitForm } from "../support/form.ts";
import { shippedLetter, shippedValues } from "../support/mail-texts.ts";
import { openPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";
import { accept } from "../support/schedule.ts";
import { openMailbox, until } from "../support/smtp.ts";

const piece = fc.oneof(
	fc.string({ unit: "grapheme", maxLength: 20 }),
	fc.constantFrom("\n", "\n\n", ".", "From ", "=20", "{", "}", "{{", "}}", "　", "<b>", "=?utf-8?q?a?=", "\t"),
	fc.constantFrom(...MAIL_TEXT_KINDS.flatMap((kind) => placeholdersOf(kind))).map(held),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
const kind = fc.constantFrom(...MAIL_TEXT_KINDS);
const value = fc.constantFrom("Ann", "{{link}}", "}}{{", "$&", "<i>", "韩梅梅");

describe("every text that is accepted", () => {
	it("is written as it is, with the values in place of its placeholders", () => {
		fc.assert(
			fc.property(kind, text, text, value, (of, subject, body, said) => {
				const required = placeholdersOf(of).filter((name) =>
					mailTextFaults(of, { subject: "x", body: "x" }).some(({ about }) => about?.includes(held(name))),
				);
				const tidy = tidied({ subject, body: `${body}\n${required.map(held).join("\n")}` });
				fc.pre(mailTextFaults(of, tidy).length === 0);
				const names = placeholdersOf(of);
				const values = Object.fromEntries(names.map((name) => [name, said]));
				const put = (whole: string) =>
					names
						.reduce((rest, name) => rest.split(held(name)).join("\u0001"), whole)
						.split("\u0001")
						.join(said);
				const letter = letterOf(tidy, values);
				expect(letter).toEqual({ subject: put(tidy.subject), body: `${put(tidy.body)}\n` });
				expect(letter.subject).not.toMatch(/[\r\n]/);
			}),
			{ numRuns: 300 },
		);
	});

	it("arrives in the mailbox so", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		const actor = await organiser(portal);
		const id = await sendTalk(portal, { title: "{{name}}", name: "Ann", email: "ann@example.org" });
		accept(portal, [id]);
		await until(() => mailbox.mails.length > 0);
		const { mailTexts, letters } = portal.services;
		const link =
			portal.sqlite
				.prepare("select body from outbox")
				.pluck()
				.get()
				?.toString()
				.match(/http\S+key=\S+/)?.[0] ?? "";
		const texts = fc.sample(fc.tuple(text, text), { numRuns: 40, seed: 7 });
		const accepted = texts
			.map(([subject, body]) => tidied({ subject: `Subject ${subject}`, body: `${body}{{title}}` }))
			.filter((one) => mailTextFaults("accept", one).length === 0);
		expect(accepted.length).toBeGreaterThan(5);
		for (const en of accepted) {
			const seen = mailTexts.open(actor, "accept");
			expect(await mailTexts.save(actor, "accept", seen, { ...seen, en })).toBe(true);
			portal.sqlite.exec("delete from entry_log where type = 'Email'; delete from outbox");
			mailbox.mails.length = 0;
			await letters.send(actor, { id, kind: "accept" });
			const [mail] = await until(() => mailbox.mails.length > 0 && mailbox.mails);
			const put = (written: typeof en) =>
				letterOf(written, { ...shippedValues("en"), name: "Ann", title: "{{name}}", link });
			expect([mail?.subject?.trim(), mail?.text]).toEqual([put(en).subject, put(en).body]);
		}
	});
});

describe.each(LOCALES)("the default text in %s", (locale) => {
	it.each(MAIL_TEXT_KINDS)("of %s has no fault", (of) => {
		for (const facts of [{}, { place: "", dates: "" }]) {
			const shipped = shippedText(of, locale, { ...shippedValues(locale), ...facts });
			expect([mailTextFaults(of, shipped), tidied(shipped)]).toEqual([[], shipped]);
		}
	});
});

describe("a line whose placeholders are empty", () => {
	it("is left out, with the gap below it where it stood alone", () => {
		const written = (body: string) => letterOf({ subject: "x", body }, { name: "Ann", steps: "1\n2" }).body;
		expect(written("a\n\n{{missing}}\n\nb")).toBe("a\n\nb\n");
		expect(written("a\n\n{{missing}}\n\n{{link}}\n\n{{steps}}")).toBe("a\n\n1\n2\n");
		expect(written("a\n{{missing}}\nb")).toBe("a\nb\n");
		expect(written("a\n\n\n{{name}} {{missing}}\n\n\nb\n{{missing}}")).toBe("a\n\n\nAnn \n\n\nb\n");
		expect(written("{{missing}}\n\na")).toBe("a\n");
	});
});

describe("the confirmation of a registration", () => {
	it("names the place and days of the event, as the shipped event did in fixed words", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const mailTo = async (language: "en" | "zh") => {
			const theirs = { ...portal, agent: () => portal.agent().set("Accept-Language", language) };
			const id = await sendRegistration(theirs, { name: "Ann" });
			const dialog = (await admin.get(`/admin/forum?modal=email&id=${id}&letter=forum`).expect(200)).text;
			await submitForm(admin, dialog, {}, { selector: "main form", press: "do.send" }).expect(200);
			return portal.sqlite.prepare("select body from outbox where kind = 'forum' order by id desc").pluck().get();
		};
		expect(await mailTo("en")).toBe(
			"Dear Ann,\n\nYour registration for the forum at Hangzhou 2025 is confirmed. We look forward to seeing you in Hangzhou on 13–14 September 2025.\n\nQuestions? Write to cfp@foundation.example.\n\nRostrum Foundation\n",
		);
		expect(await mailTo("zh")).toBe(
			"Ann，您好！\n\n您的Hangzhou 2025论坛报名已确认。期待2025年9月13日至14日在杭州与您相见。\n\n如有疑问，请联系cfp@foundation.example。\n\nRostrum Foundation\n",
		);
		await save(admin, RUSTCON);
		portal.sqlite.exec("update days set date = '2026-05-30' where id = 'day1'");
		await portal.db.write(() => void portal.sqlite.exec("update days set date = '2026-06-02' where id = 'day2'"));
		expect(await mailTo("en")).toContain(
			"the forum at RustCon 2026 is confirmed. We look forward to seeing you in Chengdu on 30 May – 2 June 2026.",
		);
		expect(await mailTo("zh")).toContain("您的Rust大会2026论坛报名已确认。期待2026年5月30日至6月2日在成都与您相见。");
	});

	it("names nothing that the event does not have", () => {
		const written = (facts: { place?: string; dates?: string }) =>
			shippedLetter("forum", "en", { name: "Ann", link: "" }, facts)
				.body.split("\n")[2]
				?.replace(/^.* confirmed\. /, "");
		expect([written({ dates: "" }), written({ place: "" }), written({ place: "", dates: "" })]).toEqual([
			"We look forward to seeing you in Hangzhou.",
			"We look forward to seeing you on 13–14 September 2025.",
			"We look forward to seeing you.",
		]);
	});
});

describe("all texts of an event", () => {
	const RECEIPT = { kind: "receipt", locale: "en", subject: "Got it", body: "{{missing}} {{link}}" };
	const HOLD = { kind: "hold", locale: "zh", subject: "等待", body: "《{{title}}》" };

	it("are read as data and replaced as a whole, or not at all where one has a fault", async () => {
		const portal = await openPortal();
		const now = portal.services.event.row().id;
		const replace = (texts: (typeof RECEIPT)[]) =>
			portal.db.write((tx) => replaceMailTexts(tx, now, texts, { actorId: null, at: 1 }));
		expect(await replace([RECEIPT, HOLD])).toEqual([]);
		expect(changedMailTexts(portal.db.orm, now)).toEqual([HOLD, RECEIPT]);
		const wrong = [
			{ ...RECEIPT, kind: "reset" },
			{ ...RECEIPT, locale: "fr" },
			HOLD,
			{ ...HOLD, subject: "" },
			{ ...RECEIPT, body: "{{nobody}}" },
		];
		expect(await replace(wrong)).toEqual([
			{ at: 0, part: "kind", fault: "unknown", about: "reset" },
			{ at: 1, part: "locale", fault: "unknown", about: "fr" },
			{ at: 3, part: "kind", fault: "twice", about: "hold" },
			{ at: 3, part: "subject", fault: "empty" },
			{ at: 4, part: "body", fault: "unknown", about: "{{nobody}}" },
			{ at: 4, part: "body", fault: "lacking", about: "{{missing}} {{link}}" },
		]);
		expect(changedMailTexts(portal.db.orm, now)).toEqual([HOLD, RECEIPT]);
		expect(await replace([])).toEqual([]);
		expect(changedMailTexts(portal.db.orm, now)).toEqual([]);
	});

	it("are given to the next edition, which has none of its own then, and mails have those of the current one", async () => {
		const portal = await openPortal();
		portal.sqlite.exec(`insert into events (slug, state, name, zone, organisation, support, accent)
			select 'next', 'preparing', name, zone, organisation, support, accent from events`);
		const now = portal.services.event.row().id;
		const next = now + 1;
		await portal.db.write((tx) => {
			replaceMailTexts(tx, now, [RECEIPT], { actorId: null, at: 1 });
			replaceMailTexts(tx, next, [HOLD], { actorId: null, at: 1 });
		});
		expect(await portal.db.write((tx) => changedMailTexts(tx, next))).toEqual([HOLD]);
		await portal.db.write((tx) => copyMailTexts(tx, now, next));
		expect([now, next].map((event) => changedMailTexts(portal.db.orm, event))).toEqual([[RECEIPT], [RECEIPT]]);
		await portal.db.write(
			(tx) => void replaceMailTexts(tx, next, [{ ...RECEIPT, subject: "Next" }], { actorId: null, at: 1 }),
		);
		await sendTalk(portal);
		expect(portal.sqlite.prepare("select subject from outbox").pluck().get()).toBe("Got it");
	});
});
