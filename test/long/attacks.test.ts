import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { expect, it, type TestContext } from "vitest";
import { makePhoto } from "../../bench/photos.ts";
import { count, megabytes, milliseconds } from "../../bench/report.ts";
import { installation } from "../support/backups.ts";
import { sendTalk } from "../support/entries.ts";
import { judged, tell } from "../support/figures.ts";
import { NOMINATION } from "../support/fillings.ts";
import { fillStore, MORE_THAN_SHOWN, SPEAKER } from "../support/full-store.ts";
import { MOST_RESIDENT_MIB, startObserved } from "../support/loop-blocks.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { addPerson, appoint, bearerOf, cookiesOf } from "../support/sessions.ts";

const MIB = 1024 ** 2;
/** Photos that belong to nothing, of one network. */
const LOOSE_BYTES = 100 * MIB;
const SENDER = "sender@example.org";

/** A server whose event loop stands still for longer counts as dead (`/healthz`). */
const MOST_STANDSTILL_MS = 1_000;

type Observed = Awaited<ReturnType<typeof startObserved>>;

/** A server on a store that was prepared. */
async function observed<T>(prepare: (portal: TestPortal) => Promise<T>, more: Record<string, string> = {}) {
	const where = installation();
	const portal = await openPortal({ ...where });
	portal.clock.now = Date.now();
	const given = await prepare(portal);
	await portal.release();
	const server = await startObserved(where, more);
	await server.longestBlock();
	return { where, server, given };
}

/** What it cost all others. */
async function costs(context: TestContext, what: string, server: Observed): Promise<void> {
	const block = await server.longestBlock();
	const peak = server.peakMib();
	tell(
		context,
		judged(`${what}: longest block ${milliseconds(block)}`, `${MOST_STANDSTILL_MS} ms`, block <= MOST_STANDSTILL_MS),
		judged(`peak memory ${Math.round(peak)} MiB`, `${MOST_RESIDENT_MIB} MiB`, peak < MOST_RESIDENT_MIB),
	);
	expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
	expect(peak).toBeLessThan(MOST_RESIDENT_MIB);
	expect(block).toBeLessThanOrEqual(MOST_STANDSTILL_MS);
}

it("photos in forms of a guest that are never complete take 100 MB of the disk", async (context) => {
	const PHOTOS = 450;
	const { where, server } = await observed(async () => undefined);
	const photo = await makePhoto({ bytes: 350_000, width: 1_600, height: 1_600 });
	const statuses = new Set<number>();
	const send = async (n: number) => {
		const body = new FormData();
		body.set("title", `Never complete ${n}`);
		body.set("file", new Blob([new Uint8Array(photo), `${n}`]), "me.jpg");
		const answer = await fetch(`${server.origin}/api/submit`, { method: "POST", body });
		await answer.arrayBuffer();
		statuses.add(answer.status);
	};
	let sent = 0;
	const sender = async () => {
		while (sent < PHOTOS) {
			sent += 1;
			await send(sent);
		}
	};
	await Promise.all(Array.from({ length: 6 }, sender));
	expect([...statuses]).toEqual([422]);
	const files = readdirSync(where.UPLOADS_DIR).filter((name) => !name.startsWith("."));
	const stored = files.reduce((sum, name) => sum + statSync(join(where.UPLOADS_DIR, name)).size, 0);
	expect(stored).toBeLessThanOrEqual(LOOSE_BYTES);
	await costs(context, `${PHOTOS} photos of 350 KB by a guest, ${megabytes(stored)} kept`, server);
});

it("480 nominations of one account are 50", async (context) => {
	const { server, given: token } = await observed(async (portal) => {
		await addPerson(portal, SENDER, "Li Lei");
		return bearerOf(portal, SENDER);
	});
	const statuses: Record<number, number> = {};
	for (let n = 0; n < 480; n += 8) {
		const some = Array.from({ length: 8 }, async (_, k) => {
			const fields = Object.entries({ ...NOMINATION, projectname: `Pagoda ${n + k}` }).map(([name, value]) => [
				name,
				String(value),
			]);
			const headers = { Authorization: `Bearer ${token}` };
			const body = new URLSearchParams(fields as string[][]);
			const answer = await fetch(`${server.origin}/api/spotlight`, { method: "POST", headers, body });
			await answer.arrayBuffer();
			statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
		});
		await Promise.all(some);
	}
	expect(statuses).toEqual({ 201: 50, 409: 430 });
	await costs(context, "480 nominations of one account, 50 stored", server);
});

