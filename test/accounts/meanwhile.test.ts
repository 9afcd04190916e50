import { setTimeout as sleep } from "node:timers/promises";
import { argon2id, hash } from "argon2";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { linkIn, PASSWORD, register } from "../support/accounts.ts";
import { githubSettings, openGithub } from "../support/github.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

const EMAIL = "han@example.org";
const FRESH = "Willow-Tree 8";
// Time stands still: a loaded machine hashes so slowly that the queue would lose its patience.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const pathOf = (address = "") => new URL(address).pathname + new URL(address).search;

/** Fills both hashing slots; later requests queue. */
function occupy(portal: TestPortal, tries: number): void {
	for (let n = 0; n < tries; n += 1) {
		portal.services.accounts.authenticate("nobody@example.org", "x", undefined).catch(() => undefined);
	}
}

/** Sends a request; it has reached its place in the queue when this resolves. */
async function begin<T>(portal: TestPortal, request: PromiseLike<T>): Promise<{ answer: Promise<T> }> {
	const answer = Promise.resolve(request.then((one) => one));
	await sleep(40);
	for (let n = 0; n < 3; n += 1) await portal.agent().get("/healthz");
	return { answer };
}

describe("a login with the old password, running while the password changes, opens no session", () => {
	type Change = (portal: TestPortal) => Promise<unknown>;
	/** These hash the new password, so they stand in the queue before the sign-in. */
	const hashing: Record<string, Change> = {
		"by a reset": async (portal) => {
			const link = new URL(linkIn(portal, "reset"), "http://here").searchParams;
			const given = { token: link.get("token"), email: EMAIL, password: FRESH, confirm: FRESH };
			return portal.agent().post("/reset-password").type("form").send(given).expect(303);
		},
		"by the operator": (portal) => portal.services.administrators.create(EMAIL, FRESH),
	};
	const ways: Record<string, Change> = {
		...hashing,
		"by GitHub, where the mailbox was not proven": async (portal) => {
			const agent = portal.agent();
			const begun = await agent.get("/api/auth/github").expect(302);
			const back = await fetch(begun.headers.location ?? "", { redirect: "manual" });
			return agent.get(pathOf(back.headers.get("Location") ?? "")).expect(303);
		},
		"by nobody, but the account is disabled": async (portal) =>
			portal.db.write(() => void portal.sqlite.exec("update users set disabled_at = 1")),
	};

	it.each(Object.keys(ways))("%s", async (name) => {
		const github = await openGithub();
		github.person = { id: 7, emails: [{ email: EMAIL, primary: true, verified: true }] };
		const portal = await openPortal({ ...githubSettings(github), PORT: "1" }, { hashesLong: true });
		await register(portal, EMAIL);
		await portal.services.passwordReset.request(EMAIL, "en");
		const change = ways[name] as Change;
		occupy(portal, 44);
		const before = hashing[name] && (await begin(portal, change(portal)));
		// Everything queued before the login is done first, the password change included.
		occupy(portal, 8);
		const page = await begin(
			portal,
			portal.agent().post("/login").type("form").send({ email: EMAIL, password: PASSWORD }),
		);
		const call = await begin(
			portal,
			portal.agent().post("/api/auth/login").send({ username: EMAIL, password: PASSWORD }),
		);
		await (before ? before.answer : change(portal));
		const answers = [(await call.answer).status, (await page.answer).status];
		expect(answers).toEqual([401, 422]);
		const live = "select count(*) from sessions where revoked_at is null";
		expect(portal.sqlite.prepare(live).pluck().get()).toBe(0);
		const notices = "select count(*) from outbox where dedupe_key like 'notice:sign-in:%'";
		expect(portal.sqlite.prepare(notices).pluck().get()).toBe(0);
	});
});

describe("a password hashed with old parameters", () => {
	const COST = "$argon2id$v=19$m=19456,p=1,t=2$";
	const stored = (portal: TestPortal) => String(portal.sqlite.prepare("select password_hash from users").pluck().get());

	async function open() {
		const portal = await openPortal({}, { hashesLong: true });
		await register(portal, EMAIL);
		const old = await hash(PASSWORD, { type: argon2id, memoryCost: 8_192, timeCost: 3, parallelism: 1 });
		await portal.db.write(() => void portal.sqlite.prepare("update users set password_hash = ?").run(old));
		return portal;
	}
	const signIn = (portal: TestPortal, password = PASSWORD) =>
		portal.agent().post("/api/auth/login").send({ username: EMAIL, password });

	it("is rehashed at login, even at several simultaneous ones, and keeps working", async () => {
		const portal = await open();
		const answers = await Promise.all([signIn(portal), signIn(portal), signIn(portal)]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(stored(portal)).toContain(COST);
		const kept = stored(portal);
		await signIn(portal).expect(200);
		expect(stored(portal)).toBe(kept);
	});

	it("does not overwrite a new password set meanwhile", async () => {
		const portal = await open();
		occupy(portal, 30);
		const old = await begin(portal, signIn(portal));
		const created = portal.services.administrators.create(EMAIL, FRESH);
		occupy(portal, 6);
		await created;
		expect((await old.answer).status).toBe(401);
		await signIn(portal, FRESH).expect(200);
		await signIn(portal).expect(401);
	});
});
