import { copyFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GUEST } from "../../server/services/actor.ts";
import { PASSWORD, register } from "../support/accounts.ts";
import { fillHashing } from "../support/busy.ts";
import { shownValue, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { portrait } from "../support/talks.ts";

const PROXIED = { TRUST_PROXY: "1" };

/** A post from any address, as the proxy names it. */
const from = (portal: TestPortal, address: string, path: string) =>
	portal.agent().post(path).set("X-Forwarded-For", address);

const nomination = (n: number) => ({
	projectname: `Pagoda ${n}`,
	projectrepo: "https://git.example.org/pagoda",
	maintainers: "12",
	overview: "A tool",
	projectage: "4 years",
	why: "It helps",
	impact: "Many",
	sponsored: "No",
	web: "https://pagoda.example.org",
	nominatorname: "Han",
	nominatoremail: "mei@example.org",
	ownername: "Li",
	owneremail: "lei@example.org",
});

describe("a flood from one network", () => {
	it("does not affect others: hundreds of bad posts from a /48 and a /24", async () => {
		const portal = await openPortal({ ...PROXIED, RATE_LIMIT_SCALE: "0.1" });
		const statuses: Record<string, number> = {};
		for (let n = 0; n < 150; n += 25) {
			const bad = Array.from({ length: 25 }, (_, k) => [
				from(portal, `2001:db8:7:${(n + k).toString(16)}::1`, "/api/forum/entries")
					.type("form")
					.send({ name: "x" }),
				from(portal, `192.0.2.${(n + k) % 256}`, "/api/forum/entries")
					.type("form")
					.send({ name: "x" }),
			]).flat();
			for (const { status } of await Promise.all(bad)) statuses[status] = (statuses[status] ?? 0) + 1;
		}
		// Each network has ten times what one address may do in a minute.
		expect(statuses).toEqual({ 422: 40, 429: 260 });
		for (const [n, elsewhere] of ["2001:db8:8::1", "198.51.100.7"].entries()) {
			await from(portal, elsewhere, "/api/spotlight").type("form").send(nomination(n)).expect(201);
		}
	});

	it("does not stop first-time posts of its neighbours", async () => {
		const portal = await openPortal({ ...PROXIED, RATE_LIMIT_SCALE: "1" });
		for (const neighbour of [(n: number) => `192.0.2.${n}`, (n: number) => `2001:db8:7:${n}::1`]) {
			for (let n = 0; n < 440; n += 44) {
				const posts = Array.from({ length: 44 }, (_, k) => from(portal, neighbour(k), "/api/forum/entries").send({}));
				await Promise.all(posts);
			}
			const { status, text } = await from(portal, neighbour(99), "/spotlight-hz").type("form").send(nomination(1));
			expect(status).toBe(429);
			expect(shownValue(text, "overview")).toBe("A tool");
		}
	});

	it("leaves each of its addresses what one may do, as long as there are ten of them", async () => {
		const portal = await openPortal({ ...PROXIED, RATE_LIMIT_SCALE: "1" });
		for (let address = 1; address <= 10; address += 1) {
			const asked = Array.from({ length: 21 }, () =>
				from(portal, `192.0.2.${address}`, "/api/forum/entries").type("form").send({}),
			);
			const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
			expect(statuses).toEqual([...Array(20).fill(422), 429]);
		}
	});
});

describe("submissions of everyone at once", () => {
	it("wait their turn; those that would wait too long are refused with the form, and failures are not counted", async () => {
		// 18 at once, then one every three seconds.
		const portal = await openPortal({ ...PROXIED, RATE_LIMIT_SCALE: "0.02" });
		for (let n = 0; n < 40; n += 1) {
			await from(portal, `10.1.${n}.1`, "/api/forum/entries").type("form").send({ name: "x" }).expect(422);
		}
		const answers = await Promise.all(
			Array.from({ length: 30 }, (_, n) =>
				from(portal, `10.2.${n}.1`, "/spotlight-hz").type("form").send(nomination(n)),
			),
		);
		const taken = answers.filter(({ status }) => status === 303);
		const late = answers.filter(({ status }) => status === 503);
		expect(taken.length + late.length).toBe(30);
		expect(taken.length).toBeGreaterThan(18);
		expect(late.length).toBeGreaterThan(0);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(taken.length);
		for (const { text, headers } of late) {
			expect(textOfPage(text)).toContain("The server is very busy. Please try again in a moment.");
			expect(shownValue(text, "overview")).toBe("A tool");
			expect(Number(headers["retry-after"])).toBeGreaterThan(0);
		}
	});
});

describe("the queues for costly work", () => {
	it("of hashing keep places for other networks, and return forms to the busy one", async () => {
		const portal = await openPortal({ ...PROXIED, RATE_LIMIT_SCALE: "1" });
		await register(portal, "han@example.org");
		const signsIn = (address: string) =>
			from(portal, address, "/login").type("form").send({ email: "han@example.org", password: PASSWORD });
		const leave = fillHashing(portal, "192.0.2.0/24");
		const others = ["198.51.100.7", "203.0.113.9", "2001:db8:8::1"].map(signsIn);
		const [near, far] = await Promise.all([
			Promise.all(Array.from({ length: 20 }, (_, n) => signsIn(`192.0.2.${n}`))),
			Promise.all(others),
		]).finally(leave);
		expect(far.map(({ status }) => status)).toEqual([303, 303, 303]);
		const refused = near.filter(({ status }) => status === 503);
		expect(refused.length).toBeGreaterThan(0);
		for (const { text } of refused) {
			expect(textOfPage(text)).toContain("The server is very busy. Please try again in a moment.");
			expect(shownValue(text, "email")).toBe("han@example.org");
		}
	});

	it("of pictures leave others a place while one network asks for small versions that are not made yet", async () => {
		const portal = await openPortal({ ...PROXIED, RATE_LIMIT_SCALE: "1" });
		const { photos } = portal.services;
		const photo = await portrait(900, 900);
		await from(portal, "198.51.100.7", "/hangzhou").attach("file", photo.bytes, { filename: photo.name }).expect(422);
		const name = String(portal.sqlite.prepare("select name from photos").pluck().get());
		const others = Array.from({ length: 600 }, (_, n) => n.toString(16).padStart(32, "0"));
		for (const other of others) copyFileSync(photos.fileOf(name), photos.fileOf(other));
		const asks = (asked: string, network: string) => photos.smallFileOf(asked, { ...GUEST, network });
		const flood = others.map((other) => asks(other, "192.0.2.0/24"));
		expect(await asks(name, "203.0.113.0/24")).toMatch(/-small\.jpg$/);
		// Whoever finds no place is sent the photo itself.
		const whole = (await Promise.all(flood)).filter((path) => !path.endsWith("-small.jpg"));
		expect(whole.length).toBeGreaterThan(300);
	});
});
