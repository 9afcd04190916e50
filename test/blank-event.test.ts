import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { access } from "../server/access.ts";
import { blankInstallation, openBlank } from "./support/blank.ts";
import { sendRegistration } from "./support/entries.ts";
import { save } from "./support/event.ts";
import { openPortal, type TestPortal, temporaryDirectory } from "./support/portal.ts";
import { runToEnd } from "./support/server.ts";
import { addPerson, cookiesOf } from "./support/sessions.ts";

/** What names the event of the specification; REST calls and fields stay as clients know them. */
const FOREIGN = /hangzhou|杭州|2025|pytorch|AI paris|巴黎/gi;
const SPOTLIGHT = /(?<!\/api\/)spotlight(?!Site"|Track")/gi;

/** Every address that can be opened; those of one entry lead to the page that says there is none. */
const ADDRESSES = access
	.filter(({ method, path }) => method === "GET" && !path.includes("*"))
	.map(({ path }) => path.replace(":call", "talks"))
	.map((path) =>
		path
			.replace(":kind", "talk")
			.replace("questions/:name", "questions/title")
			.replace(/:[a-z]+/gi, "1"),
	)
	.concat("/nowhere", "/?modal=register");

type Agent = ReturnType<TestPortal["agent"]>;

async function leftovers(agent: Agent, addresses: readonly string[], words: readonly RegExp[]): Promise<string[]> {
	const found: string[] = [];
	for (const language of ["en", "zh"]) {
		for (const path of addresses) {
			const answer = await agent.get(path).set("Accept-Language", language).buffer(true);
			if (answer.status >= 500) found.push(`${path}: ${answer.status}`);
			// The port may have any digits.
			const text = (answer.text ?? String(answer.body)).replaceAll(/127\.0\.0\.1:\d+/g, "");
			const shown = answer.type === "text/html" ? parse(text).toString() : text;
			for (const word of words) for (const [one] of shown.matchAll(word)) found.push(`${path} (${language}): ${one}`);
		}
	}
	return [...new Set(found)];
}

