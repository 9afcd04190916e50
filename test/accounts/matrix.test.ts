import jwt from "jsonwebtoken";
import { describe, expect, it } from "vitest";
import { type AccessRow, access } from "../../server/access.ts";
import { PASSWORD } from "../support/accounts.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";

/** Everybody who may knock, with the credentials they hold. */
type Who =
	| "anonymous"
	| "user"
	| "admin"
	| "expired"
	| "revoked"
	| "disabled"
	| "alg none"
	| "wrong key"
	| "wrong audience"
	| "forged permission";

interface Caller {
	who: Who;
	/** What the table grants somebody like this. */
	rank: "everyone" | "signed-in" | "admin";
	bearer: string | undefined;
	cookie: string | undefined;
}

const forge = (
	token: string,
	change: (claims: jwt.JwtPayload) => jwt.JwtPayload,
	key: string,
	algorithm: jwt.Algorithm,
) => jwt.sign(change(jwt.decode(token) as jwt.JwtPayload), key, { algorithm });

async function callers(portal: TestPortal): Promise<Caller[]> {
	const open = async (username: string, password: string) => {
		const { body } = await portal.agent().post("/api/auth/login").send({ username, password }).expect(200);
		const page = await portal.agent().post("/login").type("form").send({ email: username, password }).expect(303);
		const cookie = String(page.headers["set-cookie"]).match(/cfp_sid=[^;]+/)?.[0];
		return { bearer: String(body.token), cookie };
	};
	const register = (username: string) =>
		portal.agent().post("/api/auth/register").send({ username, password: PASSWORD, name: "X" }).expect(201);
	for (const name of ["user", "expired", "revoked", "disabled"]) await register(`${name}@example.org`);
	await portal.services.administrators.create(ADMIN.email, ADMIN.password);
	const user = await open("user@example.org", PASSWORD);
	const admin = await open(ADMIN.email, ADMIN.password);
	const [expired, revoked, disabled] = [
		await open("expired@example.org", PASSWORD),
		await open("revoked@example.org", PASSWORD),
		await open("disabled@example.org", PASSWORD),
	];
	const of = (name: string) => `user_id = (select id from users where email = '${name}@example.org')`;
	portal.sqlite.exec(`update sessions set expires_at = ${portal.clock.now} where ${of("expired")}`);
	portal.sqlite.exec(`update sessions set revoked_at = 1 where ${of("revoked")}`);
	portal.sqlite.exec("update users set disabled_at = 1 where email = 'disabled@example.org'");
	const asAdmin = (claims: jwt.JwtPayload) => ({ ...claims, permission: "admin" });
	const key = portal.secrets.bearerKey.toString("latin1");
	return [
		{ who: "anonymous", rank: "everyone", bearer: undefined, cookie: undefined },
		{ who: "user", rank: "signed-in", ...user },
		{ who: "admin", rank: "admin", ...admin },
		{ who: "expired", rank: "everyone", ...expired },
		{ who: "revoked", rank: "everyone", ...revoked },
		{ who: "disabled", rank: "everyone", ...disabled },
		{ who: "alg none", rank: "everyone", bearer: forge(admin.bearer, (c) => c, "", "none"), cookie: "cfp_sid=x" },
		{
			who: "wrong key",
			rank: "everyone",
			bearer: forge(admin.bearer, (c) => c, "0".repeat(32), "HS256"),
			cookie: "cfp_sid=",
		},
		{
			who: "wrong audience",
			rank: "everyone",
			bearer: jwt.sign({ ...(jwt.decode(admin.bearer) as object), aud: "other" }, portal.secrets.bearerKey),
			cookie: `cfp_sid=${"A".repeat(43)}`,
		},
		{
			who: "forged permission",
			rank: "signed-in",
			bearer: jwt.sign(asAdmin(jwt.decode(user.bearer) as jwt.JwtPayload), portal.secrets.bearerKey),
			cookie: user.cookie,
		},
	].map((caller) => ({ ...caller, key })) as Caller[];
}

const RANKS = ["everyone", "signed-in", "admin"];

/** What the table says: may pass, must sign in, or lacks the right. */
function expected(row: AccessRow, { rank, who, bearer }: Caller): "passes" | "signs in" | "is refused" {
	const stale = bearer !== undefined && rank === "everyone" && who !== "anonymous";
	if (row.kind === "rest" && stale && !row.toleratesStaleBearer) return "signs in";
	if (RANKS.indexOf(rank) >= RANKS.indexOf(row.who)) return "passes";
	return rank === "everyone" ? "signs in" : "is refused";
}

function outcome(row: AccessRow, answer: { status: number; headers: Record<string, string> }, origin: string): string {
	if (row.kind === "page") {
		const location = answer.status === 302 ? new URL(answer.headers.location ?? "", origin).pathname : undefined;
		if (location === "/") return "signs in";
		if (location === "/dashboard" && row.path !== "/admin") return "is refused";
		return location === "/dashboard" ? "is refused" : "passes";
	}
	return answer.status === 401 ? "signs in" : answer.status === 403 ? "is refused" : "passes";
}

/** Calls that answer 401 by their own meaning, whoever calls. */
const SIGNS_IN_BY_NATURE = new Set(["/api/auth/login", "/api/auth/github/callback"]);

describe("every row of the access table, by everybody who may knock", () => {
	const rows = access.filter((row) => row.kind !== "file" && !SIGNS_IN_BY_NATURE.has(row.path));

	it("answers as the table says", { timeout: 120_000 }, async () => {
		const portal = await openPortal();
		const wrong: unknown[] = [];
		for (const row of rows) {
			const path = row.path.replace(/:[a-zA-Z]+/, "talk-1").replace("*", "/nowhere");
			// Signing out would change the very thing that is looked at.
			const fresh = row.path === "/logout" || row.path === "/session" || row.path === "/api/auth/logout";
			for (const caller of await (fresh ? callersOf(await openPortal()) : callersOf(portal))) {
				const call = caller.portal
					.agent()
					[row.method === "GET" ? "get" : "post"](path)
					.set("Sec-Fetch-Site", "same-origin");
				if (row.kind === "rest" && caller.bearer) call.set("Authorization", `Bearer ${caller.bearer}`);
				if (row.kind === "page" && caller.cookie) call.set("Cookie", caller.cookie);
				if (row.method === "POST" && row.body === "form") call.type("form").send({ theme: "dark" });
				if (row.method === "POST" && row.body === "upload") call.field("name", "X");
				if (row.method === "POST" && row.body === "json") call.send({});
				const answer = await call.ok(() => true);
				const seen = outcome(row, answer, portal.origin);
				if (seen !== expected(row, caller)) wrong.push([row.method, row.path, caller.who, seen, answer.status]);
				expect(answer.status).toBeLessThan(500);
			}
		}
		expect(wrong).toEqual([]);
	});
});

const known = new Map<TestPortal, Promise<(Caller & { portal: TestPortal })[]>>();

function callersOf(portal: TestPortal): Promise<(Caller & { portal: TestPortal })[]> {
	const made = known.get(portal) ?? callers(portal).then((all) => all.map((caller) => ({ ...caller, portal })));
	known.set(portal, made);
	return made;
}
