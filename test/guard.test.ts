import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { hydratedPages } from "./support/hydrated.ts";
import { openPortal } from "./support/portal.ts";
import { until } from "./support/smtp.ts";

/** Sends raw bytes and reads the status line. */
function raw(origin: string, request: string): Promise<string> {
	const { hostname, port } = new URL(origin);
	return new Promise((done, fail) => {
		const socket = connect(Number(port), hostname, () => socket.write(request));
		let answer = "";
		socket.setTimeout(5_000, () => socket.destroy(new Error("no answer")));
		socket.on("data", (chunk) => {
			answer += chunk;
			socket.end();
		});
		socket.on("error", fail);
		socket.on("close", () => done(answer.split("\r\n")[0] ?? ""));
	});
}

const get = (path: string, host = "localhost", method = "GET") =>
	`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

describe("a request no browser sends", () => {
	it.each([
		["a method we do not know", get("/hangzhou", "localhost", "TRACE"), "405"],
		["PUT", get("/hangzhou", "localhost", "PUT"), "405"],
		["a host with a space", get("/hangzhou", "a b"), "400"],
		["a host with markup", get("/hangzhou", "<script>"), "400"],
		["a port that is none", get("/nope", "a:99999"), "400"],
		["an address that is none", get("/nope", "999.1.1.1"), "400"],
		["an IPv6 address that is none", get("/nope", "[::::]"), "400"],
		// Node 24 and later take it for a name.
		["a punycode that is none", get("/nope", "xn--a"), URL.canParse("http://xn--a/") ? "404" : "400"],
		[
			"HEAD of page data from elsewhere",
			"HEAD /login.data HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil\r\nConnection: close\r\n\r\n",
			"200",
		],
		...["/hangzhou", "/api/entries", "/healthz", "/readyz", "/metrics"].map((path): [string, string, string] => [
			`two hosts at ${path}`,
			`GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
			"400",
		]),
		[
			"a host in the address and another one beside it",
			"GET http://evil.example/hangzhou HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
			"400",
		],
		...["Authorization: Bearer x", "Content-Type: text/plain", "Origin: http://localhost", "Sec-Fetch-Site: none"].map(
			(header): [string, string, string] => [
				`${header} twice`,
				`GET /hangzhou HTTP/1.1\r\nHost: localhost\r\n${header}\r\n${header.toUpperCase()}\r\nConnection: close\r\n\r\n`,
				"400",
			],
		),
		["no host in HTTP 1.1", "GET /hangzhou HTTP/1.1\r\nConnection: close\r\n\r\n", "400"],
		["no host at all", "GET /hangzhou HTTP/1.0\r\n\r\n", "400"],
		["a NUL in the path", get("/hang%00zhou"), "400"],
		["a NUL in the query", get("/hangzhou?event=%00"), "400"],
		["a broken escape", get("/%zz"), "400"],
		["a broken escape in the query", get("/hangzhou?event=%e4%b"), "400"],
		["a double slash", get("//admin/proposals"), "400"],
		["a double slash to another site", get("//evil.example/"), "400"],
		["dots", get("/assets/%2e%2e/%2e%2e/package.json"), "400"],
		["dots with a semicolon", get("/admin/..;/proposals"), "400"],
		["a backslash", get("/\\evil.example"), "400"],
		["the framework's data parameter", get("/hangzhou?_data=routes%2Fprogramme"), "404"],
		// Refused before it is known who asks, and logged after that.
		["the same for a page of the team", get("/admin/tracks?_data=routes%2Fadmin-tracks"), "404"],
		["the framework's manifest", get("/__manifest"), "404"],
		["an address of 14 KB", get(`/${"a".repeat(14_000)}`), "404"],
		["headers beyond 16 KB", get(`/${"a".repeat(20_000)}`), "431"],
	])("%s: is answered below 500", async (_what, request, status) => {
		const { origin } = await openPortal();
		expect(await raw(origin, request)).toContain(` ${status} `);
	});

	it("a post without a row in the access table is 405", async () => {
		const { origin } = await openPortal();
		for (const path of ["/", "/thank-you", "/dashboard", "/nowhere", "/uploads/x.jpg"]) {
			const request = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
			expect([path, await raw(origin, request)]).toEqual([path, "HTTP/1.1 405 Method Not Allowed"]);
		}
	});

	it("only the configured host is answered", async () => {
		const { origin } = await openPortal({ PUBLIC_URL: "https://cfp.example" });
		expect(await raw(origin, get("/hangzhou", "evil.example"))).toContain(" 400 ");
		expect(await raw(origin, get("/hangzhou", "cfp.example"))).toContain(" 200 ");
	});

	it("logs once that an untrusted proxy is in front", async () => {
		for (const [trusted, times] of [
			["0", 1],
			["1", 0],
		] as const) {
			const portal = await openPortal({ TRUST_PROXY: trusted });
			for (let n = 0; n < 3; n += 1)
				await portal.agent().get("/hangzhou").set("X-Forwarded-For", "192.0.2.7").expect(200);
			const told = portal.lines.filter(({ event }) => event === "proxy not trusted");
			expect(told.map(({ msg }) => msg)).toEqual(
				Array(times).fill(expect.stringContaining("set TRUST_PROXY to the number of proxies in front")),
			);
		}
	});

	it("is refused in the visitor's language, as a page for people and as JSON for calls", async () => {
		const portal = await openPortal();
		const page = await portal.agent().put("/hangzhou").set("Accept-Language", "zh-CN").expect(405);
		expect(page.text).toContain("此地址不支持该操作。");
		const call = await portal.agent().put("/api/tracks").expect(405);
		expect(call.body).toEqual({ message: "This address does not support this action.", error: "METHOD_NOT_ALLOWED" });
		const missing = await portal.agent().get("/api/nothing").expect(404);
		expect(missing.body).toEqual({ message: "Not found.", error: "NOT_FOUND" });
	});
});

