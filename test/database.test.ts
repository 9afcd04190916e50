import { spawn } from "node:child_process";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { shownValue, submitForm } from "./support/form.ts";
import { openPortal, root, temporaryDirectory } from "./support/portal.ts";
import { runToEnd, startServer } from "./support/server.ts";
import { portrait, talk, talkFields } from "./support/talks.ts";

describe("the database", () => {
	it("is opened with every setting that keeps data safe", async () => {
		const { sqlite } = await openPortal();
		const settings = [
			"journal_mode",
			"synchronous",
			"foreign_keys",
			"trusted_schema",
			"cell_size_check",
			"secure_delete",
			"busy_timeout",
		];
		const values = Object.fromEntries(settings.map((name) => [name, sqlite.pragma(name, { simple: true })]));
		expect(values).toEqual({
			journal_mode: "wal",
			synchronous: 2,
			foreign_keys: 1,
			trusted_schema: 0,
			cell_size_check: 1,
			secure_delete: 1,
			busy_timeout: 0,
		});
		const loose = sqlite
			.prepare(
				"select name from pragma_table_list where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite_%'",
			)
			.all();
		expect(loose).toEqual([]);
	});

	it("waits for a short lock without losing the submission or blocking reads, then gives up with 503", async () => {
		const portal = await openPortal();
		const hold = (seconds: number) =>
			new Promise<ReturnType<typeof spawn>>((done) => {
				const script = `const D=require("better-sqlite3");const d=new D(${JSON.stringify(portal.sqlite.name)});d.exec("begin immediate");console.log("held");setTimeout(()=>d.exec("commit"),${seconds * 1000})`;
				const child = spawn(process.execPath, ["-e", script], { cwd: root });
				child.stdout.once("data", () => done(child));
			});
		const submit = async () => {
			const request = portal.agent().post("/api/submit");
			for (const [name, value] of Object.entries(talkFields())) request.field(name, value);
			return request.attach("file", (await portrait()).bytes, "a.jpg");
		};
		await hold(3);
		let isWaiting = true;
		const waiting = submit().finally(() => {
			isWaiting = false;
		});
		await portal.agent().get("/api/tracks").expect(200);
		expect(isWaiting).toBe(true);
		expect((await waiting).status).toBe(201);

		const child = await hold(30);
		const agent = portal.agent();
		const [refused, page] = await Promise.all([
			submit(),
			agent.get("/hangzhou").then(({ text }) => submitForm(agent, text, talk({ title: "Not lost" }))),
		]);
		child.kill("SIGKILL");
		expect([page.status, shownValue(page.text, "title")]).toEqual([503, "Not lost"]);
		expect([refused.status, refused.body.error, refused.headers["retry-after"]]).toEqual([503, "BUSY", "2"]);
	});

	it("answers 507 when full, keeps serving, and recovers when there is space", async () => {
		const portal = await openPortal();
		const submit = async () => {
			const request = portal.agent().post("/api/submit");
			for (const [name, value] of Object.entries(talkFields({ details: "x".repeat(9_000) })))
				request.field(name, value);
			return request.attach("file", (await portrait()).bytes, "a.jpg");
		};
		portal.sqlite.pragma(`max_page_count = ${Number(portal.sqlite.pragma("page_count", { simple: true })) + 2}`);
		const statuses = new Set<number>();
		for (let n = 0; n < 6; n += 1) statuses.add((await submit()).status);
		expect([...statuses].filter((status) => status !== 201)).toEqual([507]);
		await portal.agent().get("/hangzhou").expect(200);
		portal.sqlite.pragma("max_page_count = 1000000");
		expect((await submit()).status).toBe(201);
		expect(portal.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
	});

	it("a violated constraint answers 409, not 500", async () => {
		const { toAppError } = await import("../server/errors.ts");
		const { sqlite } = await openPortal();
		const add = () =>
			sqlite.exec(
				"insert into tracks (id, event_id, kind, label, label_zh, position) values ('ai-next', 1, 'track', 'x', 'x', 99)",
			);
		expect(toAppError(thrownBy(add))).toMatchObject({ code: "CONFLICT", status: 409 });
	});
});

function thrownBy(work: () => void): unknown {
	try {
		work();
	} catch (error) {
		return error;
	}
}

describe("the volume", () => {
	it("is read through after a crash, and a damaged database is refused with one line", async () => {
		const directory = temporaryDirectory();
		const environment = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
		const file = join(environment.DATA_DIR, "rostrum.db");
		await (await startServer(environment)).end("SIGTERM");
		const pages = new Sqlite(file, { readonly: true });
		const root = Number(pages.prepare("select rootpage from sqlite_schema where name = 'tracks'").pluck().get());
		const size = Number(pages.pragma("page_size", { simple: true }));
		pages.close();
		const bytes = readFileSync(file);
		bytes.fill(0xff, (root - 1) * size + 100, root * size);
		writeFileSync(file, bytes);
		rmSync(join(environment.DATA_DIR, "orderly-end"));
		const { code, output } = await runToEnd("main.js", environment);
		expect([code, output]).toEqual([
			1,
			expect.stringMatching(/^rostrum: \S+rostrum\.db is damaged .*; restore a backup/s),
		]);
	});

	it("belongs to one server: a second one is refused with one line, and a killed one leaves no lock behind", async () => {
		const directory = temporaryDirectory();
		const environment = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
		const first = await startServer(environment);
		const second = await runToEnd("main.js", environment);
		expect([second.code, second.output.trim().split("\n").length]).toEqual([1, 1]);
		expect(second.output).toMatch(/^rostrum: Another rostrum is running on this data directory/);
		await first.end("SIGKILL");
		const third = await startServer(environment);
		expect(await third.end("SIGTERM")).toBe(0);
	});

	it("is private: directory 0700, secrets 0600", async () => {
		const directory = temporaryDirectory();
		const environment = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
		const server = await startServer(environment);
		const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
		expect([mode(environment.DATA_DIR), mode(join(environment.DATA_DIR, "secrets.json"))]).toEqual(["700", "600"]);
		await server.end("SIGTERM");
	});
});
