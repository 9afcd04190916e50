import { describe, expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { crawl } from "../support/crawling.ts";
import { CALL_NAMES, CALLS, complete, openAll } from "../support/fillings.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { personalCopy } from "../support/personal-copy.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { addReviewer, MARKED, REVIEW, REVIEWED, REVIEWER, stored } from "../support/reviews.ts";
import { cookiesOf } from "../support/sessions.ts";

/** The questions about the matter. All else is about a person, a file, or for organisers. */
const OF_MATTER: Record<string, readonly string[]> = {
	hangzhou: ["title", "abstract", "details", "language", "tracks"],
	"sl-hz": ["projectname", "projectrepo", "maintainers", "overview", "projectage", "why", "impact", "sponsored", "web"],
};

/** Puts a unique word into every column and answer about a person. */
function plant(portal: TestPortal): void {
	const { sqlite } = portal;
	const rows = sqlite.prepare("select id, category, answers from entries").all() as {
		id: number;
		category: string;
		answers: string;
	}[];
	for (const { id, category, answers } of rows) {
		const planted = Object.entries(JSON.parse(answers) as Record<string, unknown>).map(([name, value]) => {
			const isShown = OF_MATTER[category]?.includes(name) || typeof value === "boolean";
			return [name, isShown ? value : `canary-${name}-${id}`];
		});
		sqlite
			.prepare(
				`update entries set answers = ?, name = 'canary-name', email = 'canary@example.org', email_folded = 'canary-folded',
					org = 'canary-org', panelists = '["canary-panel"]', keywords = '["canary-keyword"]', user_id = null where id = ?`,
			)
			.run(JSON.stringify({ ...Object.fromEntries(planted), subject: "canary-subject" }), id);
	}
	sqlite.exec("update photos set source_name = 'canary-source'");
	sqlite.exec(
		`update entry_log set state = 'canary-state', changes = '{"name":{"from":"canary-from","to":"canary-to"}}'`,
	);
	sqlite.exec("update outbox set to_address = 'canary-to', subject = 'canary', body = 'canary'");
	sqlite.exec(
		"insert into reviews (entry_id, state, marks, committee_note, author_note, rules_version, entry_version, revision, at) select id, 'done', '{}', 'canary-of-another', 'canary-for-author', 1, 0, 1, 1 from entries",
	);
}

describe("a blind review", () => {
	it("has not one byte about persons, in any page, data or header that a reviewer gets", async () => {
		const portal = await openPortal();
		await openAll(portal);
		portal.sqlite.exec(REVIEWED);
		portal.sqlite.exec("insert into review_criteria select 'sl-hz', 1, criteria, 1, null from review_criteria");
		portal.sqlite.exec("insert into review_rules values ('sl-hz', null, null, 3, 1, 1, 0, 1, 1)");
		for (const name of CALL_NAMES) {
			const agent = portal.agent();
			const page = (await agent.get(CALLS[name].path)).text;
			await submitForm(agent, page, await complete(name)).expect(303);
		}
		await addReviewer(portal);
		plant(portal);
		const photos = portal.sqlite.prepare("select name from photos").pluck().all() as string[];
		const ids = portal.sqlite
			.prepare("select kind || '-' || id from entries where category in ('hangzhou', 'sl-hz') order by id")
			.pluck()
			.all() as string[];
		expect(ids).toHaveLength(2);
		const paths = ["/review", "/review?call=sl-hz", ...ids.map((spot) => `/review/${spot}`)];
		const cookie = Object.entries(await cookiesOf(portal, REVIEWER))
			.map((pair) => pair.join("="))
			.join("; ");
		const asked = ["", ".data", "?_data=routes%2Freview-entry", "?_data=routes%2Freview"];
		for (const path of paths) {
			for (const suffix of asked) {
				const [page = "", search = ""] = path.split("?");
				const [end = "", data = ""] = suffix.split("?");
				const answer = await fetch(`${portal.origin}${page}${end}?${search}&${data}`, {
					headers: { cookie, accept: "text/html" },
					redirect: "manual",
				});
				const bytes = `${JSON.stringify([...answer.headers])}\n${await answer.text()}`;
				expect([path, suffix, /.{40}canary.{40}/is.exec(bytes)?.[0]]).toEqual([path, suffix, undefined]);
				expect(photos.filter((name) => bytes.includes(name))).toEqual([]);
			}
		}
		const shown = await fetch(`${portal.origin}/review/${ids[0]}`, { headers: { cookie } });
		expect(await shown.text()).toContain("What we learned from a thousand merge requests.");
		const everywhere = await crawl(portal, paths, { cookie, accept: "text/html" });
		const reviewing = everywhere.filter(({ address }) => address.startsWith("/review"));
		expect(reviewing.length).toBeGreaterThan(3);
		expect(reviewing.filter(({ text }) => /canary/i.test(text)).map(({ address }) => address)).toEqual([]);

		// A review that is not blind has what everyone may know of the person, and no way to reach them.
		portal.sqlite.exec("update review_rules set blind = 0");
		const open = await (await fetch(`${portal.origin}/review/${ids[0]}`, { headers: { cookie } })).text();
		expect(open).toContain("canary-name");
		expect(open).toContain("canary-bio");
		expect(open).not.toMatch(/canary@|canary-folded|canary-panel|canary-subject|canary-phone|canary-of-another/);
	});
});

describe("what is stored of reviews", () => {
	it("is in the reviewer's copy of their data and in no author's; the marks stay without the name when they are erased", async () => {
		const portal = await openPortal();
		portal.sqlite.exec(REVIEWED);
		await register(portal, "author@example.org");
		const author = await signIn(portal, "author@example.org");
		const page = (await author.get("/hangzhou")).text;
		await submitForm(author, page, await complete("hangzhou")).expect(303);
		const agent = await addReviewer(portal);
		const form = (await agent.get("/review/talk-1").expect(200)).text;
		const said = { ...MARKED, committeeNote: "Said of the talk", authorNote: "Said to them" };
		await submitForm(agent, form, said, { ...REVIEW, button: "do.done" }).expect(303);

		const copyOf = (email: string) => JSON.stringify(personalCopy(portal, email, { notes: true }));
		expect(copyOf(REVIEWER)).toContain("Said of the talk");
		expect(copyOf(REVIEWER)).toContain('"entry":"talk-1","state":"done"');
		expect(copyOf("author@example.org")).not.toContain("Said");
		for (const path of ["/dashboard", "/entry/talk-1"])
			expect(textOfPage((await author.get(path).expect(200)).text)).not.toContain("Said");

		await portal.services.erasing.erase({ address: REVIEWER });
		expect(portal.sqlite.prepare("select reviewer_id, author_note from reviews").raw().all()).toEqual([[null, ""]]);
		expect(stored(portal)).toEqual([[1, "done", { relevance: 3, content: 5, clarity: 4 }, "yes", "", 1]]);
	});

	it("loses notes, redactions and conflicts when the author is erased, and keeps the marks", async () => {
		const portal = await openPortal();
		portal.sqlite.exec(REVIEWED);
		await register(portal, "author@example.org");
		const author = await signIn(portal, "author@example.org");
		await submitForm(author, (await author.get("/hangzhou")).text, await complete("hangzhou")).expect(303);
		const agent = await addReviewer(portal);
		const form = (await agent.get("/review/talk-1").expect(200)).text;
		await submitForm(agent, form, { ...MARKED, committeeNote: "Names them" }, { ...REVIEW, button: "do.done" }).expect(
			303,
		);
		portal.sqlite.exec(`insert into redactions values (1, 'abstract', 'We built …', 0, 1, null);
			insert into conflicts select 1, id, 'found', 1, null from users where email = '${REVIEWER}';
			insert into assignments select 1, id, 'hand', 1, null from users where email = '${REVIEWER}';
			insert into review_comments (entry_id, text, at) values (1, 'Names them', 1);
			insert into closed_discussions values (1, 1, null)`);
		await portal.services.erasing.erase({ address: "author@example.org" });
		expect(stored(portal)).toEqual([[1, "done", { relevance: 3, content: 5, clarity: 4 }, "yes", "", 1]]);
		for (const table of ["redactions", "conflicts", "assignments", "review_comments", "closed_discussions"])
			expect([table, portal.sqlite.prepare(`select count(*) from ${table}`).pluck().get()]).toEqual([table, 0]);
		await agent.get("/review/talk-1").expect(404);
	});
});
