import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./support/portal.ts";

const FILLED_MS = 30_000;
const directory = mkdtempSync(join(tmpdir(), "rostrum-test-"));
const started: ChildProcess[] = [];

/** `npm run demo` on a free port, with its own place for what it makes. */
function startDemo(): { demo: ChildProcess; says(pattern: RegExp): Promise<RegExpExecArray>; made(): string[] } {
	const own = mkdtempSync(join(directory, "tmp-"));
	const demo = spawn(process.execPath, ["scripts/start.mjs", "demo"], {
		cwd: root,
		env: {
			NODE_ENV: "production",
			PATH: process.env.PATH,
			TMPDIR: own,
			PORT: "0",
			HOST: "127.0.0.1",
			PUBLIC_URL: "",
			RATE_LIMIT_SCALE: "1000",
			// Whatever is set up beside it must stay untouched.
			DATA_DIR: join(own, "not-used"),
			SMTP_URL: "smtp://127.0.0.1:9",
		},
		stdio: ["ignore", "pipe", "inherit"],
	});
	started.push(demo);
	let said = "";
	const says = (pattern: RegExp) =>
		new Promise<RegExpExecArray>((done, fail) => {
			const look = () => {
				const found = pattern.exec(said);
				if (found) done(found);
			};
			demo.stdout?.on("data", (chunk: Buffer) => {
				said += chunk;
				look();
			});
			demo.once("exit", () => fail(new Error(`ended before it said ${pattern}: ${said}`)));
		});
	return { demo, says, made: () => readdirSync(own) };
}

let address = "";
let email = "";
let reviewer = "";
let password = "";

beforeAll(async () => {
	const all = /listens on (\S+).*Administrator: (\S+)\n\s*Reviewer: +(\S+)\n\s*Password: +(\S+)\n/s;
	[, address = "", email = "", reviewer = "", password = ""] = await startDemo().says(all);
}, FILLED_MS);

afterAll(async () => {
	for (const demo of started) {
		if (demo.exitCode !== null || demo.signalCode !== null) continue;
		demo.kill("SIGKILL");
		await once(demo, "exit");
	}
	rmSync(directory, { recursive: true, force: true });
});

interface Listed {
	id: number;
	name: string;
	language: string;
	tracks: string;
	status: string;
	filename: string;
	creation: string;
	incomplete?: string[];
}

async function entriesFor(cookie = ""): Promise<Listed[]> {
	const response = await fetch(`${address}/api/entries`, { headers: { cookie } });
	expect(response.status).toBe(200);
	return (await response.json()) as Listed[];
}

/** Signs in as the demo says and returns the cookies. */
async function signIn(who = email, area = "/admin"): Promise<string> {
	const body = new URLSearchParams({ email: who, password });
	const response = await fetch(`${address}/login`, { method: "POST", body, redirect: "manual" });
	expect(response.status).toBe(303);
	expect(new URL(response.headers.get("location") ?? "", address).pathname).toBe(area);
	return response.headers
		.getSetCookie()
		.map((cookie) => cookie.split(";")[0])
		.join("; ");
}

test("the printed sign-in reaches the proposals, all sixty of them", async () => {
	const page = await fetch(`${address}/admin/proposals`, { headers: { cookie: await signIn() }, redirect: "manual" });
	expect(page.status).toBe(200);
	const html = parse(await page.text());
	expect(html.querySelector("h1 .total-count")?.textContent).toBe("60");
	expect(html.querySelectorAll("tbody tr")).toHaveLength(12);
});

test("the acceptances of the first meeting were mailed, the others were not", async () => {
	const cookie = await signIn();
	const buttons = [];
	for (const { id } of (await complete()).filter(({ status }) => status === "Accept")) {
		const page = await fetch(`${address}/admin/proposals?modal=details&id=${id}`, {
			headers: { cookie, "accept-language": "en" },
		});
		buttons.push((await page.text()).includes("Email Already Sent (View Only)"));
	}
	expect(new Set(buttons)).toEqual(new Set([true, false]));
});

test("the other programmes have entries too, in both languages and several states", async () => {
	const cookie = await signIn();
	const list = async (path: string) => {
		const page = await fetch(`${address}${path}`, { headers: { cookie, "accept-language": "en" } });
		expect(page.status).toBe(200);
		return parse(await page.text());
	};
	for (const [path, total] of [
		["/admin/nominations", "5"],
		["/admin/aigc", "6"],
	] as const) {
		const page = await list(path);
		expect(page.querySelector("h1 .total-count")?.textContent).toBe(total);
		expect(page.querySelector(".lead")?.textContent).toContain("Last received: ");
		const statuses = page.querySelectorAll("tbody option[selected]").map((one) => one.getAttribute("value"));
		expect(new Set(statuses).size).toBeGreaterThan(2);
		expect(page.querySelector("tbody")?.textContent).toMatch(/\p{Script=Han}/u);
	}
	expect((await list("/admin/forum")).querySelector("h1 .total-count")?.textContent).toBe("4");
});

