import { brotliCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pathsOf } from "../../app/programmes/forms.ts";
import { access, isCapability } from "../../server/access.ts";
import { accessTo } from "../../server/access-lookup.ts";
import { PASSWORD, register } from "../support/accounts.ts";
import { isCall } from "../support/addresses.ts";
import { fill, openPage } from "../support/browser.ts";
import { sendTalk, sendWork } from "../support/entries.ts";
import { weigh } from "../support/page-weight.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { organiser, publishTalks, TRACKS } from "../support/released-schedule.ts";
import { programmes } from "../support/templates.ts";

const FORMS = [...programmes.flatMap(pathsOf), "/hangzhou?event=pytorch"];
const MOST_BYTES = 14_000;
const MOST_REQUESTS = 3;
/** Sanity check: no form is lighter. */
const LEAST_BYTES = 5_000;

async function openEverything(): Promise<TestPortal> {
	const portal = await openPortal();
	portal.sqlite.exec("update programmes set state = 'open'");
	return portal;
}

describe.each(["en-US", "zh-CN"])("a visit to any form in %s", (locale) => {
	it("weighs at most 14,000 bytes in 3 requests, on first visit and with every problem", async () => {
		const portal = await openEverything();
		const page = await openPage(portal.origin, { locale });
		const take = await weigh(page);
		const heavy: unknown[] = [];
		for (const path of FORMS) {
			const look = async (what: string) => {
				const { bytes, requests } = await take();
				if (bytes < LEAST_BYTES || bytes > MOST_BYTES || requests > MOST_REQUESTS)
					heavy.push([path, what, bytes, requests]);
			};
			await page.context().clearCookies();
			await page.goto(path);
			await look("first visit");
			await page.evaluate(() => {
				const form = document.querySelector("form.programme");
				for (const box of form?.querySelectorAll<HTMLInputElement>("input.opener") ?? []) box.checked = true;
				for (const select of form?.querySelectorAll("select") ?? []) select.selectedIndex = select.length - 1;
				for (const link of form?.querySelectorAll<HTMLInputElement>("[type=url]") ?? []) link.value = "mailto:x";
			});
			await page.click("button.primary");
			await page.waitForSelector("#errors");
			await look(`${await page.locator("#errors a").count()} problems`);
		}
		expect(heavy).toEqual([]);
	});
});

const SESSIONS = 100;
const SPEAKER = "speaker@example.org";
/** What is said of a page that is not there. */
const LEAST_OF_A_PAGE = 4_000;

const PAGES = [
	"/invitation?token=x",
	"/",
	"/login",
	"/?modal=register",
	"/register",
	"/forgot-password",
	"/reset-password",
	"/login-success",
	"/setup",
	"/verify?token=x",
	"/unsubscribe?event=1&to=han@example.org&key=x",
	"/auth/github/callback",
	"/thank-you?entry=talk-1",
	"/nowhere",
	"/entry/talk-9999",
	"/paris",
	"/schedule",
	"/schedule?day=day2",
	"/schedule?day=all",
	"/schedule?q=compilers",
	"/schedule?q=zzz+attention",
	"/schedule?track=ai-next",
	"/schedule/versions",
	"/schedule/1",
	"/proposals",
	"/proposals?q=zzz",
	"/proposals?q=compiler+requests",
	"/proposals?modal=details&id=1",
	"/nominations-aigc",
	"/nominations-aigc?q=zzz",
	"/api/docs",
	"/nominations-aigc?modal=details&id=102",
];
/** What a speaker sees who has entries. */
const OWN_PAGES = [
	"/dashboard",
	"/account",
	"/account/erase",
	"/confirm?return=/account/erase",
	"/entry/talk-1",
	"/entry/talk-1?withdraw=1",
	"/hangzhou?spot=talk-1",
	"/",
];
const ARCHIVED = "/events/hangzhou-2025";
/** What is left of the event when the next one has begun. */
const ARCHIVED_PAGES = ["/events", ARCHIVED, `${ARCHIVED}/schedule`, `${ARCHIVED}/schedule/1`];
/** Sent without an answer, they come back with what is wrong. */
const SENT_BACK = ["/login", "/?modal=register", "/forgot-password"];

