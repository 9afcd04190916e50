import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { sendArtwork, sendTalk, sendWork } from "../support/entries.ts";
import { submitForm, textOfPage, titleOf } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { columnOf, headings, rowsOf } from "../support/table.ts";
import { portrait, talk } from "../support/talks.ts";

const PRIVATE = {
	email: "canary1@example.org",
	details: "canary2",
	github: "https://canary3.example",
	twitter: "canary4",
};

describe("the public talks", () => {
	it("shows public fields, the status in words and whether the email was sent, and loads one script", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "First", ...PRIVATE, tracks: "ai-next" });
		await sendTalk(portal, { title: "Second", tracks: "embodied-ai" });
		await portal.db.write(() => {
			portal.sqlite.exec("update entries set status = 'Accept' where id = 1");
			portal.sqlite.exec("insert into entry_log (entry_id, at, type, state) values (1, 1, 'Email', 'Accept')");
		});
		const { text, headers } = await portal.agent().get("/proposals").expect(200);
		expect(titleOf(text)).toBe("Proposals — Hangzhou 2025 Call For Proposals");
		const headed = ["No.", "Talk", "Speaker", "Track", "Language", "Updated", "Status", "Email"];
		expect(headings(text)).toEqual(headed);
		const [who, when] = ["李雷 Li Lei Example 大学", "1 Jul 2025 10:00 (UTC+8)"];
		expect(rowsOf(text)).toEqual([
			["2", "Second", who, "Embodied AI", "English", when, "New", ""],
			["1", "First", who, "AI Next", "English", when, "Accept", "Email sent"],
		]);
		// Narrow screens set the same rows as cards: the only list of the page.
		expect(
			parse(text)
				.querySelectorAll("main :is(ul, ol, table)")
				.map(({ tagName }) => tagName),
		).toEqual(["TABLE"]);
		const details = parse(text)
			.querySelectorAll("tbody a")
			.map((link) => link.getAttribute("href"));
		expect(details).toEqual(["/proposals?modal=details&id=2", "/proposals?modal=details&id=1"]);
		expect(text).not.toContain("canary");
		expect(text.match(/<script[^>]*>/g)).toEqual([
			expect.stringMatching(/^<script async="" type="module" src="\/e\/list-\w+\.js">$/),
		]);
		expect(text).not.toContain('type="checkbox"');
		expect(headers["cache-control"]).toBe("private, no-cache");
	});

	it("filters, sorts and pages by its address, 12 a page", async () => {
		const portal = await openPortal();
		for (let n = 1; n <= 14; n += 1) {
			await sendTalk(portal, {
				title: `Talk ${String(n).padStart(2, "0")}`,
				tracks: n % 2 ? "ai-next" : "agentic-web",
			});
		}
		const at = async (search: string) => (await portal.agent().get(`/proposals${search}`).expect(200)).text;
		const titles = async (search: string) => columnOf(await at(search), "Talk");
		expect(await titles("")).toHaveLength(12);
		expect(await titles("?page=2")).toEqual(["Talk 02", "Talk 01"]);
		expect(await titles("?sort=title&page=2")).toEqual(["Talk 13", "Talk 14"]);
		expect(await titles("?track=ai-next")).toHaveLength(7);
		expect(await titles("?q=ＴＡＬＫ 03")).toEqual(["Talk 03"]);
		expect(await titles("?status=Accept")).toEqual([]);
		expect(await titles("?status=Party&sort=email&page=0")).toHaveLength(12);
		expect(textOfPage(await at("?track=ai-next&q=none"))).toContain("No entries match.");
		expect(await at("?track=ai-next&sort=title")).toContain('href="/proposals?track=ai-next&amp;sort=-title"');
		const ordered = async (search: string) =>
			parse(await at(search))
				.querySelectorAll("thead [aria-sort]")
				.map((heading) => [heading.textContent, heading.getAttribute("aria-sort")]);
		expect(await ordered("")).toEqual([["No. ▼", "descending"]]);
		expect(await ordered("?sort=title")).toEqual([["Talk ▲", "ascending"]]);
		const sortable = parse(await at(""))
			.querySelectorAll("thead a")
			.map((link) => link.getAttribute("href"));
		expect(sortable).toEqual(["id", "title", "name", "tracks", "status"].map((name) => `/proposals?sort=${name}`));
	});

	it("does not search private values", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { ...PRIVATE, title: "Findable" });
		for (const q of ["canary", "canary1@example.org", "example.org"]) {
			const { text } = await portal.agent().get("/proposals").query({ q }).expect(200);
			expect([q, rowsOf(text)]).toEqual([q, []]);
		}
		expect(rowsOf((await portal.agent().get("/proposals?q=merge")).text)).toHaveLength(1);
	});

	it("opens the details without address, internal details and links, and leads back to the same filter", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { ...PRIVATE, title: "Open me" });
		const page = (await portal.agent().get("/proposals?modal=details&id=1&sort=title").expect(200)).text;
		const said = textOfPage(page);
		for (const part of [
			"Open me",
			"Example 大学",
			"Plays the pipa",
			"Received 1 Jul 2025",
			"What we learned",
			"English",
		])
			expect(said).toContain(part);
		expect(page).not.toContain("canary");
		expect(page).toContain('href="/proposals?sort=title">← ');
		expect(page).toMatch(/<a class="portrait"/);
		for (const search of ["modal=details&id=2", "modal=email&id=1", "modal=details&id=x"]) {
			await portal.agent().get(`/proposals?${search}`).expect(404);
		}
	});

	it("hides entries that are withdrawn, lack consent or lack answers", async () => {
		const portal = await openPortal();
		for (const title of ["Shown", "Withdrawn", "Refused", "Incomplete"]) await sendTalk(portal, { title });
		await portal.db.write(() => {
			portal.sqlite.exec("update entries set presence = 'withdrawn' where id = 2");
			portal.sqlite.exec("update entries set consent = 0 where id = 3");
			portal.sqlite.exec(`update entries set incomplete = '["bio"]' where id = 4`);
		});
		const { text } = await portal.agent().get("/proposals");
		expect(columnOf(text, "Talk")).toEqual(["Shown"]);
		for (const id of [2, 3, 4]) await portal.agent().get(`/proposals?modal=details&id=${id}`).expect(404);
	});

	it("shows changes at once, also when visitors share a cached page", async () => {
		const portal = await openPortal();
		expect(rowsOf((await portal.agent().get("/proposals")).text)).toEqual([]);
		const agent = portal.agent();
		const form = (await agent.get("/hangzhou")).text;
		await submitForm(agent, form, talk({ title: "New", file: await portrait() })).expect(303);
		expect(columnOf((await portal.agent().get("/proposals")).text, "Talk")).toEqual(["New"]);
	});
});

