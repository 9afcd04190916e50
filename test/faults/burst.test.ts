import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../support/portal.ts";
import { startServer } from "../support/server.ts";
import { talkFields, talkForm } from "../support/talks.ts";

const MOST_RESIDENT_MIB = 500;

/** Default limits; the proxy names who asks. */
async function start() {
	const directory = temporaryDirectory();
	const server = await startServer({
		...{ DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") },
		...{ TRUST_PROXY: "1", RATE_LIMIT_SCALE: "1", METRICS_TOKEN: TOKEN },
	});
	const peak = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;
	return { ...server, peak };
}

const TOKEN = "a-token-of-some-length";

it("300 talks with photos handed in at the same moment are all stored, none is refused", async () => {
	const server = await start();
	const forms = await Promise.all(Array.from({ length: 300 }, () => talkForm(talkFields())));
	const statuses = await Promise.all(
		forms.map(async (body, n) => {
			const headers = { "X-Forwarded-For": `10.${n >> 8}.${n & 255}.1` };
			return (await fetch(`${server.origin}/api/submit`, { method: "POST", headers, body })).status;
		}),
	);
	expect(statuses).toEqual(Array(300).fill(201));
	const stored = (await (await fetch(`${server.origin}/api/entries`)).json()) as unknown[];
	expect(stored).toHaveLength(300);
	expect(server.peak()).toBeLessThan(MOST_RESIDENT_MIB);
});

it("2,000 visitors before a page is kept cost a few renderings of it, and little memory", async () => {
	const server = await start();
	const began = performance.now();
	const visits = Array.from({ length: 2_000 }, async (_, n) => {
		const headers = { "X-Forwarded-For": `10.${n >> 8}.${n & 255}.1` };
		const ask = () => fetch(`${server.origin}/hangzhou`, { headers });
		const first = await ask();
		// A machine that is busy with other tests may read the headers too late; browsers ask again by themselves.
		const answer = first.status === 408 ? await ask() : first;
		return [answer.status, (await answer.text()).includes("</html>")];
	});
	expect(await Promise.all(visits)).toEqual(Array(2_000).fill([200, true]));
	const headers = { Authorization: `Bearer ${TOKEN}` };
	const told = await (await fetch(`${server.origin}/metrics`, { headers })).text();
	const rendered = Number(/^rostrum_shared_pages_rendered_total (\d+)$/m.exec(told)?.[1]);
	// It is due once more with each second that this takes.
	expect(rendered).toBeLessThan(2 + (performance.now() - began) / 1_000);
	expect(server.peak()).toBeLessThan(MOST_RESIDENT_MIB);
});
