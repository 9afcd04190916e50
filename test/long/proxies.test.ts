import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { OWN_CERTIFICATE } from "../support/certificates.ts";
import { openPortal, type TestPortal, temporaryDirectory } from "../support/portal.ts";
import { askDoctor, openProxy } from "../support/proxy.ts";
import { until } from "../support/smtp.ts";
import { read } from "../support/sources.ts";
import { talkFields, talkForm } from "../support/talks.ts";

const PROGRAMS = ["nginx", "caddy"] as const;
type Program = (typeof PROGRAMS)[number];

/** The documented lines for a proxy behind another one, by the line of the file that they replace. */
const INNER: Record<Program, { begin: string; lines: RegExp[] }> = {
	nginx: {
		begin: "proxy_set_header X-Forwarded-For $proxy",
		lines: [/^ *proxy_set_header X-Forwarded-For .*$/m, /^ *proxy_set_header X-Forwarded-Proto .*$/m],
	},
	caddy: { begin: "reverse_proxy", lines: [/^\treverse_proxy .*$/m] },
};

beforeAll(() => {
	const missing = PROGRAMS.filter((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
	if (missing.length > 0)
		throw new Error(`${missing.join(" and ")} not found: install them (Debian: apt-get install ${missing.join(" ")})`);
});

/** A block of docs/proxies.md by the language and the comment it begins with. @returns the text behind that comment */
function documented(language: string, comment: string, begin = ""): string {
	const blocks = [...read("docs/proxies.md").matchAll(/^```(\w+)\n# (.*)\n([^`]*)^```$/gm)];
	const found = blocks.filter(
		([, name, first, lines]) => name === language && first === comment && lines?.startsWith(begin),
	);
	expect([comment, found.length]).toEqual([comment, 1]);
	return found[0]?.[3] ?? "";
}

/** Replaces texts that must all be there. */
function changed(file: string, changes: Record<string, string>): string {
	return Object.entries(changes).reduce((result, [from, to]) => {
		expect(result).toContain(from);
		return result.replaceAll(from, to);
	}, file);
}

/** The documented file, as it is behind another proxy if `isInner`. */
function fileOf(program: Program, isInner: boolean): string {
	const file = documented(program, program === "nginx" ? "/etc/nginx/conf.d/rostrum.conf" : "/etc/caddy/Caddyfile");
	if (!isInner) return file;
	const { begin, lines } = INNER[program];
	const inner = documented(program, "behind another proxy", begin).trimEnd();
	// nginx replaces a line by each, Caddy its only one by all.
	const parts = lines.length === 1 ? [inner] : inner.split("\n");
	expect(parts).toHaveLength(lines.length);
	return lines.reduce((result, line, at) => {
		expect(result).toMatch(line);
		return result.replace(line, () => parts[at] ?? "");
	}, file);
}

interface Ports {
	plain: number;
	secure: number;
	portal: number;
}

interface RunningProxy {
	/** Certificate of who signed the proxy's own. */
	ca: string;
}

const start: Record<Program, (ports: Ports, isInner?: boolean) => Promise<RunningProxy>> = {
	nginx: async ({ plain, secure, portal }, isInner = false) => {
		const folder = temporaryDirectory();
		const { key, cert } = OWN_CERTIFICATE;
		writeFileSync(join(folder, "key.pem"), key);
		writeFileSync(join(folder, "cert.pem"), cert);
		const file = changed(fileOf("nginx", isInner), {
			// The other address of this machine, in place of all of IPv6.
			"listen [::]:80;": `listen 127.0.0.2:${plain};`,
			"listen [::]:443": `listen 127.0.0.2:${secure}`,
			"listen 80;": `listen 127.0.0.1:${plain};`,
			"listen 443": `listen 127.0.0.1:${secure}`,
			"cfp.example.org;": "localhost;",
			"/etc/letsencrypt/live/cfp.example.org/fullchain.pem": join(folder, "cert.pem"),
			"/etc/letsencrypt/live/cfp.example.org/privkey.pem": join(folder, "key.pem"),
			"127.0.0.1:3000;": `127.0.0.1:${portal};`,
		});
		writeFileSync(join(folder, "rostrum.conf"), file);
		const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
			(name) => `${name}_temp_path ${folder}/${name};`,
		);
		writeFileSync(
			join(folder, "nginx.conf"),
			`daemon off; pid ${folder}/nginx.pid; error_log stderr; ${process.getuid?.() === 0 ? "user root;" : ""}
events {} http { ${temporary.join(" ")} include ${folder}/rostrum.conf; }\n`,
		);
		await run("nginx", ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"], folder, secure);
		return { ca: cert };
	},
	caddy: async ({ plain, secure, portal }, isInner = false) => {
		const folder = temporaryDirectory();
		const file = changed(fileOf("caddy", isInner), {
			"cfp.example.org {": "localhost {",
			"127.0.0.1:3000": `127.0.0.1:${portal}`,
			...(isInner && { "203.0.113.0/24": "127.0.0.0/8" }),
		});
		const settings = [
			"admin off",
			`http_port ${plain}`,
			`https_port ${secure}`,
			"default_bind 127.0.0.1",
			"skip_install_trust",
		];
		writeFileSync(join(folder, "Caddyfile"), `{\n\t${settings.join("\n\t")}\n}\n${file}`);
		await run("caddy", ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"], folder, secure);
		const root = join(folder, "caddy/pki/authorities/local/root.crt");
		await until(() => existsSync(root));
		return { ca: readFileSync(root, "utf8") };
	},
};

/** Runs a program until the test ends. @returns once it listens */
async function run(program: string, words: string[], home: string, port: number): Promise<void> {
	const env = {
		PATH: process.env.PATH,
		HOME: home,
		XDG_DATA_HOME: home,
		XDG_CONFIG_HOME: home,
		NODE_ENV: "production" as const,
	};
	const child = spawn(program, words, { env, stdio: ["ignore", "ignore", "pipe"] });
	let said = "";
	child.stderr.on("data", (chunk) => (said += chunk));
	const ended = once(child, "exit");
	onTestFinished(async () => {
		child.kill("SIGTERM");
		await ended;
	});
	for (;;) {
		if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
		if (await isListening(port)) return;
		await new Promise((done) => setTimeout(done, 50));
	}
}

function isListening(port: number): Promise<boolean> {
	return new Promise((done) => {
		const socket = connect(port, "127.0.0.1", () => done(true));
		socket.on("connect", () => socket.destroy());
		socket.on("error", () => done(false));
	});
}

/** Free ports of all addresses of this machine. */
async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(
		Array.from({ length: count }, async () => {
			const server = createServer().listen(0);
			await once(server, "listening");
			return server;
		}),
	);
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
	return ports;
}

/** Posts a form with HTTP/2, as browsers do. */
async function post(origin: string, ca: string, path: string, form: FormData) {
	const encoded = new Response(form);
	const bytes = Buffer.from(await encoded.arrayBuffer());
	const session = connectHttp2(origin, { ca });
	try {
		const request = session.request({
			":method": "POST",
			":path": path,
			"content-type": encoded.headers.get("Content-Type") ?? "",
			"content-length": bytes.length,
		});
		request.end(bytes);
		const [headers] = await once(request, "response");
		return { protocol: session.alpnProtocol, status: headers[":status"], text: await text(request) };
	} finally {
		session.destroy();
	}
}

const portOf = ({ origin }: TestPortal) => Number(new URL(origin).port);

function trustedBy(ca: string): Record<string, string> {
	const file = join(temporaryDirectory(), "ca.pem");
	writeFileSync(file, ca);
	return { NODE_EXTRA_CA_CERTS: file };
}

const ANSWERS = "ok   this portal answers, and gets the Host that visitors use";
const BODIES = "ok   bodies of 64 MB arrive";

it.each(PROGRAMS)("%s with its documented file does all that the portal needs", async (program) => {
	const [plain = 0, secure = 0] = await freePorts(2);
	const origin = `https://localhost:${secure}`;
	const settings = { PUBLIC_URL: origin, TRUST_PROXY: "1" };
	const portal = await openPortal(settings, { asStarted: true });
	const { ca } = await start[program]({ plain, secure, portal: portOf(portal) });

	expect(await askDoctor(portal, origin, { ...settings, ...trustedBy(ca) })).toEqual([
		ANSWERS,
		"ok   1 proxy in front, as TRUST_PROXY says",
		BODIES,
	]);

	const sent = await post(origin, ca, "/api/submit", await talkForm());
	expect([sent.protocol, sent.status]).toEqual(["h2", 201]);
	const oversized = await talkForm(talkFields({ title: "Twenty megabytes" }));
	oversized.set("file", new Blob([new Uint8Array(20 * 1024 * 1024)]), "a.jpg");
	const refused = await post(origin, ca, "/hangzhou", oversized);
	expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("Twenty megabytes")]);

	const redirected = await fetch(`http://localhost:${plain}/hangzhou?lang=zh`, { redirect: "manual" });
	expect([301, 308]).toContain(redirected.status);
	expect(redirected.headers.get("Location")).toMatch(/^https:\/\/localhost(:\d+)?\/hangzhou\?lang=zh$/);
	expect(portal.lines.filter(({ level }) => level === 40)).toEqual([]);
});

it.each(PROGRAMS)("%s with its documented lines stands behind another proxy", async (program) => {
	const [plain = 0, secure = 0] = await freePorts(2);
	const certificate = OWN_CERTIFICATE;
	const outer = await openProxy({ certificate });
	const origin = outer.origin.replace("127.0.0.1", "localhost");
	const settings = { PUBLIC_URL: origin, TRUST_PROXY: "2" };
	const portal = await openPortal(settings, { asStarted: true });
	const { ca } = await start[program]({ plain, secure, portal: portOf(portal) }, true);
	outer.leadTo(`https://localhost:${secure}`, ca);
	expect(await askDoctor(portal, origin, { ...settings, ...trustedBy(certificate.cert) })).toEqual([
		ANSWERS,
		"ok   2 proxies in front, as TRUST_PROXY says",
		BODIES,
	]);
});