it("tells visitors of another event nothing of the organisers' emails", async () => {
	const portal = await openPortal();
	await sendTalk(portal, { title: "First" });
	await portal.db.write(() => {
		portal.sqlite.exec("update entries set status = 'Accept'");
		portal.sqlite.exec("insert into entry_log (entry_id, at, type, state) values (1, 1, 'Email', 'Accept')");
		portal.sqlite.exec("update events set template = 'blank'");
	});
	const page = (await portal.agent().get("/proposals").expect(200)).text;
	const details = (await portal.agent().get("/proposals?modal=details&id=1").expect(200)).text;
	expect([headings(page).includes("Email"), `${page}${details}`.includes("Email sent")]).toEqual([false, false]);
	expect((await portal.agent().get("/api/entries")).body[0]).not.toHaveProperty("emailSent");
});

describe("PUBLIC_PROPOSALS", () => {
	const twoTalks = async (PUBLIC_PROPOSALS: string) => {
		const portal = await openPortal({ PUBLIC_PROPOSALS });
		await sendTalk(portal, { title: "Waiting" });
		await sendTalk(portal, { title: "Taken" });
		await portal.db.write(() => portal.sqlite.exec("update entries set status = 'Accept' where id = 2"));
		return portal;
	};
	const overRest = async (portal: Awaited<ReturnType<typeof openPortal>>) =>
		((await portal.agent().get("/api/entries").expect(200)).body as { title: string }[]).map(({ title }) => title);

	it("accepted: shows those only, on the page and over REST", async () => {
		const portal = await twoTalks("accepted");
		const { text } = await portal.agent().get("/proposals");
		expect(columnOf(text, "Talk")).toEqual(["Taken"]);
		expect(parse(text).querySelector(".filters [name=status]")).toBe(null);
		expect(textOfPage(text)).toContain("The talks that were accepted.");
		expect(textOfPage(text)).not.toMatch(/\bAccept\b|\bStatus\b/);
		await portal.agent().get("/proposals?modal=details&id=1").expect(404);
		expect(await overRest(portal)).toEqual(["Taken"]);
		expect((await (await portal.admin()).get("/api/entries")).body).toHaveLength(2);
	});

	it("off: there is no such page and REST lists none; administrators still see all", async () => {
		const portal = await twoTalks("off");
		await portal.agent().get("/proposals").expect(404);
		await portal.agent().get("/proposals?modal=details&id=2").expect(404);
		expect(await overRest(portal)).toEqual([]);
		expect((await (await portal.admin()).get("/api/entries")).body).toHaveLength(2);
	});
});

