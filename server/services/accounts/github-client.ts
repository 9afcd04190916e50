import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client, OAuth2Tokens } from "arctic";
import { z } from "zod";
import { isEmail } from "../../../app/programmes/email.ts";
import type { Config } from "../../config.ts";

/** Timeout of the whole exchange. */
const PATIENCE_MS = 10_000;
const MOST_BYTES = 256 * 1024;

/** Identity of the user: names and addresses may change. */
const profile = z.object({ id: z.number().int().positive(), name: z.string().nullish() });
const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

export interface GithubUser {
	subject: string;
	name: string;
	/** The primary address, if GitHub has verified it. */
	email: string | undefined;
}

/** GitHub is unavailable; other errors may concern one visitor. */
export class GithubOutage extends Error {}

type Settings = NonNullable<Config["github"]>;

/** The only module that knows how to talk to GitHub, or to an installation of its Enterprise edition. */
export function createGithub(settings: Settings, redirectUri: string) {
	const client = new OAuth2Client(settings.clientId, settings.clientSecret, redirectUri);

	/** URL to redirect to, with `state` and the PKCE `verifier`. */
	function begin(): { url: string; state: string; verifier: string } {
		const state = generateState();
		const verifier = generateCodeVerifier();
		const url = client.createAuthorizationURLWithPKCE(
			`${settings.url}/login/oauth/authorize`,
			state,
			CodeChallengeMethod.S256,
			verifier,
			["user:email"],
		);
		return { url: url.href, state, verifier };
	}

	/** Exchanges a code for the user; the access token is discarded. @throws on any failure, within 10 s */
	async function finish(code: string, verifier: string): Promise<GithubUser> {
		const signal = AbortSignal.timeout(PATIENCE_MS);
		const body = new URLSearchParams({
			client_id: settings.clientId,
			client_secret: settings.clientSecret,
			redirect_uri: redirectUri,
			grant_type: "authorization_code",
			code,
			code_verifier: verifier,
		});
		const answer = await json(`${settings.url}/login/oauth/access_token`, { method: "POST", body, signal });
		// GitHub reports errors inside a 200; a missing token is one.
		const token = new OAuth2Tokens(z.record(z.string(), z.unknown()).parse(answer)).accessToken();
		const headers = { Authorization: `Bearer ${token}`, "User-Agent": "rostrum" };
		const user = profile.parse(await json(`${settings.apiUrl}/user`, { headers, signal }));
		const emails = addresses.parse(await json(`${settings.apiUrl}/user/emails`, { headers, signal }));
		const email = emails.find((address) => address.primary && address.verified)?.email;
		return { subject: String(user.id), name: user.name ?? "", email: email && isEmail(email) ? email : undefined };
	}

	return { begin, finish };
}

/** Fetches JSON of bounded size from exactly this address. */
async function json(url: string, init: RequestInit): Promise<unknown> {
	const headers = { Accept: "application/json", ...(init.headers as Record<string, string> | undefined) };
	const response = await fetch(url, { ...init, headers, redirect: "error" });
	if (response.status >= 500) throw new GithubOutage(`GitHub answered ${response.status}`);
	if (!response.ok || !response.body) throw new Error(`GitHub answered ${response.status}`);
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
		bytes += chunk.length;
		if (bytes > MOST_BYTES) throw new Error("GitHub answered too much");
		chunks.push(chunk);
	}
	return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}
