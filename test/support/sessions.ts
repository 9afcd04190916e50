import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import type { Locale } from "../../app/programmes/define.ts";
import type { MemberRole } from "../../app/roles.ts";
import { ADMIN, type TestPortal } from "./portal.ts";

/** ADMIN's password, hashed as these portals hash: tests of something else need not wait for that. */
const HASH = "$argon2id$v=19$m=1024,p=1,t=2$g2ZLFZX+l+dyWjeRIwn8HA$uZ2yyzaWGrC/S95A0ln+I4T36mycXc4TgskRbfWS8Q0";

/** Creates an account with an unconfirmed address. Its password is ADMIN's. */
export async function addPerson({ db, sqlite, clock }: TestPortal, email: string, name: string): Promise<void> {
	const add = "insert into users (email, name, password_hash, created_at) values (?, ?, ?, ?) on conflict do nothing";
	await db.settle(() => void sqlite.prepare(add).run(email, name, HASH, clock.now));
}

/** Makes ADMIN an administrator. One who is signed in stays so. */
export async function appoint(portal: TestPortal): Promise<void> {
	await addPerson(portal, ADMIN.email, "");
	const grant = "update users set is_admin = 1, admin_since = ?, verified_at = ? where email = ? and is_admin = 0";
	const { now } = portal.clock;
	await portal.db.settle(() => void portal.sqlite.prepare(grant).run(now, now, ADMIN.email));
}

/** Puts an account on the team, and confirms its address as joining does. */
export function makeMember({ sqlite }: TestPortal, email: string, role: MemberRole): void {
	sqlite.prepare("update users set verified_at = coalesce(verified_at, 1) where email = ?").run(email);
	sqlite
		.prepare("insert into memberships (user_id, role, created_at) select id, ?, 1 from users where email = ?")
		.run(role, email);
}

/** Opens a session with all that a sign-in does, and without a password that is typed and hashed. */
async function open(
	{ sqlite, services }: TestPortal,
	email: string,
	kind: "cookie" | "bearer",
	locale: Locale,
	secret?: string,
) {
	const id = Number(sqlite.prepare("select id from users where email = ?").pluck().get(email));
	const device = { network: "127.0.0.1", ipPrefix: "127.0.0.0/24", userAgent: "", secret };
	const account = { id, email, name: "", role: undefined };
	const session = await services.signIn.open(account, { kind, remember: false, device, locale }, "password");
	return session.secret;
}

/** Signs somebody in. @param locale of the mail that tells an administrator @returns the cookies of their browser */
export async function cookiesOf(
	portal: TestPortal,
	email: string,
	locale: Locale = "en",
): Promise<Record<string, string>> {
	const browser = randomBytes(32).toString("base64url");
	return { cfp_sid: await open(portal, email, "cookie", locale, browser), cfp_device: browser };
}

/** Signs in a REST client. */
export function bearerOf(portal: TestPortal, email: string): Promise<string> {
	return open(portal, email, "bearer", "en");
}

/** Signs a user in without the login screen and opens a page. */
export async function enterAs(
	portal: TestPortal,
	page: Page,
	email: string,
	path: string,
	locale?: Locale,
): Promise<void> {
	const cookies = Object.entries(await cookiesOf(portal, email, locale));
	const how = { url: portal.origin, httpOnly: true, sameSite: "Lax" } as const;
	await page.context().addCookies(cookies.map(([name, value]) => ({ name, value, ...how })));
	await page.goto(path);
}

/** Signs an administrator in without the login screen, and goes to a page of the console. */
export async function enterConsole(portal: TestPortal, page: Page, path = "/admin/proposals"): Promise<void> {
	await appoint(portal);
	await enterAs(portal, page, ADMIN.email, path);
}
