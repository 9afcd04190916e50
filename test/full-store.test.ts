import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { addresses } from "./support/crawling.ts";
import { sendTalk } from "./support/entries.ts";
import { ADMIN, openPortal, type TestPortal } from "./support/portal.ts";
import { addPerson, appoint, cookiesOf, makeMember } from "./support/sessions.ts";

const [SPEAKER, REVIEWER] = ["speaker@example.org", "reviewer@example.org"];
/** As many entries as one person may send to a call, before there was such a limit. */
const ENTRIES = 480;
const EDITS = 300;
const MOST_BYTES = 1_000_000;
/** Rows that a page may read of one table: more than it shows, fewer than others stored. */
const MOST_ROWS = 400;
/** Who gets a broadcast is counted by address; it goes to 5,000 submissions at most, of which few columns are read. */
const OF_EVERYBODY = "/admin/mail/broadcasts";
/** What the contract promises whole, and files: they are read in pieces. */
const WHOLE = /^\/(api\/(entries|nominations|forum\/entries|spotlights\/user|me\/export)|admin\/export|account\/copy)/;

/** A store in which one speaker sent as much as they could, and edited one entry again and again. */
async function fill(): Promise<TestPortal> {
	const portal = await openPortal();
	await addPerson(portal, SPEAKER, "Speaker");
	await addPerson(portal, REVIEWER, "Reviewer");
	makeMember(portal, REVIEWER, "reviewer");
	await appoint(portal);
	await sendTalk(portal, { title: "The first", email: SPEAKER });
	const { sqlite } = portal;
	const long = "word ".repeat(1_900);
	const columns = (sqlite.pragma("table_info(entries)") as { name: string }[])
		.map(({ name }) => name)
		.filter((name) => !["id", "submission_key"].includes(name));
	sqlite.exec(`
		update entries set user_id = (select id from users where email = '${SPEAKER}'),
			answers = json_set(answers, '$.abstract', '${long}', '$.bio', '${long}');
		with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ENTRIES - 1})
			insert into entries (${columns.join()}) select ${columns.join()} from entries, n;
		with recursive n(i) as (select 1 union all select i + 1 from n where i < ${EDITS})
			insert into entry_log (entry_id, at, type, state) select 1, i, 'Edited', 'New' from n;
		insert into edited_answers (log_id, field, entry_id, before)
			select id, 'abstract', 1, cast(json_quote('${long}' || id) as blob) from entry_log where type = 'Edited';
		with recursive n(i) as (select 1 union all select i + 1 from n where i < 300)
			insert into messages (entry_id, thread, from_team, body, at) select 1, 'people', 0, '${long.slice(0, 4_000)}', i from n;
		with recursive n(i) as (select 1 union all select i + 1 from n where i < 300)
			insert into review_comments (entry_id, text, at) select 1, '${long.slice(0, 2_000)}', i from n;
	`);
	return portal;
}

/** Counts the rows that statements return, by the largest answer. */
function countRows({ sqlite }: TestPortal) {
	const statements = Object.getPrototypeOf(sqlite.prepare("select 1")) as {
		all: (...given: unknown[]) => unknown[];
	};
	const all = statements.all;
	const seen = { most: 0 };
	statements.all = function counted(this: unknown, ...given) {
		const rows = all.apply(this, given);
		// Lists of numbers are short however long they are.
		const isOfNumbers = rows.every((row) => typeof row === "number" || Object.keys(row as object).length === 1);
		if (!isOfNumbers) seen.most = Math.max(seen.most, rows.length);
		return rows;
	};
	return {
		taken: () => {
			const { most } = seen;
			seen.most = 0;
			return most;
		},
		end: () => {
			statements.all = all;
		},
	};
}

it("no page or call costs more than its page, whatever others stored", async () => {
	const portal = await fill();
	const count = countRows(portal);
	const paths = [...new Set([...addresses([1, 2, 3, 4, 5, 6]), "/admin/history/talk-1", "/dashboard?page=3"])];
	const costly: unknown[] = [];
	try {
		for (const who of [undefined, SPEAKER, REVIEWER, ADMIN.email]) {
			const cookies = who ? Object.entries(await cookiesOf(portal, who)).map((pair) => pair.join("=")) : [];
			for (const path of paths) {
				count.taken();
				const answer = await fetch(portal.origin + path, {
					headers: { cookie: cookies.join("; ") },
					redirect: "manual",
				});
				const bytes = (await answer.arrayBuffer()).byteLength;
				const rows = count.taken();
				if (answer.status >= 500) costly.push([who, path, answer.status]);
				if (rows > MOST_ROWS && path !== OF_EVERYBODY) costly.push([who, path, `${rows} rows at once`]);
				if (bytes > MOST_BYTES && !WHOLE.test(path)) costly.push([who, path, `${bytes} bytes`]);
			}
		}
	} finally {
		count.end();
	}
	expect(costly).toEqual([]);
});

it("what the contract promises whole is whole, and read a few rows at a time", async () => {
	const portal = await fill();
	const count = countRows(portal);
	try {
		const cookie = Object.entries(await cookiesOf(portal, SPEAKER))
			.map((pair) => pair.join("="))
			.join("; ");
		const own = await fetch(`${portal.origin}/api/spotlights/user`, { headers: { cookie } });
		expect(((await own.json()) as unknown[]).length).toBe(ENTRIES);
		const copy = await fetch(`${portal.origin}/account/copy`, { headers: { cookie } });
		const { entries } = (await copy.json()) as { entries: { history: unknown[] }[] };
		expect([entries.length, entries[0]?.history.length]).toEqual([ENTRIES, EDITS + 1]);
		expect(count.taken()).toBeLessThanOrEqual(30);
		const dashboard = await fetch(`${portal.origin}/dashboard`, { headers: { cookie } });
		expect(parse(await dashboard.text()).querySelectorAll(".cards h3 a[href^='/entry/']")).toHaveLength(12);
	} finally {
		count.end();
	}
});
