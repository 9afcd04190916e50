import jwt from "jsonwebtoken";
import { MEMBER_ROLES, type MemberRole } from "../../app/roles.ts";
import { ADMIN, type TestPortal } from "./portal.ts";
import { addPerson, appoint, bearerOf, cookiesOf, makeMember } from "./sessions.ts";
import { portrait } from "./talks.ts";

/** All kinds of callers with their credentials. */
type Who =
	| "anonymous"
	| "user"
	| "other user"
	| "admin"
	| MemberRole
	| "expired"
	| "revoked"
	| "disabled"
	| "alg none"
	| "wrong key"
	| "wrong audience"
	| "forged permission";

export interface Caller {
	who: Who;
	/** Category of the caller. Invalid or expired credentials are `stale`. */
	counts: "guest" | "user" | MemberRole | "admin" | "stale";
	bearer: string | undefined;
	cookie: string | undefined;
}

const forge = (
	token: string,
	change: (claims: jwt.JwtPayload) => jwt.JwtPayload,
	key: string,
	algorithm: jwt.Algorithm,
) => jwt.sign(change(jwt.decode(token) as jwt.JwtPayload), key, { algorithm });

/** One of each. The entry of the tests belongs to "user". */
export async function callers(portal: TestPortal): Promise<Caller[]> {
	const open = async (email: string) => ({
		bearer: await bearerOf(portal, email),
		cookie: `cfp_sid=${(await cookiesOf(portal, email)).cfp_sid}`,
	});
	const enrol = async (name: string) => {
		await addPerson(portal, `${name}@example.org`, "X");
		return open(`${name}@example.org`);
	};
	const [user, other] = [await enrol("user"), await enrol("other")];
	const members: Caller[] = [];
	for (const role of MEMBER_ROLES) {
		await addPerson(portal, `${role}@example.org`, "X");
		makeMember(portal, `${role}@example.org`, role);
		members.push({ who: role, counts: role, ...(await open(`${role}@example.org`)) });
	}
	const [expired, revoked, disabled] = [await enrol("expired"), await enrol("revoked"), await enrol("disabled")];
	await appoint(portal);
	const admin = await open(ADMIN.email);
	const of = (name: string) => `user_id = (select id from users where email = '${name}@example.org')`;
	portal.sqlite.exec(`update sessions set expires_at = ${portal.clock.now} where ${of("expired")}`);
	portal.sqlite.exec(`update sessions set revoked_at = 1 where ${of("revoked")}`);
	portal.sqlite.exec("update users set disabled_at = 1 where email = 'disabled@example.org'");
	const asAdmin = (claims: jwt.JwtPayload) => ({ ...claims, permission: "admin" });
	return [
		{ who: "anonymous", counts: "guest", bearer: undefined, cookie: undefined },
		{ who: "user", counts: "user", ...user },
		{ who: "other user", counts: "user", ...other },
		{ who: "admin", counts: "admin", ...admin },
		...members,
		{ who: "expired", counts: "stale", ...expired },
		{ who: "revoked", counts: "stale", ...revoked },
		{ who: "disabled", counts: "stale", ...disabled },
		{ who: "alg none", counts: "stale", bearer: forge(admin.bearer, (c) => c, "", "none"), cookie: "cfp_sid=x" },
		{
			who: "wrong key",
			counts: "stale",
			bearer: forge(admin.bearer, (c) => c, "0".repeat(32), "HS256"),
			cookie: "cfp_sid=",
		},
		{
			who: "wrong audience",
			counts: "stale",
			bearer: jwt.sign({ ...(jwt.decode(admin.bearer) as object), aud: "other" }, portal.secrets.bearerKeys()[0].key),
			cookie: `cfp_sid=${"A".repeat(43)}`,
		},
		{
			who: "forged permission",
			counts: "user",
			bearer: jwt.sign(asAdmin(jwt.decode(other.bearer) as jwt.JwtPayload), portal.secrets.bearerKeys()[0].key),
			cookie: other.cookie,
		},
	] as Caller[];
}

export type Answer = { status: number; text: string; headers: Record<string, string>; body: { error?: string } };

/** Asks as this caller would: pages and files with the cookie, calls with the token. */
export async function ask(
	portal: TestPortal,
	caller: Caller,
	method: string,
	path: string,
	send: object = {},
): Promise<Answer> {
	const isCall = path.startsWith("/api/") && path !== "/api/docs";
	const call = portal
		.agent()
		[method.toLowerCase() as "get" | "post" | "patch" | "delete"](path)
		.set("Sec-Fetch-Site", "same-origin");
	if (isCall && caller.bearer) call.set("Authorization", `Bearer ${caller.bearer}`);
	if (!isCall && caller.cookie) call.set("Cookie", caller.cookie);
	const fields = Object.entries(send) as [string, string][];
	if (method === "POST" && (path === "/api/submit" || path.startsWith("/hangzhou"))) {
		for (const [name, value] of [["x", ""] as const, ...fields]) call.field(name, value);
		if (fields.length > 0) call.attach("file", (await portrait()).bytes, "a.jpg");
	} else if (method !== "GET" && isCall) call.send(send);
	else if (method === "POST") call.type("form").send({ theme: "dark", ...send });
	return (await call.ok(() => true)) as unknown as Answer;
}

/** What the answer means for access. */
export function outcome({ status, headers, body }: Answer, portal: TestPortal): string {
	// A refusal by the table; pages that lead on by themselves say 303.
	const { pathname, searchParams } = new URL(headers.location ?? "", portal.origin);
	if (status === 302 && searchParams.has("ended")) return `to ${pathname}, ended`;
	if (status === 302 && searchParams.size === 0) return `to ${pathname}`;
	if (status === 401 && body.error === "NOT_SIGNED_IN") return "401";
	return status === 403 || status >= 500 ? String(status) : "passes";
}
