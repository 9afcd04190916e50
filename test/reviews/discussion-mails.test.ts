import { describe, expect, it } from "vitest";
import { committee, idOf, open } from "../support/assignments.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import type { TestPortal } from "../support/portal.ts";
import { type Agent, REVIEWER } from "../support/reviews.ts";

const HOUR_MS = 60 * 60_000;
const SAY = { selector: "main form[aria-labelledby=h-say]", button: "do.comment" };
const pageOf = (talk: number) => `/review/talk-${talk}/discussion`;

/** Talks whose discussion is open to all: reviewing has ended. */
async function discussed(count = 1) {
	const all = await committee(count);
	all.portal.sqlite.exec("update review_rules set closes_at = 1000");
	const { portal, first, second } = all;
	const say = async (agent: Agent, tell: string[] = [], talk = 1) =>
		submitForm(agent, await open(agent, pageOf(talk)), { comment: "Look", tell }, SAY).expect(303);
	return { portal, first, second, say, reader: String(idOf(portal, REVIEWER)) };
}

const mails = ({ sqlite }: TestPortal) =>
	sqlite
		.prepare("select to_address || ' ' || state || ' ' || next_at from outbox where kind = 'mentioned' order by id")
		.pluck()
		.all();

/** What the mail server does when it takes everything that is due. */
const send = ({ sqlite, clock }: TestPortal) =>
	sqlite
		.prepare("update outbox set state = 'sent', sent_at = ? where state = 'pending' and next_at <= ?")
		.run(clock.now, clock.now);

describe("mails about comments that are meant for somebody", () => {
	it("leave at most once an hour for each entry and person, also if the comments are deleted in between", async () => {
		const { portal, second, say, reader } = await discussed();
		const start = portal.clock.now;
		for (let count = 0; count < 20; count += 1) {
			await say(second, [reader, "organisers"]);
			send(portal);
			const page = await open(second, pageOf(1));
			await submitForm(second, page, {}, { selector: "main dl form", button: "do.delete" }).expect(303);
			portal.clock.now += 60_000;
		}
		expect(portal.sqlite.prepare("select count(*) from review_comments").pluck().get()).toBe(0);
		const later = start + HOUR_MS;
		const expected = [
			`${REVIEWER} sent ${start}`,
			`admin@example.org sent ${start}`,
			`${REVIEWER} pending ${later}`,
			`admin@example.org pending ${later}`,
		];
		expect(mails(portal)).toEqual(expected);
		portal.clock.now = later;
		send(portal);
		await say(second, [reader]);
		expect(mails(portal).at(-1)).toBe(`${REVIEWER} pending ${later + HOUR_MS}`);
		expect(mails(portal)).toHaveLength(expected.length + 1);
	});

	it("that wait are cancelled when their reader has written in the discussion", async () => {
		const { portal, first, second, say, reader } = await discussed();
		await say(second, [reader, "organisers"]);
		await say(first);
		expect(mails(portal).map((mail) => String(mail).split(" ").slice(0, 2))).toEqual([
			[REVIEWER, "cancelled"],
			["admin@example.org", "pending"],
		]);
		await say(second, [reader]);
		expect(mails(portal).at(-1)).toBe(`${REVIEWER} pending ${portal.clock.now}`);
	});

	it("are at most 20 an hour for one person, of all entries; the list of entries has the others", async () => {
		const { portal, first, second, say, reader } = await discussed();
		for (let talk = 2; talk <= 22; talk += 1) await sendTalk(portal, { tracks: "ai-next" });
		for (let talk = 1; talk <= 22; talk += 1) await say(second, [reader], talk);
		expect(mails(portal)).toHaveLength(20);
		expect((await open(first, "/review")).match(/you are asked/g)).toHaveLength(22);
		portal.clock.now += HOUR_MS;
		await say(second, [reader], 22);
		expect(mails(portal)).toHaveLength(21);
	});
});