it("documents of 1 MB of numbers are refused, eight at once", async (context) => {
	const { server, given: cookie } = await observed(async (portal) => {
		await appoint(portal);
		const cookies = Object.entries(await cookiesOf(portal, ADMIN.email));
		return cookies.map((pair) => pair.join("=")).join("; ");
	});
	const address = `${server.origin}/admin/event/setup`;
	const headers = { cookie, "Sec-Fetch-Site": "same-origin" };
	const page = parse(await (await fetch(address, { headers })).text());
	const hidden = page.querySelectorAll("form[aria-labelledby=h-import] input[type=hidden]");
	const document = `[${"1,".repeat((MIB - 4) / 2)}1]`;
	const statuses = await Promise.all(
		Array.from({ length: 8 }, async () => {
			const body = new FormData();
			for (const { attributes } of hidden) body.set(attributes.name ?? "", attributes.value ?? "");
			body.set("do.check", "1");
			body.set("file", new Blob([document]), "setup.json");
			const answer = await fetch(address, { method: "POST", headers, body });
			await answer.arrayBuffer();
			return answer.status;
		}),
	);
	expect(statuses.filter((status) => status !== 422 && status !== 503)).toEqual([]);
	expect(statuses).toContain(422);
	await costs(context, "8 documents of 1 MB of numbers at once", server);
});

it("500 cards asked for at once are drawn, or refused for now, while pages are answered", async (context) => {
	const CARDS = 500;
	const { server, given: ids } = await observed(async (portal) => {
		const id = await sendTalk(portal);
		const columns = (portal.sqlite.pragma("table_info(entries)") as { name: string }[])
			.map(({ name }) => name)
			.filter((name) => !["id", "submission_key"].includes(name));
		portal.sqlite.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${CARDS - 1})
			insert into entries (${columns.join()}) select ${columns.join()} from entries, n where id = ${id}`);
		return portal.sqlite.prepare("select id from entries").pluck().all() as number[];
	});
	let waits = true;
	const pages: number[] = [];
	const visitor = (async () => {
		while (waits) pages.push((await fetch(`${server.origin}/schedule?day=day${(pages.length % 2) + 1}`)).status);
	})();
	const statuses = await Promise.all(
		ids.map(async (id) => {
			const answer = await fetch(`${server.origin}/cards/talk-${id}-en.png`);
			await answer.arrayBuffer();
			return answer.status;
		}),
	);
	waits = false;
	await visitor;
	const drawn = statuses.filter((status) => status === 200).length;
	expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
	expect(drawn).toBeGreaterThan(0);
	expect(new Set(pages)).toEqual(new Set([200]));
	await costs(context, `${CARDS} cards at once, ${drawn} drawn, ${count(pages.length)} pages meanwhile`, server);
});

it("100 copies of all data of one's own at once, each with hundreds of edits, keep no visitor waiting", async (context) => {
	const { server, given: token } = await observed(async (portal) => {
		await fillStore(portal, MORE_THAN_SHOWN);
		portal.clock.now = Date.now();
		return bearerOf(portal, SPEAKER);
	});
	let waits = true;
	let longest = 0;
	const visitor = (async () => {
		while (waits) {
			const began = performance.now();
			expect((await server.bytesOf("/login", {})).status).toBe(200);
			longest = Math.max(longest, performance.now() - began);
		}
	})();
	const headers = { Authorization: `Bearer ${token}` };
	const answers = await Promise.all(Array.from({ length: 100 }, () => server.bytesOf("/api/me/export", headers)));
	waits = false;
	await visitor;
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
	await costs(
		context,
		`100 copies of ${megabytes(answers[0]?.bytes ?? 0)} at once, a page meanwhile after ${milliseconds(longest)} at most`,
		server,
	);
});
