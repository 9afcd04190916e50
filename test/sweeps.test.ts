import { expect, it } from "vitest";
import { sendTalk } from "./support/entries.ts";
import { openPortal } from "./support/portal.ts";
import { addPerson, cookiesOf } from "./support/sessions.ts";
import { keptApart } from "./support/spam.ts";

const MONTH = 31 * 24 * 60 * 60 * 1000;

it("a part of the hourly clean-up that fails is logged, and the others run", async () => {
	const portal = await openPortal({ TRUST_PROXY: "1" });
	const { sqlite } = portal;
	await addPerson(portal, "mei@example.org", "Mei");
	await cookiesOf(portal, "mei@example.org");
	await portal.agent().post("/api/submit").send({});
	const id = await sendTalk({ agent: () => portal.agent().set("X-Forwarded-For", "203.0.113.7") });
	const spam = await sendTalk(portal);
	await portal.db.write(() => sqlite.exec(keptApart("spam", spam)));
	const left = () => ({
		entries: sqlite.prepare("select count(*) from entries").pluck().get(),
		networks: sqlite.prepare("select count(sent_from) from entries").pluck().get(),
		sessions: sqlite.prepare("select count(*) from sessions").pluck().get(),
	});
	expect(left()).toEqual({ entries: 2, networks: 2, sessions: 1 });
	portal.clock.now += MONTH;
	// The first parts fail, and one in the middle.
	sqlite.exec(`create trigger no_erasure before delete on entries begin select raise(abort, 'no erasure'); end;
		create trigger no_forgetting before update of sent_from on entries begin select raise(abort, 'no forgetting'); end;`);
	await portal.services.sweep();
	expect(left()).toEqual({ entries: 2, networks: 2, sessions: 0 });
	const failed = portal.lines.filter(({ err }) => err !== undefined);
	expect(failed.map(({ msg, err }) => [msg, (err as Error).message])).toEqual([
		["the erasure of spam failed", expect.stringContaining("no")],
		["the sweep of networks failed", "no forgetting"],
	]);
	sqlite.exec("drop trigger no_erasure; drop trigger no_forgetting");
	await portal.services.sweep();
	expect(left()).toEqual({ entries: 1, networks: 0, sessions: 0 });
	expect(sqlite.prepare("select id from entries").pluck().get()).toBe(id);
});