describe("a blank event", () => {
	it("names no other event to visitors and speakers, closed and open", async () => {
		const portal = await openBlank();
		await addPerson(portal, "speaker@example.org", "Sam");
		const speaker = portal.agent();
		for (const [name, value] of Object.entries(await cookiesOf(portal, "speaker@example.org")))
			speaker.jar.setCookie(`${name}=${value}; Path=/`, "127.0.0.1");
		for (const state of ["closed", "open"]) {
			await portal.db.write(() => portal.sqlite.exec(`update programmes set state = '${state}'`));
			for (const agent of [portal.agent(), speaker])
				expect(await leftovers(agent, ADDRESSES, [FOREIGN, SPOTLIGHT])).toEqual([]);
		}
	});

	it("shows organisers lists, totals and emails of what it has calls for, and of no more", async () => {
		const portal = await openBlank();
		const admin = await portal.admin();
		const shown = async () => {
			const page = parse((await admin.get("/admin").expect(200)).text);
			const texts = parse((await admin.get("/admin/mail/texts").expect(200)).text);
			const addresses = (selector: string, of = page) =>
				of.querySelectorAll(selector).map((link) => link.getAttribute("href"));
			return {
				rail: addresses(".rail a").filter((href) => /proposals|editor|aigc|nominations|forum/.test(href ?? "")),
				totals: addresses("tbody th a"),
				forum: addresses("main a", texts).includes("/admin/mail/texts/forum"),
			};
		};
		expect(await shown()).toEqual({
			rail: ["/admin/proposals", "/admin/editor"],
			totals: ["/admin/proposals"],
			forum: false,
		});
		await portal.db.write(() => portal.sqlite.exec("update programmes set archived = 1"));
		expect(await shown()).toEqual({ rail: [], totals: [], forum: false });
		// What came in is listed whatever became of its call.
		const full = await openPortal();
		await sendRegistration(full);
		await full.db.write(() => full.sqlite.exec("update programmes set archived = 1"));
		const rail = parse((await (await full.admin()).get("/admin").expect(200)).text).querySelectorAll(".rail a");
		const listed = rail.map((link) => link.getAttribute("href")).filter((href) => /aigc|forum/.test(href ?? ""));
		expect(listed).toEqual(["/admin/forum"]);
	});

	it("has placeholders in both languages until its names are entered in one", async () => {
		const portal = await openBlank();
		const named = async () => {
			const read = async (language: string) => {
				const { text } = await portal.agent().get("/").set("Accept-Language", language).expect(200);
				const page = parse(text);
				return [page.querySelector("h1")?.text, page.querySelector("footer p")?.text.match(/© \d+ (.*?)(?: ·|$)/)?.[1]];
			};
			return [...(await read("en")), ...(await read("zh"))];
		};
		expect(await named()).toEqual(["Your conference", "The organisers", "您的大会", "主办方"]);
		await save(await portal.admin(), { name: "Lake Days", organisation: "Lake Foundation" });
		expect(await named()).toEqual(["Lake Days", "Lake Foundation", "Lake Days", "Lake Foundation"]);
	});

	it("leads from the grid to the tracks, as long as there are none", async () => {
		const portal = await openBlank();
		const admin = await portal.admin();
		const leads = async (path: string) => {
			const main = parse((await admin.get(path).expect(200)).text).querySelector("main .console-page");
			return main?.querySelector('a[href="/admin/tracks"]')?.text;
		};
		const pages = ["/admin/schedule/grid", "/admin/schedule/grid?lay=1"];
		for (const path of pages) expect(await leads(path)).toBe("There are no tracks yet. Add the first one.");
		await admin.post("/admin/tracks").type("form").send({ id: "", label: "Web" }).set("Sec-Fetch-Site", "same-origin");
		for (const path of pages) expect(await leads(path)).toBeUndefined();
	});

	it("leads from the grid to a day without tracks, where no slots can be created", async () => {
		const portal = await openBlank();
		const admin = await portal.admin();
		await admin.post("/admin/tracks").type("form").send({ id: "", label: "Web" }).set("Sec-Fetch-Site", "same-origin");
		await portal.db.write(() => portal.sqlite.exec("insert into days (id, date) values ('day1', '2027-05-20')"));
		const leads = async (path: string) => {
			const banner = parse((await admin.get(path).expect(200)).text).querySelector("main .console-page .banner a");
			return banner && [banner.text, banner.getAttribute("href")];
		};
		const pages = ["/admin/schedule/grid", "/admin/schedule/grid?lay=1"];
		const said = ["Thursday, 20 May 2027 has no tracks yet. Choose them.", "/admin/schedule/grid?day=day1"];
		for (const path of pages) expect(await leads(path)).toEqual(said);
		await portal.db.write(() => portal.sqlite.exec("insert into day_tracks (day_id, track_id) values ('day1', 'web')"));
		for (const path of pages) expect(await leads(path)).toBeNull();
	});

	it("names no other event to organisers", async () => {
		const admin = await (await openBlank()).admin();
		expect(await leftovers(admin, ADDRESSES, [FOREIGN])).toEqual([]);
	});

	it("stays blank at the next start", async () => {
		const place = await blankInstallation();
		const rows = async () => {
			const { sqlite, release } = await openPortal(place);
			const found = ["select category, state from programmes", "select id, kind from tracks", "select id from days"]
				.concat("select template, name, spotlight_site from events", "select count(*) from special_events")
				.map((sql) => sqlite.prepare(sql).raw().all());
			await release();
			return found;
		};
		const first = await rows();
		expect(first).toEqual([
			[["talks", "closed"]],
			[["assign-me", "unselected"]],
			[],
			[["blank", "Your conference", ""]],
			[[0]],
		]);
		expect(await rows()).toEqual(first);
	});

	it("takes what the settings of the environment say, and no more", async () => {
		const { sqlite } = await openBlank({
			BRAND_PRODUCT: "Lake Days",
			TZ_EVENT: "Europe/Oslo",
			BRAND_SUPPORT: "a@lake.org",
		});
		const read = "select name, name_zh, place, zone, organisation, site, support from events";
		expect(sqlite.prepare(read).raw().all()).toEqual([
			["Lake Days", "", "", "Europe/Oslo", "The organisers", "", "a@lake.org"],
		]);
	});
});

describe("npm run cli -- init", () => {
	const init = (place: Record<string, string>, ...words: string[]) => runToEnd("cli.js", place, ["init", ...words]);
	const anywhere = () => {
		const directory = temporaryDirectory();
		return { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
	};

	it("makes a database from a template once, and says what to do next", async () => {
		for (const [template, name] of [
			["blank", "Your conference"],
			["hangzhou", "Hangzhou 2025"],
		] as const) {
			const place = anywhere();
			const made = await init(place, "--template", template);
			expect([made.code, made.output]).toEqual([0, expect.stringMatching(/npm start[\s\S]*\/admin/)]);
			const { sqlite, release } = await openPortal(place);
			expect(sqlite.prepare("select name from events").pluck().all()).toEqual([name]);
			await release();
			const before = readFileSync(join(place.DATA_DIR, "rostrum.db"));
			const again = await init(place, "--template=blank");
			expect([again.code, again.output]).toEqual([1, expect.stringContaining("exists already: nothing was changed")]);
			expect(readFileSync(join(place.DATA_DIR, "rostrum.db")).equals(before)).toBe(true);
		}
	});

	it.each([[[]], [["--template"]], [["--template", "paris"]], [["blank"]], [["--template", "blank", "x"]]])(
		"refuses %j as wrong usage and makes nothing",
		async (words) => {
			const place = anywhere();
			const { code, output } = await init(place, ...words);
			expect([code, output]).toEqual([2, "npm run cli -- init --template NAME (blank, hangzhou)\n"]);
			expect(existsSync(place.DATA_DIR)).toBe(false);
		},
	);
});
