import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { CHECK_PATH, signCheck } from "../server/proxy-check.ts";
import { OWN_CERTIFICATE } from "./support/certificates.ts";
import { openPortal, temporaryDirectory } from "./support/portal.ts";
import { askDoctor, openProxy, type ProxyManners } from "./support/proxy.ts";
import { runToEnd } from "./support/server.ts";
import { read } from "./support/sources.ts";

const MIB = 1024 * 1024;
const ANSWERS = "ok   this portal answers, and gets the Host that visitors use";
const BODIES = "ok   bodies of 64 MB arrive";
const ONE = "ok   1 proxy in front, as TRUST_PROXY says";

/** What `doctor` says of a portal behind proxies. @param chain from the portal's neighbour to the one visitors reach */
async function behind(chain: ProxyManners[], settings: Record<string, string>) {
	const proxies = await Promise.all(chain.map(openProxy));
	const from = proxies.at(-1)?.origin ?? "";
	const all = { PUBLIC_URL: from, ...settings };
	const portal = await openPortal(all, { asStarted: true });
	proxies.forEach((proxy, at) => {
		proxy.leadTo(proxies[at - 1]?.origin ?? portal.origin);
	});
	const { cert } = chain.at(-1)?.certificate ?? {};
	const trusted = join(temporaryDirectory(), "certificate.pem");
	writeFileSync(trusted, cert ?? "");
	return askDoctor(portal, from, { ...all, ...(cert && { NODE_EXTRA_CA_CERTS: trusted }) });
}

