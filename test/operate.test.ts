import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { backedUp, cli, read } from "./support/backups.ts";
import { root, temporaryDirectory } from "./support/portal.ts";
import { runToEnd, startServer } from "./support/server.ts";
import { talkFields, talkForm } from "./support/talks.ts";

function volume(): Record<string, string> {
	const directory = temporaryDirectory();
	return { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
}

describe("a wrong setting stops the start with one line that names it", () => {
	it.each([
		["PORT", "eighty", "PORT: must be a whole number"],
		["PORT", "99999", "PORT: must be from 0 to 65535"],
		["MAIL_RATE", "0", "MAIL_RATE: must be from 0.1 to 1000"],
		["PUBLIC_URL", "cfp.example", "PUBLIC_URL: must be an http or https URL"],
		["PUBLIC_URL", "https://cfp.example/talks", "PUBLIC_URL: must be a URL without a path"],
		[
			"PUBLIC_URL",
			"http://cfp.example",
			"PUBLIC_URL: must be https, or set ALLOW_INSECURE_HTTP=1 to run without encryption",
		],
		[
			"SMTP_URL",
			"mail.example",
			"SMTP_URL: must look like smtp://mail.example.org:587, with SMTP_USER and SMTP_PASSWORD beside it",
		],
		[
			"SMTP_URL",
			"smtp://us:50%@mail.example",
			"SMTP_URL: its user or password cannot be read: use SMTP_USER and SMTP_PASSWORD",
		],
		["SMTP_PASSWORD", "secret", "SMTP_USER: set it together with SMTP_PASSWORD, or neither"],
		[
			"MAIL_FROM",
			"the team",
			"MAIL_FROM: must be an address, or a name and an address, as in Conference <cfp@example.org>",
		],
		["ADMIN_EMAIL", "me", "ADMIN_EMAIL: must be an email address"],
		["ADMIN_EMAIL", "me@example.org", "ADMIN_EMAIL: set it together with ADMIN_PASSWORD, or neither"],
		["ADMIN_PASSWORD", "short", "ADMIN_PASSWORD: Password must be at least 8 characters long"],
		["ADMIN_PASSWORD", "Password123", "ADMIN_PASSWORD: This password is too common"],
		["TZ_EVENT", "Hangzhou", "TZ_EVENT: must be a time zone such as Asia/Shanghai"],
		["PUBLIC_PROPOSALS", "some", "PUBLIC_PROPOSALS: must be all, accepted or off"],
		["PUBLIC_REQUIRE_CONSENT", "yes", "PUBLIC_REQUIRE_CONSENT: must be 0 or 1"],
		["RATE_LIMIT_SCALE", "fast", "RATE_LIMIT_SCALE: must be a number"],
	])("%s=%s", async (name, value, line) => {
		const environment = volume();
		const { code, output } = await runToEnd("main.js", { ...environment, [name]: value });
		expect([code, output]).toEqual([1, `rostrum: ${line}\n`]);
		expect(existsSync(environment.DATA_DIR ?? "")).toBe(false);
	});
});

it("a port that another program has, and a file that cannot be written, are told with the remedy", async () => {
	const server = await startServer(volume());
	const { port } = new URL(server.origin);
	expect(await runToEnd("main.js", { ...volume(), PORT: port })).toEqual({
		code: 1,
		output: `rostrum: listen EADDRINUSE: address already in use 127.0.0.1:${port}; stop the program that has this port, or set PORT\n`,
	});
	const data = volume();
	await runToEnd("cli.js", data, ["init"]);
	expect(await runToEnd("cli.js", data, ["event", "export", "/proc/nowhere/setup.json"])).toEqual({
		code: 1,
		output: "rostrum: /proc/nowhere/setup.json is not there; choose another path (ENOENT)\n",
	});
});

describe("a folder that cannot be made stops with one line that names it", () => {
	const NOWHERE = "/proc/nowhere";
	const line = expect.stringMatching(/^rostrum: \/proc\/nowhere cannot be [^\n]+\n$/);

	it.each(["DATA_DIR", "UPLOADS_DIR"])("the start: %s", async (name) => {
		const below = { ...volume(), [name]: join(NOWHERE, "below") };
		expect(await runToEnd("main.js", below)).toEqual({ code: 1, output: line });
	});

	it("every command that makes one", async () => {
		const { from, file } = await backedUp(1);
		const [email = ""] = read(from, "select email from entries").map(String);
		const nowhere = { ...volume(), DATA_DIR: NOWHERE };
		expect(await cli(from, "backup", NOWHERE)).toEqual({ code: 1, output: line });
		expect((await cli(from, "subject", "export", email, NOWHERE)).output.split("\n").slice(-2).join("\n")).toEqual(
			line,
		);
		expect(await cli({ ...from, DATA_DIR: NOWHERE }, "restore", file)).toEqual({ code: 1, output: line });
		expect(await runToEnd("cli.js", nowhere, ["init", "--template", "blank"])).toEqual({ code: 1, output: line });
		expect(await runToEnd("cli.js", nowhere, ["admin", "list"])).toEqual({ code: 1, output: line });
		expect((await runToEnd("cli.js", nowhere, ["verify", file])).code).toBe(0);
	});
});

describe("the first start", () => {
	it("prints the address and a link for the first administrator, again at each start until it is used", async () => {
		const environment = volume();
		const links: string[] = [];
		for (let start = 0; start < 2; start += 1) {
			const server = await startServer(environment);
			links.push(await linkIn(server));
			expect(await server.end("SIGTERM")).toBe(0);
		}
		expect(new Set(links).size).toBe(2);

		const server = await startServer(environment);
		const link = await linkIn(server);
		const body = new URLSearchParams({
			token: link.split("token=")[1] ?? "",
			email: "a@b.cd",
			password: "long enough",
			confirm: "long enough",
		});
		const answer = await fetch(link, { method: "POST", body, redirect: "manual" });
		expect(answer.status).toBe(303);
		await server.end("SIGTERM");
		const after = await startServer(environment);
		expect(after.output()).not.toContain("/setup");
		await after.end("SIGTERM");
	});

	it("creates the administrator named in the environment instead", async () => {
		const server = await startServer({
			...volume(),
			ADMIN_EMAIL: "boss@example.org",
			ADMIN_PASSWORD: "from-the-environment",
		});
		const body = new URLSearchParams({ email: "boss@example.org", password: "from-the-environment" });
		const { status } = await fetch(`${server.origin}/login`, { method: "POST", body, redirect: "manual" });
		expect(status).toBe(303);
		expect(server.output()).not.toContain("/setup");
	});
});

async function linkIn(server: { output(): string; origin: string }): Promise<string> {
	for (;;) {
		const path = /(\/setup\?token=\S+)/.exec(server.output())?.[1];
		if (path) return server.origin + path;
		await new Promise((done) => setTimeout(done, 20));
	}
}

describe("a running server", () => {
	it("tells anyone that it is alive and ready, without numbers", async () => {
		const server = await startServer(volume());
		for (const path of ["/healthz", "/readyz"]) {
			const answer = await fetch(server.origin + path);
			expect([path, answer.status, await answer.text()]).toEqual([path, 200, "ok\n"]);
		}
	});

	it("ends when `npm start` receives SIGTERM", async () => {
		const npm = spawn("npm", ["start"], { cwd: root, env: { ...process.env, ...volume(), PORT: "0" } });
		let output = "";
		npm.stdout.on("data", (chunk) => (output += chunk));
		const address = () => /listens on (http:\/\/\S+)/.exec(output)?.[1]?.replace("localhost", "127.0.0.1");
		await expect.poll(address, { timeout: 60_000 }).toBeDefined();
		npm.kill("SIGTERM");
		expect(await once(npm, "close")).toEqual([0, null]);
		await expect(fetch(`${address()}/healthz`)).rejects.toThrow("fetch failed");
	});

	it("stops in order on SIGTERM: running requests are answered, the write-ahead log is checkpointed", async () => {
		const environment = volume();
		const server = await startServer(environment);
		const bodies = await Promise.all(Array.from({ length: 10 }, submission));
		const sent = await Promise.all(bodies.map((body) => begin(`${server.origin}/api/submit`, body)));
		const form = { type: "application/x-www-form-urlencoded", bytes: Buffer.from(`name=${"x".repeat(500)}`) };
		const incomplete = await Promise.all(
			Array.from({ length: 50 }, () => begin(`${server.origin}/api/forum/entries`, form)),
		);
		const ended = server.end("SIGTERM");
		const ready = () =>
			fetch(`${server.origin}/readyz`).then(
				({ ok }) => ok,
				() => false,
			);
		await expect.poll(ready).toBe(false);
		expect(await Promise.all(sent.map((finish) => finish()))).toEqual(Array(10).fill(201));
		expect(await Promise.all(incomplete.map((finish) => finish()))).toEqual(Array(50).fill(422));
		expect(await ended).toBe(0);
		const wal = join(environment.DATA_DIR ?? "", "rostrum.db-wal");
		expect(existsSync(wal) ? statSync(wal).size : 0).toBe(0);
		const again = await startServer(environment);
		const stored = (await (await fetch(`${again.origin}/api/entries`)).json()) as unknown[];
		expect(stored).toHaveLength(10);
	});
});

it("a stopping server refuses new requests, closes idle connections at once, and finishes running ones", async () => {
	const server = await startServer(volume());
	const { hostname, port } = new URL(server.origin);
	const open = async (text: string) => {
		const socket = connect(Number(port), hostname);
		let answer = "";
		socket.on("data", (chunk) => (answer += chunk));
		const closed = once(socket, "close").then(() => answer);
		await once(socket, "connect");
		socket.write(text);
		return { closed, answer: () => answer };
	};
	const form = new URLSearchParams({ projectname: "Typed before the restart" }).toString();
	const head = (line: string, rest = "") => `${line} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${rest}\r\n`;
	const silent = await open("");
	const kept = await open(head("GET /healthz"));
	await expect.poll(kept.answer).toContain("ok");
	const [page, call] = [
		head(
			"POST /spotlight-hz",
			`Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n`,
		) + form,
		head("GET /api/entries"),
	];
	const finish = await begin(`${server.origin}/api/submit`, await submission());
	const ended = server.end("SIGTERM");
	expect(await kept.closed).toContain("200 OK");
	expect(await silent.closed).toBe("");
	const [shown, told] = [await (await open(page)).closed, await (await open(call)).closed];
	for (const answer of [shown, told]) expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\nconnection: close\r\n/is);
	expect(shown).toContain("Typed before the restart");
	expect(shown).toContain("The server is restarting. Please try again in a moment.");
	expect(told).toContain('"BUSY"');
	expect(await finish()).toBe(201);
	expect(await ended).toBe(0);
});