describe("the public table of the showcase", () => {
	it("says how many came and when the last did, and shows both tracks by their short names", async () => {
		const portal = await openPortal();
		await sendWork(portal, { title: "Tutor", email: "canary1@example.org", website: "https://canary2.example" });
		portal.clock.now += 60_000;
		await sendArtwork(portal, { artworkTitle: "夜光", name: "Zoë", org: "Atelier", country: "France" });
		const { text } = await portal.agent().get("/nominations-aigc").expect(200);
		expect(titleOf(text)).toBe("Nominations - AIGC Spotlight - Hangzhou — Hangzhou 2025 Call For Proposals");
		expect(textOfPage(text)).toContain("Total submissions: 2 · Last received: 1 Jul 2025 10:01 (UTC+8)");
		expect(headings(text)).toEqual(["ID", "Name", "Affiliation", "Country", "Title", "Type", "Details"]);
		expect(rowsOf(text)).toEqual([
			["2", "Zoë", "Atelier", "France", "夜光", "Artistic", "Details"],
			["1", "韩梅梅", "Studio", "China", "Tutor", "Applied AI", "Details"],
		]);
		expect(textOfPage(text)).toContain("Page 1 of 1");
		for (const secret of ["canary", "138 0000", 'type="checkbox"']) expect(text).not.toContain(secret);
	});

	it("shows the id of an unknown track", async () => {
		const portal = await openPortal();
		await sendWork(portal);
		await portal.db.write(() =>
			portal.sqlite.exec("update entries set answers = json_set(answers, '$.spotlightTrack', 'Old track')"),
		);
		expect(columnOf((await portal.agent().get("/nominations-aigc")).text, "Type")).toEqual(["Old track"]);
	});

	it("sorts by every column but the type, searches public fields, and can clear the search", async () => {
		const portal = await openPortal();
		await sendWork(portal, { title: "B", name: "Y", org: "Q", country: "Chad" });
		await sendArtwork(portal, { artworkTitle: "A", name: "Z", org: "R", country: "Bhutan" });
		await sendWork(portal, { title: "C", name: "X", org: "P", country: "Austria", phone: "555 1234567" });
		const at = async (search: string) => (await portal.agent().get(`/nominations-aigc${search}`).expect(200)).text;
		const ids = async (search: string) => columnOf(await at(search), "ID").join("");
		expect(await ids("")).toBe("321");
		expect(await Promise.all(["id", "name", "org", "country", "title"].map((name) => ids(`?sort=${name}`)))).toEqual([
			"123",
			"312",
			"312",
			"321",
			"213",
		]);
		expect(await ids("?sort=-title")).toBe("312");
		expect(await ids("?q=bhutan")).toBe("2");
		expect(await ids("?q=1234567")).toBe("");
		expect(await at("")).not.toContain(">Clear</a>");
		expect(await at("?q=bhutan&sort=title")).toContain('href="/nominations-aigc?sort=title">Clear</a>');
	});

	it("numbers its pages", async () => {
		const portal = await openPortal();
		for (let n = 1; n <= 25; n += 1) await sendWork(portal, { title: `W${n}` });
		const { text } = await portal.agent().get("/nominations-aigc?page=2").expect(200);
		expect(textOfPage(text)).toContain("Page 2 of 3");
		expect(columnOf(text, "Title")).toEqual(Array.from({ length: 12 }, (_, index) => `W${13 - index}`));
		const links = [...text.matchAll(/aria-label="Page (\d+)"( aria-current="page")?/g)];
		expect(links.map(([, number, here]) => [number, here !== undefined])).toEqual([
			["1", false],
			["2", true],
			["3", false],
		]);
	});

	it("opens the public answers of a work under the specification's title", async () => {
		const portal = await openPortal();
		await sendArtwork(portal, { email: "canary@example.org", artworkDescription: "It glows at night." });
		const { text } = await portal.agent().get("/nominations-aigc?modal=details&id=1").expect(200);
		expect(titleOf(text)).toBe("AIGC Submission Details — Hangzhou 2025 Call For Proposals");
		expect(textOfPage(text)).toContain("It glows at night.");
		expect(textOfPage(text)).toContain("Visual art");
		for (const secret of ["canary", "138", "Dark room", "LED"]) expect(text).not.toContain(secret);
		await sendTalk(portal);
		await portal.agent().get("/nominations-aigc?modal=details&id=2").expect(404);
	});
});
