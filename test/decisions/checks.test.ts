import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { decided, openDecisions as open } from "../support/decisions.ts";
import { textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

/** Names of the checks of a page, with the titles each lists. */
const checksOn = (html: string) =>
	parse(html)
		.querySelectorAll("main ul > li > details:has(> ul)")
		.map((one) => [one.querySelector("summary")?.text ?? "", one.querySelectorAll("li a").map(({ text }) => text)]);

describe("the checks before a release", () => {
	it("find nothing where all is well", async () => {
		const portal = await openPortal();
		await decided(portal, 3);
		expect(textOfPage(await open(await portal.admin()))).toContain("Nothing to check.");
	});

	it.each([
		[
			"contradicts",
			"insert into outbox (kind, dedupe_key, entry_id, to_address, subject, body, message_id, state, next_at, created_at) values ('reject', 'r', 1, 'a', 's', 'b', 'm', 'sent', 1, 1)",
			"1 author was sent another decision before",
			["Compilers"],
		],
		[
			"noConsent",
			"update entries set consent = 0 where id = 1",
			"1 accepted submission without consent to be shown",
			["Compilers"],
		],
		[
			"noTrack",
			"update entries set track_id = null where id in (1, 4)",
			"2 accepted talks without a track",
			["Compilers", "Bridges"],
		],
		[
			"incomplete",
			`update entries set incomplete = '["bio"]' where id = 1`,
			"1 accepted submission is incomplete",
			["Compilers"],
		],
		[
			"noAddress",
			"update entries set email = '', email_folded = '' where id = 3",
			"1 submission without an email address",
			["Gardens"],
		],
		[
			"samePerson",
			"update entries set email_folded = 'same@example.org' where id in (1, 4)",
			"2 accepted submissions of people with more than one",
			["Compilers", "Bridges"],
		],
		[
			"nearly the same title",
			"update entries set title = 'Compilerss' where id = 4",
			"2 accepted submissions with the same or nearly the same titles",
			["Compilers", "Compilerss"],
		],
		[
			"sameTitle",
			"update entries set title = 'compilers!' where id = 4",
			"2 accepted submissions with the same or nearly the same titles",
			["Compilers", "compilers!"],
		],
		[
			"beyondSlots",
			"delete from slots where track_id = 'ai-next' and not (day_id = 'day1' and time = '10:00')",
			"AI Next: more accepted talks (2) than slots (1)",
			["Open the grid", "Compilers", "Bridges"],
		],
		[
			"oneLanguage",
			"insert into mail_texts values (1, 'accept', 'zh', 'S', 'T {{link}}', 1, 1, null)",
			"Acceptance email: 2 authors get the program's own text in English; yours is in the other language only",
			["Change the text", "Compilers", "Bridges"],
		],
	])("find %s, with a link to each entry", async (_name, change, text, entries) => {
		const portal = await openPortal();
		await decided(portal, 6);
		await portal.db.write(() => void portal.sqlite.exec(change));
		const admin = await portal.admin();
		const page = await open(admin);
		expect(checksOn(page)).toEqual([[text, entries]]);
		for (const link of parse(page).querySelectorAll("main ul > li > details:has(> ul) a"))
			await admin.get(link.getAttribute("href") ?? "").expect(200);
	});
});