describe("the doctor asks the portal through its public address, and", () => {
	it.each<[string, ProxyManners[], string, string[]]>([
		["finds nothing behind one proxy that TRUST_PROXY counts", [{}], "1", [ANSWERS, ONE, BODIES]],
		["nor behind one that replaces what visitors send", [{ forwardedFor: "replaces" }], "1", [ANSWERS, ONE, BODIES]],
		["nor behind two", [{}, {}], "2", [ANSWERS, "ok   2 proxies in front, as TRUST_PROXY says", BODIES]],
		[
			"finds TRUST_PROXY too large",
			[{}],
			"2",
			[
				ANSWERS,
				"BAD  TRUST_PROXY is 2, but there is 1 proxy in front, so visitors can choose their address: set TRUST_PROXY=1",
				BODIES,
			],
		],
		[
			"finds it too large where the first proxy replaces X-Forwarded-For",
			[{ forwardedFor: "replaces" }],
			"2",
			[ANSWERS, "WARN TRUST_PROXY is 2, but there is 1 proxy in front: set TRUST_PROXY=1", BODIES],
		],
		[
			"finds TRUST_PROXY too small",
			[{}, {}],
			"1",
			[
				ANSWERS,
				"WARN TRUST_PROXY is 1, but there are 2 proxies in front, so all visitors share one limit: set TRUST_PROXY=2",
				BODIES,
			],
		],
		[
			"finds it missing",
			[{}],
			"0",
			[
				ANSWERS,
				"WARN TRUST_PROXY is 0, but there is 1 proxy in front, so all visitors share one limit: set TRUST_PROXY=1",
				BODIES,
			],
		],
		[
			"finds a proxy that passes on what visitors send as X-Forwarded-For",
			[{ forwardedFor: "passes on" }],
			"1",
			[
				ANSWERS,
				"BAD  the proxy sends no X-Forwarded-For, so visitors can choose their address: let it add the visitor's address, and set TRUST_PROXY",
				BODIES,
			],
		],
		...["0", "1"].map((trusted): [string, ProxyManners[], string, string[]] => [
			`finds that X-Forwarded-For is not sent where TRUST_PROXY is ${trusted}`,
			[{ forwardedFor: "drops" }],
			trusted,
			[
				ANSWERS,
				"WARN the proxy sends no X-Forwarded-For, so all visitors share one limit: let it add the visitor's address, and set TRUST_PROXY",
				BODIES,
			],
		]),
		[
			"finds that X-Forwarded-Proto is not sent",
			[{ certificate: OWN_CERTIFICATE, protocol: null }],
			"1",
			[
				ANSWERS,
				"WARN the proxy sends no X-Forwarded-Proto: let the first proxy set it to https, and the others pass it on",
				ONE,
				BODIES,
			],
		],
		["finds nothing behind a proxy with https", [{ certificate: OWN_CERTIFICATE }], "1", [ANSWERS, ONE, BODIES]],
		[
			"finds an inner proxy that says http",
			[{}, { certificate: OWN_CERTIFICATE }],
			"2",
			[
				ANSWERS,
				"WARN X-Forwarded-Proto is http: let the first proxy set it to https, and the others pass it on",
				"ok   2 proxies in front, as TRUST_PROXY says",
				BODIES,
			],
		],
		[
			"finds two protocols in one header",
			[{ certificate: OWN_CERTIFICATE, protocol: "https,http" }],
			"1",
			[
				ANSWERS,
				'BAD  X-Forwarded-Proto is "https,http", so all X-Forwarded-* are ignored: let only the first proxy set it',
				ONE,
				BODIES,
			],
		],
		[
			"finds bodies limited to 1 MB",
			[{ mostBytes: MIB }],
			"1",
			[ANSWERS, ONE, "BAD  bodies of 2 MB do not arrive (413), so uploads fail: allow 64 MB at the proxy"],
		],
		[
			"finds bodies limited to less than what the form answers",
			[{ mostBytes: 20 * MIB }],
			"1",
			[
				ANSWERS,
				ONE,
				"WARN bodies of 64 MB do not arrive (413), so the proxy and not the form answers files that are too large: allow 64 MB at the proxy",
			],
		],
	])("%s", async (_what, chain, trusted, lines) => {
		expect(await behind(chain, { TRUST_PROXY: trusted })).toEqual(lines);
	});

	it("finds a proxy that sends its own Host", async () => {
		const lines = await behind([{ host: "rostrum:3000" }], { TRUST_PROXY: "1" });
		expect(lines).toEqual([
			expect.stringMatching(
				/^BAD {2}the proxy sends Host rostrum:3000 in place of 127\.0\.0\.1:\d+, so requests are refused: let it pass the visitor's Host on$/,
			),
			ONE,
			BODIES,
		]);
	});

	it("finds that nothing is in front", async () => {
		const portal = await openPortal({ TRUST_PROXY: "1" }, { asStarted: true });
		expect(await askDoctor(portal, portal.origin, {})).toEqual([
			ANSWERS,
			"BAD  TRUST_PROXY is 1, but there is no proxy in front, so visitors can choose their address: set TRUST_PROXY=0, or close this port",
			BODIES,
		]);
		const other = await openPortal({}, { asStarted: true });
		expect(await askDoctor(other, other.origin, { PUBLIC_URL: "https://cfp.example.org" })).toEqual([
			ANSWERS,
			"ok   no proxy in front, and TRUST_PROXY is 0",
			BODIES,
			"WARN PUBLIC_URL is https://cfp.example.org: links lead there, and requests for other hosts are refused",
		]);
	});

	it("finds an address that something else answers, or nothing", async () => {
		const portal = await openPortal({}, { asStarted: true });
		const settings = { PORT: "3000" };
		// With other keys.
		const other = await openPortal({}, { asStarted: true });
		const stranger = (status: number) =>
			`BAD  something that is not this portal answers (${status}): let the proxy lead to the portal's port, 3000`;
		expect(await askDoctor(portal, other.origin, settings)).toEqual([stranger(404)]);

		const page = createServer((req, res) => {
			if (req.url === "/_proxy-check") res.writeHead(200).end('{"text":"{}","signature":"0123456789abcdef012345"}');
		});
		await new Promise<void>((done) => page.listen(0, "127.0.0.1", done));
		onTestFinished(() => void page.close());
		expect(await askDoctor(portal, originOf(page), settings)).toEqual([stranger(200)]);

		const redirect = createServer((_req, res) => res.writeHead(301, { Location: "https://cfp.example.org/x" }).end());
		await new Promise<void>((done) => redirect.listen(0, "127.0.0.1", done));
		onTestFinished(() => void redirect.close());
		expect(await askDoctor(portal, originOf(redirect), settings)).toEqual([
			"BAD  redirects to https://cfp.example.org: give that address to --from",
		]);

		const proxy = await openProxy();
		expect(await askDoctor(portal, proxy.origin, settings)).toEqual([
			"BAD  the proxy does not reach the portal (502): start the portal, and let the proxy lead to the portal's port, 3000",
		]);

		const unknown = await openProxy({ certificate: OWN_CERTIFICATE });
		expect(await askDoctor(portal, unknown.origin, settings)).toEqual([
			expect.stringMatching(
				/^BAD {2}no answer \(self-signed certificate.*\): get a certificate .* NODE_EXTRA_CA_CERTS$/,
			),
		]);

		expect(await askDoctor(portal, "http://127.0.0.1:1", settings)).toEqual([
			"BAD  no answer (connect ECONNREFUSED 127.0.0.1:1): check the name, the certificate, and that the proxy runs",
		]);
	});

	it("takes web addresses only, and prints no key", async () => {
		const portal = await openPortal({}, { asStarted: true });
		const where = { DATA_DIR: portal.config.dataDir, UPLOADS_DIR: portal.config.uploadsDir };
		for (const words of [["--from", "cfp.example.org"], ["--from"], ["--from", "ftp://cfp.example.org"], ["cfp"]])
			expect([words, (await runToEnd("cli.js", where, ["doctor", ...words])).code]).toEqual([words, 2]);
		const { output } = await runToEnd("cli.js", where, ["doctor", "--from", portal.origin]);
		const { keys } = JSON.parse(readFileSync(join(portal.config.dataDir, "secrets.json"), "utf8"));
		expect(keys).toHaveLength(1);
		for (const text of [keys[0].signing, keys[0].bearer, "192.0.2.1"]) expect(output).not.toContain(text);
	});

	it("does not ask while the data cannot be opened", async () => {
		const portal = await openPortal({}, { asStarted: true });
		await portal.release();
		rmSync(join(portal.config.dataDir, "secrets.json"));
		const where = { DATA_DIR: portal.config.dataDir, UPLOADS_DIR: portal.config.uploadsDir };
		const { output } = await runToEnd("cli.js", where, ["doctor", "--from", "https://user:secret@cfp.example.org"]);
		expect(output).toContain("\nWARN --from: the portal is asked only once its data can be opened\n");
		expect(output).not.toContain("user:secret");
	});
});