const complete = async () => (await entriesFor(await signIn())).filter((entry) => !entry.incomplete?.length);

test("the public sees complete accepted talks with consent, and no others while the call is reviewed blind", async () => {
	const all = await entriesFor(await signIn());
	const incomplete = all.filter((entry) => entry.incomplete?.length);
	expect(incomplete.map(({ name, incomplete }) => [name, incomplete])).toEqual([
		["Ben Ashworth", ["org", "role"]],
		["赵亭午", ["file"]],
		["余音", ["consent"]],
		["Arjun Mehta", ["abstract", "file"]],
	]);
	const accepted = all.filter((entry) => !incomplete.includes(entry) && entry.status === "Accept");
	expect((await entriesFor()).map(({ id }) => id)).toEqual(accepted.map(({ id }) => id));
});

test("the talks cover both languages, every status and every track, and came in between May and August", async () => {
	const entries = await complete();
	const tracks = (await (await fetch(`${address}/api/tracks`)).json()) as { id: string }[];
	expect(new Set(entries.map(({ language }) => language))).toEqual(new Set(["English", "Chinese"]));
	expect(new Set(entries.map(({ status }) => status))).toEqual(new Set(["New", "Hold", "Accept", "Reject"]));
	expect(new Set(entries.map((entry) => entry.tracks))).toEqual(new Set(tracks.map(({ id }) => id)));
	const times = entries.map(({ creation }) => creation);
	expect(times).toEqual([...times].sort());
	expect([times[0]?.slice(0, 10), times.at(-1)?.slice(0, 10)]).toEqual(["2025-05-18", "2025-08-18"]);
});

test("every complete talk has a photo of its own that loads", async () => {
	const [entries, cookie] = [await complete(), await signIn()];
	const photos = await Promise.all(
		entries.map(async ({ filename }) => {
			const response = await fetch(`${address}/uploads/${filename}`, { headers: { cookie } });
			expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
			return Buffer.from(await response.arrayBuffer()).toString("base64");
		}),
	);
	expect(photos).toHaveLength(56);
	expect(new Set(photos).size).toBe(56);
});

test("about half of the accepted talks are in the public schedule", async () => {
	const cookie = await signIn();
	const { unscheduled } = (await (await fetch(`${address}/api/schedules`, { headers: { cookie } })).json()) as {
		unscheduled: unknown[];
	};
	const days = await Promise.all(["day1", "day2"].map(async (day) => fetch(`${address}/schedule?day=${day}`)));
	const pages = await Promise.all(days.map(async (page) => parse(await page.text())));
	const shown = pages.map((page) => page.querySelectorAll(".start-time li > a").length);
	expect(shown.every((count) => count > 3)).toBe(true);
	const total = shown.reduce((sum, count) => sum + count, unscheduled.length);
	expect(unscheduled.length / total).toBeGreaterThan(0.3);
	expect(unscheduled.length / total).toBeLessThan(0.7);
	expect(pages[0]?.querySelector("main")?.textContent).toContain("22 Aug 2025 16:00 (UTC+8)");
});

test("a committee of eight is halfway through its reviews", async () => {
	const own = { cookie: await signIn(reviewer, "/review"), "accept-language": "en" };
	const [, done = "", total = ""] =
		/(\d+) of (\d+)/.exec(parse(await (await fetch(`${address}/review`, { headers: own })).text()).textContent) ?? [];
	expect(Number(done)).toBeGreaterThan(5);
	expect(Number(total)).toBeGreaterThan(Number(done));

	const headers = { cookie: await signIn(), "accept-language": "en" };
	const results = await (await fetch(`${address}/admin/reviews/hangzhou/results.csv`, { headers })).text();
	const [head = [], ...rows] = results.split("\r\n").map((line) => line.split(","));
	const number = head.findIndex((name) => /reviews/i.test(name));
	expect(rows.filter((row) => Number(row[number]) >= 3).length).toBeGreaterThan(5);
	const progress = parse(await (await fetch(`${address}/admin/programmes/hangzhou/assignments`, { headers })).text());
	// The administrator could review too, and has nothing to.
	const rowCounts = progress.querySelectorAll("main table").map((table) => table.querySelectorAll("tbody tr").length);
	expect(rowCounts).toContain(8);
});

test.each([
	["when it serves", /Password: .*\n/],
	["while it is being filled", /Filling/],
])(
	"ended %s, it leaves nothing behind",
	async (_when, said) => {
		const { demo, says, made } = startDemo();
		await says(said);
		expect(made()).toEqual([expect.stringMatching(/^rostrum-demo-/)]);
		demo.kill("SIGTERM");
		expect(await once(demo, "exit")).toEqual([0, null]);
		expect(made()).toEqual([]);
	},
	FILLED_MS,
);