async function submission(): Promise<{ type: string; bytes: Buffer }> {
	const encoded = new Response(await talkForm(talkFields(), 800));
	return { type: encoded.headers.get("Content-Type") ?? "", bytes: Buffer.from(await encoded.arrayBuffer()) };
}

/**
 * Starts a post; the server has begun when it answers `100 Continue`.
 * @returns a function that sends the body and resolves to the status
 */
async function begin(
	address: string,
	body: { type: string; bytes: Buffer },
): Promise<() => Promise<number | undefined>> {
	const headers = { "Content-Type": body.type, "Content-Length": body.bytes.length, Expect: "100-continue" };
	const post = request(address, { method: "POST", headers });
	const answer = once(post, "response") as Promise<[IncomingMessage]>;
	const accepted = once(post, "continue");
	post.flushHeaders();
	await accepted;
	return async () => {
		post.end(body.bytes);
		const [{ statusCode }] = await answer;
		return statusCode;
	};
}

describe("the operator's commands", () => {
	it("have help texts", async () => {
		const help = await runToEnd("cli.js", volume(), ["--help"]);
		expect([help.code, help.output]).toEqual([
			0,
			"Commands:\n  npm run cli -- init --template NAME\n  npm run cli -- migrate\n  npm run cli -- admin create EMAIL\n  npm run cli -- admin revoke EMAIL\n  npm run cli -- admin list\n  npm run cli -- backup [FOLDER] [--with-secrets] [--daily]\n  npm run cli -- verify FILE\n  npm run cli -- restore FILE [FOLDER] [--drill]\n  npm run cli -- rotate-keys\n  npm run cli -- event export FILE\n  npm run cli -- event import FILE [--dry-run]\n  npm run cli -- import forum FILE.csv [--dry-run]\n  npm run cli -- mail list\n  npm run cli -- mail retry\n  npm run cli -- subject export EMAIL [FOLDER]\n  npm run cli -- subject erase EMAIL [--dry-run]\n  npm run cli -- purge [--dry-run]\n  npm run cli -- doctor [--from URL]\n",
		]);
		const verb = await runToEnd("cli.js", volume(), ["doctor", "--help"]);
		expect([verb.code, verb.output]).toEqual([0, expect.stringContaining("Exits with 1 if anything is BAD.")]);
		expect((await runToEnd("cli.js", volume(), ["dance"])).code).toBe(2);
		expect((await runToEnd("cli.js", volume(), ["admin", "create"])).code).toBe(2);
	});

	it("make an administrator beside a running server, who can sign in at once", async () => {
		const environment = volume();
		const server = await startServer(environment);
		const made = await runToEnd("cli.js", environment, ["admin", "create", "ops@example.org"], {
			input: "chosen-password\n",
		});
		expect([made.code, made.output]).toEqual([0, "Administrator ops@example.org can log in\n"]);
		const body = new URLSearchParams({ email: "ops@example.org", password: "chosen-password" });
		expect((await fetch(`${server.origin}/login`, { method: "POST", body, redirect: "manual" })).status).toBe(303);
		expect((await runToEnd("cli.js", environment, ["admin", "create", "nobody"])).code).toBe(2);
		expect((await runToEnd("cli.js", environment, ["admin", "create", "x@y.zz"], { input: "short\n" })).code).toBe(2);
	});

	it("find faults", async () => {
		const environment = volume();
		const bad = await runToEnd("cli.js", { ...environment, SMTP_URL: "smtp://127.0.0.1:1" }, ["doctor"]);
		expect(bad.code).toBe(1);
		expect(bad.output).toContain("BAD  the mail server 127.0.0.1:1 cannot be used: connect ECONNREFUSED");
		expect(bad.output).toContain("BAD  there is no administrator");
		await runToEnd("cli.js", environment, ["admin", "create", "ops@example.org"], { input: "chosen-password\n" });
		const good = await runToEnd("cli.js", environment, ["doctor"]);
		expect([good.code, good.output]).toEqual([0, expect.not.stringMatching("BAD")]);
		const behind = { ...environment, PUBLIC_URL: "https://cfp.example" };
		const warned = await runToEnd("cli.js", behind, ["doctor"]);
		expect([warned.code, warned.output]).toEqual([0, expect.stringContaining("WARN X-Forwarded-For is ignored")]);
		const trusted = await runToEnd("cli.js", { ...behind, TRUST_PROXY: "1" }, ["doctor"]);
		expect([trusted.code, trusted.output]).toEqual([0, expect.not.stringContaining("WARN X-Forwarded-For")]);
	});
});