const originOf = (server: ReturnType<typeof createServer>) =>
	`http://127.0.0.1:${(server.address() as AddressInfo).port}`;

describe("the address of the check", () => {
	const path = new RegExp(`${CHECK_PATH}|/nowhere-else`, "g");

	it("does not exist without a signature that is ours and fresh", async () => {
		const portal = await openPortal({ TRUST_PROXY: "1" });
		const { now } = portal.clock;
		const [name = "", value = ""] = Object.entries(signCheck(portal.secrets, now).headers)[0] ?? [];
		const late = Object.values(signCheck(portal.secrets, now - 61_000).headers)[0];
		const early = Object.values(signCheck(portal.secrets, now + 61_000).headers)[0];
		const [at, nonce, signature] = value.split(".");
		const wrong = [undefined, "", "x", late, early, `${Number(at) + 1}.${nonce}.${signature}`, `${value}x`];
		for (const method of ["get", "post", "delete", "put"] as const) {
			const ask = async (address: string, header: string | undefined) => {
				const request = portal.agent()[method](address);
				if (header !== undefined) request.set(name, header);
				const { status, type, text } = await request;
				return { status, type, text: text.replace(path, "/") };
			};
			const unknown = await ask("/nowhere-else", undefined);
			expect(unknown.status).toBeGreaterThanOrEqual(404);
			for (const header of wrong)
				expect([method, header, await ask(CHECK_PATH, header)]).toEqual([method, header, unknown]);
		}
		expect((await portal.agent().get(CHECK_PATH).set(name, value)).status).toBe(200);
	});

	it("tells only the holder of the keys what arrived", async () => {
		const portal = await openPortal({ TRUST_PROXY: "1", PUBLIC_URL: "https://cfp.example.org" });
		const { headers } = signCheck(portal.secrets, portal.clock.now);
		const answer = await portal
			.agent()
			.post(CHECK_PATH)
			.set({
				...headers,
				Host: "inner:3000",
				"X-Forwarded-For": "192.0.2.1, 203.0.113.7",
				"X-Forwarded-Proto": "https",
			})
			.type("application/octet-stream")
			.send(Buffer.alloc(100_000));
		expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
		expect(JSON.parse(answer.body.text)).toEqual({
			host: "inner:3000",
			protocol: "https",
			forwarded: ["192.0.2.1", "203.0.113.7"],
			address: "203.0.113.7",
			trusted: 1,
			peerPort: expect.any(Number),
			bytes: 100_000,
		});
	});

	it("reads no more than the largest request", async () => {
		const portal = await openPortal();
		const { headers } = signCheck(portal.secrets, portal.clock.now);
		const body = new Uint8Array(65 * MIB);
		await expect(fetch(portal.origin + CHECK_PATH, { method: "POST", headers, body })).rejects.toThrow("fetch failed");
		expect((await portal.agent().get("/healthz")).status).toBe(200);
	});
});

