import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { withoutRepeats } from "../server/repeats.ts";
import { sendProject } from "./support/entries.ts";
import { ADMIN, openPortal, temporaryDirectory } from "./support/portal.ts";
import { startServer } from "./support/server.ts";
import { until } from "./support/smtp.ts";
import { openStages } from "./support/smtp-stages.ts";
import { talkFields, talkForm } from "./support/talks.ts";

const ADDRESS = /[^\s"@]+@[^\s"@]+/;

/** Everything printed after the announcement. */
function linesOf(output: string): string[] {
	const lines = output.trimEnd().split("\n");
	return lines.slice(
		lines.findLastIndex((line) => /listens on|^No administrator|^ {2}http|^SMTP_URL|^MAIL_FROM/.test(line)) + 1,
	);
}

describe("the log of a server", () => {
	it("is JSON from the first request on, and never has an email address", async () => {
		const mailServer = await openStages();
		mailServer.refuse("RCPT TO", "550 5.1.1 <speaker@example.org>: user unknown; ask postmaster@mail.example");
		const directory = temporaryDirectory();
		const server = await startServer({
			DATA_DIR: join(directory, "data"),
			UPLOADS_DIR: join(directory, "uploads"),
			ADMIN_EMAIL: ADMIN.email,
			ADMIN_PASSWORD: ADMIN.password,
			LOG_LEVEL: "debug",
			RATE_LIMIT_SCALE: "10",
			SMTP_URL: `smtp://cfp:secret@${mailServer.host}`,
		});
		const post = (path: string, fields: Record<string, string>, headers = {}) =>
			fetch(server.origin + path, { method: "POST", body: new URLSearchParams(fields), headers, redirect: "manual" });
		const signedIn = await post("/login", ADMIN);
		const cookie = signedIn.headers
			.getSetCookie()
			.map((one) => one.split(";")[0])
			.join("; ");
		expect(signedIn.status).toBe(303);
		await post("/login", { email: "wrong@example.org", password: "no" });
		await post("/register", {
			name: "x@y.zz",
			email: "new@example.org",
			password: "Plum-tree 77",
			confirm: "Plum-tree 77",
		});
		await post("/forgot-password", { email: "wrong@example.org" });
		await fetch(`${server.origin}/api/auth/login`, {
			method: "POST",
			body: '{"username":"wrong@example.org"',
			headers: { "content-type": "application/json" },
		});
		const fields = talkFields({ email: "speaker@example.org" });
		expect((await fetch(`${server.origin}/api/submit`, { method: "POST", body: await talkForm(fields) })).status).toBe(
			201,
		);
		for (const path of [
			"/admin",
			"/admin/mail",
			"/hangzhou?spot=me@example.org",
			"/me@example.org",
			"/verify?token=me@example.org",
			"/unsubscribe?event=1&to=me@example.org&key=x",
			"/auth/github/callback?code=me@example.org",
		])
			await fetch(server.origin + path, { headers: { cookie }, redirect: "manual" });
		await post("/admin/tracks", { "do.add": "me@example.org" }, { cookie, origin: "https://me@example.org" });
		for (const raw of [
			"GET /a%zz@b.cd HTTP/1.1\r\nHost: me@example.org\r\n\r\n",
			"NONSENSE me@example.org\r\n\r\n",
			"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n",
		]) {
			const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
			socket.on("error", () => undefined);
			socket.end(raw).resume();
			await once(socket, "close");
		}
		await until(() => server.output().includes("user unknown"));
		await server.end("SIGTERM");
		const lines = linesOf(server.output());
		expect(lines.length).toBeGreaterThan(15);
		for (const line of lines) {
			expect(() => JSON.parse(line), line).not.toThrow();
			expect(line).not.toMatch(ADDRESS);
		}
		expect(server.output()).not.toContain(ADMIN.email);
		expect(lines.join("\n")).toContain("<(address)>: user unknown; ask (address)");
	});

	it("logs a full disk at most once a minute", async () => {
		onTestFinished(() => void vi.restoreAllMocks());
		const full = { free: 2 ** 40 };
		const portal = await openPortal({}, { readsDisk: () => ({ bavail: full.free / 4096, bsize: 4096, type: 0xef53 }) });
		await sendProject(portal);
		full.free = 4096;
		const told = () => portal.lines.filter(({ level, status }) => Number(level) >= 40 && status === undefined);
		const refused = async () => {
			for (const path of ["/api/spotlight", "/api/forum/entries", "/spotlight-hz"])
				expect([507, 422]).toContain((await portal.agent().post(path).type("form").send({ projectname: "x" })).status);
			portal.log.error({ err: new Sqlite.SqliteError("database or disk is full", "SQLITE_FULL") }, "mail round failed");
		};
		for (let n = 0; n < 5; n += 1) await refused();
		expect(told()).toHaveLength(1);
		const now = performance.now();
		vi.spyOn(performance, "now").mockImplementation(() => now + 61_000);
		await refused();
		expect(told()).toMatchObject([{}, { omitted: expect.any(Number) }]);
		expect(told()).toHaveLength(2);
	});

	it("does not omit a different cause", () => {
		const lines: { msg: string }[] = [];
		const log = withoutRepeats(
			pino({ base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
		);
		for (let n = 0; n < 3; n += 1) {
			log.error({ err: new Error("one") }, "failed");
			log.error({ err: new Error("two") }, "failed");
			log.warn("by itself");
			log.info("each time");
			log.fatal("the end");
		}
		const said = (text: string) => lines.filter(({ msg }) => msg === text).length;
		expect([said("failed"), said("by itself"), said("each time"), said("the end")]).toEqual([2, 1, 3, 3]);
	});
});