/** A full day of talks, lists of more than a page, and a speaker with entries, one of them with a photo. */
async function openFilled(): Promise<TestPortal> {
	const portal = await openPortal();
	await publishTalks(portal, { count: SESSIONS, tracks: TRACKS });
	await sendTalk(portal);
	for (let n = 1; n <= 13; n += 1) await sendWork(portal, { title: `${n}: 展品 ${n ** 9}` });
	await register(portal, SPEAKER);
	const own = "update entries set user_id = (select id from users where email = ?) where id in (1, 2, ?, 102)";
	await portal.db.write(() => void portal.sqlite.prepare(own).run(SPEAKER, SESSIONS + 1));
	return portal;
}

it.each(["en-US", "zh-CN"])(
	"a visit to any page in %s that is not the organisers' weighs at most 14,000 bytes in at most 3 requests",
	async (locale) => {
		const portal = await openFilled();
		const page = await openPage(portal.origin, { locale });
		const take = await weigh(page);
		const heavy: unknown[] = [];
		const look = async (what: string) => {
			const { bytes, requests } = await take();
			if (bytes < LEAST_OF_A_PAGE || bytes > MOST_BYTES || requests > MOST_REQUESTS)
				heavy.push([what, bytes, requests]);
		};
		for (const path of PAGES) {
			await page.goto(path);
			await look(path);
		}
		await page.goto("/schedule");
		expect(await page.locator(".start-time a").count()).toBe(SESSIONS);
		await take();
		for (const path of SENT_BACK) {
			await page.goto(path);
			await take();
			await page.click("button.primary");
			await page.waitForSelector("#errors");
			await look(`${path} sent back`);
		}
		await page.goto("/login");
		await fill(page, { email: SPEAKER, password: PASSWORD });
		await page.click("button.primary");
		await page.waitForURL(/\/dashboard/);
		await take();
		for (const path of OWN_PAGES) {
			await page.goto("about:blank");
			await page.goto(path);
			await look(`${path}, signed in`);
		}
		const next = { name: "Hangzhou 2026", nameZh: "", firstDay: "2026-09-12" };
		await portal.services.event.begin(await organiser(portal), 1, next);
		await page.context().clearCookies();
		for (const path of ARCHIVED_PAGES) {
			await page.goto(path);
			await look(path);
		}
		expect(heavy).toEqual([]);
	},
);

it("every page is weighed", () => {
	const weighed = [...PAGES, ...OWN_PAGES, ...ARCHIVED_PAGES, ...FORMS].map(
		(path) => new URL(path, "http://here.example").pathname,
	);
	const rows = new Set(weighed.map((path) => accessTo("GET", path, isCall)));
	const pages = access.filter(({ kind, method, who }) => kind === "page" && method === "GET" && !isCapability(who));
	expect(pages.filter((row) => !rows.has(row) && !row.download)).toEqual([]);
});

it("every form comes with its style, at most 5 KB of it, and one script of at most 6 KB, both as brotli", async () => {
	const portal = await openEverything();
	const agent = portal.agent();
	for (const path of FORMS) {
		const { text } = await agent.get(path).expect(200);
		const styles = [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = ""]) => css);
		expect([path, styles.length, /<link[^>]*stylesheet/.test(text)]).toEqual([path, 1, false]);
		expect(styles[0]?.length).toBeGreaterThan(1_000);
		expect(brotliCompressSync(styles[0] ?? "").length).toBeLessThanOrEqual(5 * 1024);
		const scripts = [...text.matchAll(/<script[^>]*src="([^"]*)"/g)].map(([, src = ""]) => src);
		expect([path, scripts.length, text.match(/<script/g)?.length]).toEqual([path, 1, 1]);
		const answer = await agent
			.get(scripts[0] ?? "")
			.set("Accept-Encoding", "br")
			.buffer(true);
		expect(answer.headers["content-encoding"]).toBe("br");
		expect(Number(answer.headers["content-length"])).toBeLessThanOrEqual(6 * 1024);
	}
});

it("a browser that accepts brotli gets it, in any order of Accept-Encoding", async () => {
	const portal = await openPortal();
	const encodings: Record<string, string | undefined> = {};
	for (const accepted of ["gzip, deflate, br, zstd", "gzip", "br;q=0, gzip", "identity"]) {
		const { headers } = await portal.agent().get("/hangzhou").set("Accept-Encoding", accepted).buffer(true);
		encodings[accepted] = headers["content-encoding"];
	}
	expect(encodings).toEqual({
		"gzip, deflate, br, zstd": "br",
		gzip: "gzip",
		"br;q=0, gzip": "gzip",
		identity: undefined,
	});
});
