import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { cli, type Installation, installation, read } from "../support/backups.ts";
import { sendRegistration, sendTalk } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { startServer } from "../support/server.ts";
import { portrait, talk, talkFields, talkForm } from "../support/talks.ts";

const TITLES = "select title from entries order by id";
/** One trigram, as the text index stores it, and nine bytes, which random keys do not have by chance. */
const ERASED = "犇羴鱻";
const LONG_AGO = Date.parse("2023-06-01T00:00:00Z");

function change(where: Installation, statements: string): void {
	const sqlite = new Sqlite(join(where.DATA_DIR, "rostrum.db"));
	sqlite.exec(statements);
	sqlite.close();
}

describe("purging", () => {
	it("lists, then erases outdated entries while the server runs; accepted and recent ones stay", async () => {
		const where = installation();
		const server = await startServer({ ...where });
		for (const title of ["Rejected", "Accepted", "Withdrawn", "Of today"]) {
			const body = await talkForm(talkFields({ title, abstract: /^[RW]/.test(title) ? ERASED : "Kept" }));
			expect((await fetch(`${server.origin}/api/submit`, { method: "POST", body })).status).toBe(201);
		}
		change(
			where,
			`update days set date = replace(date, '2025', '2024');
			update entries set created_at = ${LONG_AGO} where title <> 'Of today';
			update entries set status = 'Reject' where title in ('Rejected', 'Of today');
			update entries set status = 'Accept' where title in ('Accepted', 'Withdrawn');
			update entries set presence = 'withdrawn' where title = 'Withdrawn'`,
		);
		const listed = await cli(where, "purge", "--dry-run");
		expect([listed.code, listed.output]).toEqual([
			0,
			[
				"The last day of the event is 2024-09-14",
				"Would be erased: 2 entries, 2 emails",
				"  1 hangzhou, Accept, withdrawn",
				"  1 hangzhou, Reject",
				"talk-1 (hangzhou, Reject) Rejected",
				"talk-3 (hangzhou, Accept, withdrawn) Withdrawn",
				"",
			].join("\n"),
		]);
		expect(read(where, TITLES)).toEqual(["Rejected", "Accepted", "Withdrawn", "Of today"]);
		const erased = await cli(where, "purge");
		expect([erased.code, erased.output]).toEqual([0, "Erased: 2 entries, 2 emails, 2 photos\n"]);
		expect(read(where, TITLES)).toEqual(["", "Accepted", "", "Of today"]);
		expect(read(where, "select status from entries order by id")).toEqual(["Reject", "Accept", "Accept", "Reject"]);
		expect(read(where, "select to_address <> '' and body <> '' from outbox order by id")).toEqual([0, 1, 0, 1]);
		expect(readdirSync(where.UPLOADS_DIR).filter((name) => name.endsWith(".jpg"))).toHaveLength(2);
		const files = ["rostrum.db", "rostrum.db-wal"].map((name) => readFileSync(join(where.DATA_DIR, name)));
		expect(files.some((bytes) => bytes.includes("Kept"))).toBe(true);
		expect(files.some((bytes) => bytes.includes(ERASED))).toBe(false);
		expect((await cli(where, "purge")).output).toBe("Erased: 0 entries, 0 emails, 0 photos\n");
		expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
	});

	it("names no one whose account stays, and removes drafts of changes", async () => {
		const portal = await openPortal();
		await register(portal, "author@example.org");
		const author = await signIn(portal, "author@example.org");
		const page = (await author.get("/hangzhou")).text;
		await submitForm(author, page, talk({ title: "Mine", file: await portrait() })).expect(303);
		const form = (await author.get("/hangzhou?spot=talk-1").expect(200)).text;
		await submitForm(author, form, { title: "Mine, changed" }, { press: "do.save-draft" });
		const invited = await sendRegistration(portal);
		const confirmed =
			"update entries set answers = json_set(answers, '$.invitationConfirmed', 'confirmed') where id = ?";
		portal.sqlite.prepare(confirmed).run(invited);
		portal.clock.now = Date.parse("2026-09-15T00:00:00Z");
		expect(await portal.services.erasing.purge()).toEqual({
			entries: 1,
			mails: 1,
			photos: 1,
			photosLeft: 0,
			logLeft: false,
		});
		const left = (query: string) => portal.sqlite.prepare(query).pluck().all();
		expect(left("select email from users where email = 'author@example.org'")).toHaveLength(1);
		expect(left("select 1 from entry_log where entry_id = 1 and actor_id is not null")).toEqual([]);
		expect(left("select 1 from drafts")).toEqual([]);
		const admin = await portal.admin();
		// Decided is decided: nobody can accept what is empty.
		await admin.patch("/api/entries/1").set("Sec-Fetch-Site", "same-origin").send({ status: "Accept" }).expect(404);
	});

	it("covers entries older than twelve months, to the day in the event's zone", async () => {
		const portal = await openPortal({ TZ_EVENT: "Asia/Shanghai" });
		await sendTalk(portal);
		const outdatedAt = (instant: string) => {
			portal.clock.now = Date.parse(instant);
			return portal.services.erasing.outdated().entries.length;
		};
		expect(outdatedAt("2026-09-14T15:59:59Z")).toBe(0);
		expect(outdatedAt("2026-09-14T16:00:00Z")).toBe(1);
		portal.sqlite.exec(`update entries set created_at = ${Date.parse("2025-10-01T00:00:00Z")}`);
		expect(outdatedAt("2026-09-30T23:59:59Z")).toBe(0);
		expect(outdatedAt("2026-10-01T00:00:00Z")).toBe(1);
		portal.sqlite.exec("delete from slots; delete from special_events; delete from day_tracks; delete from days");
		expect(outdatedAt("2036-10-01T00:00:00Z")).toBe(0);
	});
});