describe("headers", () => {
	it("of non-hydrating pages: a constant policy without unsafe sources that allows plain forms", async () => {
		const portal = await openPortal();
		const { headers, text } = await portal.agent().get("/hangzhou").expect(200);
		const policy = headers["content-security-policy"] ?? "";
		expect(policy).toMatch(/default-src 'none'; script-src 'self'; style-src 'self' 'sha256-[^']+';/);
		expect(policy).not.toContain("unsafe");
		expect(policy).toContain("form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
		expect(headers).toMatchObject({
			"referrer-policy": "same-origin",
			"x-content-type-options": "nosniff",
			"cross-origin-opener-policy": "same-origin",
			"cache-control": "private, no-cache",
		});
		expect(headers["x-powered-by"]).toBeUndefined();
		expect(text.match(/<script/g)).toHaveLength(1);
	});

	it("of the console: a new nonce each time, never stored", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const nonces = new Set<string>();
		for (let visit = 0; visit < 3; visit += 1) {
			const { headers, text } = await admin.get("/admin/schedule");
			const nonce = /'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "")?.[1] ?? "";
			expect(text).toContain(`nonce="${nonce}"`);
			expect(headers["cache-control"]).toContain("no-store");
			nonces.add(nonce);
		}
		expect(nonces.size).toBe(3);
	});

	it("of scripts and styles: only those relevant to files", async () => {
		const portal = await openPortal();
		const script = hydratedPages()[0]?.scripts[0];
		const { headers } = await portal.agent().get(`/${script}`).set("Accept-Encoding", "br").expect(200);
		expect(Object.keys(headers).sort()).toEqual([
			"cache-control",
			"connection",
			"content-encoding",
			"content-length",
			"content-security-policy",
			"content-type",
			"cross-origin-resource-policy",
			"date",
			"vary",
			"x-content-type-options",
		]);
		expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
	});

	it("answers a visitor who has the page with 304, and shows a changed track at once", async () => {
		const portal = await openPortal();
		const first = await portal.agent().get("/hangzhou");
		await portal
			.agent()
			.get("/hangzhou")
			.set("If-None-Match", first.headers.etag ?? "")
			.expect(304);
		await portal.db.write(() => void portal.sqlite.exec("update tracks set label = 'Brand New' where id = 'ai-next'"));
		const changed = await portal
			.agent()
			.get("/hangzhou")
			.set("If-None-Match", first.headers.etag ?? "")
			.expect(200);
		expect(changed.text).toContain("Brand New");
	});

	it("compresses with what the browser takes", async () => {
		const portal = await openPortal();
		for (const coding of ["br", "gzip"]) {
			const { headers } = await portal
				.agent()
				.get("/hangzhou")
				.set("Accept-Encoding", coding)
				.buffer(true)
				.parse((res, done) => {
					res.on("data", () => undefined);
					res.on("end", () => done(null, null));
				});
			expect(headers["content-encoding"]).toBe(coding);
		}
		const plain = await portal.agent().get("/hangzhou").set("Accept-Encoding", "identity");
		expect(plain.headers["content-encoding"]).toBeUndefined();
	});
});

describe("the request log", () => {
	it("has one line per request, without personal data", async () => {
		const portal = await openPortal();
		await portal.agent().get("/entry/talk-7?key=secret-key&email=someone@example.org");
		await portal.agent().post("/login").type("form").send({ email: "someone@example.org", password: "hunter22" });
		const requests = await until(() => {
			const logged = portal.lines.filter((line) => line.method);
			return logged.length >= 2 && logged;
		});
		expect(requests.map(({ method, route, status }) => [method, route, status])).toEqual([
			["GET", "/entry/:spot", 404],
			["POST", "/login", 422],
		]);
		const text = JSON.stringify(portal.lines);
		for (const secret of ["secret-key", "someone", "hunter22", "talk-7", "127.0.0.1"])
			expect(text).not.toContain(secret);
	});
});

describe("limits", () => {
	it("answer 429 with Retry-After once an address has used its allowance", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "0.1" });
		const statuses: number[] = [];
		for (let call = 0; call < 4; call += 1) {
			const answer = await portal.agent().post("/login").type("form").send({ email: "a@b.cd", password: "x" });
			statuses.push(answer.status);
			if (answer.status === 429) expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
		}
		expect(statuses).toEqual([422, 429, 429, 429]);
	});
});
