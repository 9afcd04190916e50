import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { openPortal } from "./portal.ts";

interface Person {
	id: unknown;
	name?: string | null;
	emails: { email: string; primary: boolean; verified: boolean }[];
}

export interface FakeGithub {
	url: string;
	/** Who presses "Authorize". */
	person: Person;
	/** How the next exchanges go wrong; undefined: they do not. */
	fault: undefined | "denied" | "500" | "html" | "error in 200" | "hang" | "huge" | "redirect" | "wrong state";
	/** How often a code was handed in. */
	exchanges: number;
	close(): Promise<void>;
}

/** A real OAuth server on loopback with GitHub's addresses: checks client, redirect, PKCE, and that a code works once. */
export async function openGithub(): Promise<FakeGithub> {
	const codes = new Map<string, { challenge: string; redirect: string }>();
	const github: FakeGithub = {
		url: "",
		person: { id: 4711, name: "Octo", emails: [{ email: "octo@example.org", primary: true, verified: true }] },
		fault: undefined,
		exchanges: 0,
		close: () => new Promise((done) => server.close(() => done())),
	};
	const json = (res: ServerResponse, body: unknown, status = 200) =>
		res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
	const server = createServer((req, res) => {
		const url = new URL(req.url ?? "/", "http://github");
		if (url.pathname === "/login/oauth/authorize") {
			const code = `code-${codes.size + 1}`;
			codes.set(code, {
				challenge: url.searchParams.get("code_challenge") ?? "",
				redirect: url.searchParams.get("redirect_uri") ?? "",
			});
			const back = new URL(url.searchParams.get("redirect_uri") ?? "");
			const answer: Record<string, string> = github.fault === "denied" ? { error: "access_denied" } : { code };
			const state = github.fault === "wrong state" ? "another" : (url.searchParams.get("state") ?? "");
			back.search = new URLSearchParams({ ...answer, state }).toString();
			return res.writeHead(302, { Location: back.href }).end();
		}
		if (url.pathname === "/login/oauth/access_token") {
			let text = "";
			req.on("data", (chunk) => (text += chunk));
			req.on("end", () => exchange(new URLSearchParams(text), res));
			return;
		}
		if (req.headers.authorization !== "Bearer secret-access-token") return json(res, {}, 401);
		if (url.pathname === "/api/user") return json(res, { id: github.person.id, name: github.person.name });
		if (url.pathname === "/api/user/emails") return json(res, github.person.emails);
		json(res, {}, 404);
	});

	function exchange(form: URLSearchParams, res: ServerResponse): unknown {
		github.exchanges += 1;
		const kept = codes.get(form.get("code") ?? "");
		codes.delete(form.get("code") ?? "");
		const challenge = createHash("sha256")
			.update(form.get("code_verifier") ?? "")
			.digest("base64url");
		const right = form.get("client_id") === "client" && form.get("client_secret") === "hush";
		if (!right || kept?.challenge !== challenge || kept.redirect !== form.get("redirect_uri")) {
			return json(res, { error: "bad_verification_code" });
		}
		switch (github.fault) {
			case "500":
				return json(res, {}, 500);
			case "html":
				return res.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Unicorn</h1>");
			case "error in 200":
				return json(res, { error: "access_denied" });
			case "huge":
				return json(res, { access_token: "x".repeat(10_000_000) });
			case "redirect":
				return res.writeHead(302, { Location: "/elsewhere" }).end();
			case "hang":
				return;
		}
		json(res, { access_token: "secret-access-token", token_type: "bearer", scope: "user:email" });
	}

	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	onTestFinished(async () => {
		server.closeAllConnections();
		server.close();
	});
	github.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return github;
}

/** A portal that signs in there, at an address a browser can come back to. */
export async function openPortalWithGithub() {
	const github = await openGithub();
	// The callback names the portal's port, so the port must be known before the portal starts.
	const probe = await openPortal();
	const { port } = new URL(probe.origin);
	await probe.release();
	const portal = await openPortal({ ...githubSettings(github), PORT: port }, { port: Number(port) });
	return { github, portal, origin: `http://localhost:${port}` };
}

/** Settings of a portal that signs in there. */
export const githubSettings = ({ url }: FakeGithub) => ({
	GITHUB_CLIENT_ID: "client",
	GITHUB_CLIENT_SECRET: "hush",
	GITHUB_URL: url,
	GITHUB_API_URL: `${url}/api`,
});