describe("the log says once per start that", () => {
	const RIGHT = { Host: "cfp.example", "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https" };
	const FEWER =
		"a request has fewer addresses in X-Forwarded-For than TRUST_PROXY counts proxies, so visitors can choose their address: set TRUST_PROXY to the number of proxies in front, and let nobody else reach this port";
	const NO_PROTOCOL =
		"PUBLIC_URL is https, but the proxy sends no X-Forwarded-Proto: let it send the protocol that the visitor uses";
	const OWN_HOST =
		"a request was refused because its Host is internal: if it came through the proxy, let the proxy pass the visitor's Host on";
	const NOT_TRUSTED =
		"X-Forwarded-For is ignored, so all visitors behind a proxy share one limit: set TRUST_PROXY to the number of proxies in front";

	const without = (...names: (keyof typeof RIGHT)[]) =>
		Object.fromEntries(Object.entries(RIGHT).filter(([name]) => !names.some((one) => one === name)));

	it.each<[string, string, Record<string, string>, string[]]>([
		["nothing is wrong, if so", "1", RIGHT, []],
		["X-Forwarded-For is not sent", "1", without("X-Forwarded-For"), [FEWER]],
		["it has fewer addresses than TRUST_PROXY says", "2", RIGHT, [FEWER]],
		["X-Forwarded-Proto is not sent", "1", without("X-Forwarded-Proto"), [NO_PROTOCOL]],
		["proxies are not trusted", "0", RIGHT, [NOT_TRUSTED]],
		...["127.0.0.1:3000", "localhost", "rostrum:3000", "10.0.0.7", "[::1]:3000", "portal.internal"].map(
			(Host): [string, string, Record<string, string>, string[]] => [
				`the proxy sends the Host ${Host}`,
				"1",
				{ ...RIGHT, Host },
				[OWN_HOST],
			],
		),
		["a Host of elsewhere is no fault of the proxy", "1", { ...RIGHT, Host: "evil.example" }, []],
		["all is wrong", "1", { Host: "127.0.0.1:3000" }, [FEWER, NO_PROTOCOL, OWN_HOST]],
	])("%s", async (_what, trusted, headers, said) => {
		const portal = await openPortal({ TRUST_PROXY: trusted, PUBLIC_URL: "https://cfp.example" });
		for (let visit = 0; visit < 3; visit += 1) await portal.agent().get("/hangzhou").set(headers);
		const warnings = portal.lines.filter(({ level }) => level === 40);
		expect(warnings.map(({ msg }) => msg)).toEqual(said);
	});
});

it("the documents publish a container's port on this machine only", () => {
	const documents = ["README.md", "docs/operating.md", "docs/proxies.md"].map(read).join("\n");
	const published = [...documents.matchAll(/(?:-p|--publish|ports: \[)[ "]*(\S+:\d+)\b/g)].map(([, port]) => port);
	expect(published.length).toBeGreaterThan(1);
	expect(published.filter((port) => !port?.startsWith("127.0.0.1:"))).toEqual([]);
});
