import { createPasswords } from "../../server/services/accounts/password-hashing.ts";
import { PASSWORD } from "./accounts.ts";
import { openPortal, type TestPortal } from "./portal.ts";

type Ask = (email: string) => Promise<{ status: number; headers: Record<string, string>; text: string }>;

/** Requests that take an address and must not reveal whether it has an account. */
export const ASKS: Record<string, (portal: TestPortal) => Ask> = {
	"the call to sign in": (portal) => async (email) =>
		portal.agent().post("/api/auth/login").send({ username: email, password: "wrong password" }),
	"the call for a forgotten password": (portal) => async (email) =>
		portal.agent().post("/api/auth/forgot-password").send({ email }),
	"the call that looks at a link": (portal) => async (email) =>
		portal.agent().get("/api/auth/reset-password/validate").query({ token: "x", email }),
	"the login screen": (portal) => async (email) =>
		portal.agent().post("/login").type("form").send({ email, password: "wrong password" }),
	"the page for a forgotten password": (portal) => async (email) =>
		portal.agent().post("/forgot-password").type("form").send({ email }),
	"the page behind a link": (portal) => async (email) =>
		portal.agent().get("/reset-password").query({ token: "x", email }),
};

type Kind = "known" | "unknown";

/** Addresses with an account and as many without, of the same lengths; each is tried in turn. */
export async function openAsking(name: string, addresses: number) {
	// As long as where it runs: the hashes of these accounts are made so, too.
	const portal = await openPortal({ RATE_LIMIT_SCALE: "100000" }, { hashesLong: true });
	const ask = (ASKS[name] as (typeof ASKS)[string])(portal);
	const known = Array.from({ length: addresses }, (_, n) => `known-address-${n}@example.org`);
	const add = portal.sqlite.prepare("insert into users (email, password_hash, created_at) values (?, ?, 0)");
	const hash = await createPasswords(1).hash(PASSWORD, undefined);
	await portal.db.write(() => known.forEach((email) => void add.run(email, hash)));
	const all = { known, unknown: known.map((email) => email.replace("known", "nobod")) };
	/** The answers, without typed values and times. */
	const seen = { known: new Set<string>(), unknown: new Set<string>() };
	const times = { known: [] as number[], unknown: [] as number[] };

	async function askOne(kind: Kind, n: number): Promise<void> {
		const email = all[kind][n] ?? "";
		const started = performance.now();
		const { status, headers, text } = await ask(email);
		times[kind].push(performance.now() - started);
		const { date: _, ...rest } = headers;
		// Only the typed values in the form may differ.
		seen[kind].add(JSON.stringify([status, text.replaceAll(email.replace("@example.org", ""), "SOMEBODY"), rest]));
	}

	async function askAll(): Promise<void> {
		for (let n = 0; n < addresses; n += 1)
			for (const kind of n % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const))
				await askOne(kind, n);
	}

	return { ask, askAll, seen, times };
}
