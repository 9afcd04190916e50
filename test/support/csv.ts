import { join } from "node:path";
import Sqlite from "better-sqlite3";
import supertest from "supertest";
import { expect, onTestFinished } from "vitest";
import { sendTalk } from "./entries.ts";
import { ADMIN, type TestPortal, temporaryDirectory } from "./portal.ts";
import { startServer } from "./server.ts";

/** The bytes of a file and its name, as a browser would save it. */
export async function download(
	agent: ReturnType<TestPortal["agent"]>,
	path: string,
): Promise<{ name: string | undefined; text: string }> {
	const { body, headers } = await agent.get(path).responseType("arraybuffer").expect(200);
	expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
	expect(headers["cache-control"]).toContain("no-store");
	const name = /^attachment; filename="([^"]+)"$/.exec(headers["content-disposition"] ?? "")?.[1];
	return { name, text: Buffer.from(body).toString("utf8") };
}

/** A server of its own with 10,000 talks, and the export of them while somebody else asks again and again. */
export async function openLongList() {
	const directory = temporaryDirectory();
	const server = await startServer({
		DATA_DIR: join(directory, "data"),
		UPLOADS_DIR: join(directory, "uploads"),
		ADMIN_EMAIL: ADMIN.email,
		ADMIN_PASSWORD: ADMIN.password,
	});
	await sendTalk({ agent: () => supertest.agent(server.origin) }, { title: "First" });
	const sqlite = new Sqlite(join(directory, "data/rostrum.db"));
	onTestFinished(() => void sqlite.close());
	sqlite.exec(`
		with recursive n(i) as (select 2 union all select i + 1 from n where i < 10000)
		insert into entries (category, name, email, email_folded, org, title, track_id, answers, incomplete,
			public_text, search_text, locale, submission_key, created_at, updated_at)
		select category, name, email, email_folded, org, 'Talk ' || i, track_id, answers, incomplete,
			public_text, search_text, locale, 'copy:' || i, created_at, updated_at from entries, n where id = 1`);
	const admin = supertest.agent(server.origin);
	await admin.post("/login").type("form").send(ADMIN).expect(303);
	/** @returns how long each of the others waited, and how long the export took, in milliseconds */
	const exported = async () => {
		const begun = performance.now();
		let isDone = false;
		const file = download(admin, "/admin/export/talk?sort=id").finally(() => {
			isDone = true;
		});
		const waits: number[] = [];
		while (!isDone) {
			const asked = performance.now();
			await (await fetch(`${server.origin}/healthz`)).text();
			waits.push(performance.now() - asked);
		}
		const lines = (await file).text.split("\r\n");
		const seen = [lines.length, lines[1]?.includes(",First,"), lines[10_000]?.includes(",Talk 10000,")];
		expect(seen).toEqual([10_002, true, true]);
		return { waits, whole: performance.now() - begun };
	};
	return { exported };
}
