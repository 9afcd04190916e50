import { describe, expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

type Agent = ReturnType<TestPortal["agent"]>;

const HAN = "han@example.org";
const UNKNOWN = "nobody@example.org";
const HOUR = 60 * 60_000;
const FORM = { selector: "main form[action^='/forgot-password']" };

/** A portal with the shipped limits and an account. */
async function open() {
	const portal = await openPortal({ RATE_LIMIT_SCALE: "1", TRUST_PROXY: "1" });
	await register(portal, HAN);
	portal.sqlite.exec("update users set verified_at = 1");
	return portal;
}

const mails = ({ sqlite }: TestPortal) =>
	sqlite.prepare("select count(*) from outbox where kind = 'reset'").pluck().get();

/** Asks by the page for a link, from a network. @returns the status, and what the next page says */
async function ask(agent: Agent, network: number, email = HAN) {
	agent.set("X-Forwarded-For", `10.0.${network}.1`);
	const page = (await agent.get("/forgot-password").expect(200)).text;
	const answer = await submitForm(agent, page, { email }, FORM);
	if (answer.status !== 303) return { status: answer.status, said: textOfPage(answer.text) };
	const { pathname, search } = new URL(answer.headers.location ?? "");
	return { status: 303, said: textOfPage((await agent.get(pathname + search)).text) };
}

describe("mails with a link for a new password", () => {
	it("are five a day for one network and address, and 20 a day for an address, whoever asks", async () => {
		const portal = await open();
		const written: unknown[] = [];
		// From one network all day long, every half hour.
		for (let time = 0; time < 20; time += 1) {
			await ask(portal.agent(), 1);
			portal.clock.now += HOUR / 2;
		}
		written.push(mails(portal));
		for (let network = 2; network < 26; network += 1) {
			await ask(portal.agent(), network);
			portal.clock.now += HOUR / 2;
		}
		written.push(mails(portal));
		expect(written).toEqual([5, 20]);
		// The first of them are a day old.
		portal.clock.now += 3 * HOUR;
		await ask(portal.agent(), 30);
		expect(mails(portal)).toBe(21);
	});

	it("count although the account was erased and opened again", async () => {
		const portal = await open();
		const round = async () => {
			for (let time = 0; time < 3; time += 1) await ask(portal.agent(), 1);
			portal.sqlite.prepare("update outbox set state = 'sent', sent_at = ?").run(portal.clock.now);
			await portal.services.erasing.erase({ address: HAN });
			await register(portal, HAN);
			portal.clock.now += HOUR;
		};
		for (let time = 0; time < 3; time += 1) await round();
		expect(mails(portal)).toBe(5);
	});

	it("are never refused to a browser that has signed in before, below five of its own, and are to others", async () => {
		const portal = await open();
		const known = await signIn(portal, HAN);
		for (let time = 0; time < 24; time += 1) {
			await ask(portal.agent(), time);
			portal.clock.now += HOUR / 3;
		}
		const before = Number(mails(portal));
		expect(before).toBe(20);
		// As many as this network may ask for anybody in an hour, and more than twice as many.
		for (let time = 0; time < 25; time += 1) await ask(portal.agent(), 99, `p${time}@example.org`);
		expect((await ask(portal.agent(), 99)).status).toBe(429);
		for (let time = 1; time <= 5; time += 1) {
			expect((await ask(known, 99)).status).toBe(303);
			expect(mails(portal)).toBe(before + time);
		}
		// The sixth is refused like anybody's, and so is one for another account.
		expect((await ask(known, 99)).status).toBe(429);
		expect((await ask(known, 99, UNKNOWN)).status).toBe(429);
		await ask(known, 98);
		expect(mails(portal)).toBe(before + 5);
		portal.clock.now += 24 * HOUR;
		await ask(known, 98);
		expect(mails(portal)).toBe(before + 6);
	});

	it("are five a day for all browsers of an account whose address nobody has confirmed: anyone can open it", async () => {
		const portal = await open();
		portal.sqlite.exec("update users set verified_at = null");
		const known = await signIn(portal, HAN);
		// Strangers have used up what anybody may ask for in an hour.
		for (let network = 2; network < 7; network += 1) await ask(portal.agent(), network);
		expect(mails(portal)).toBe(3);
		await ask(known, 1);
		expect(mails(portal)).toBe(4);
		for (let browser = 0; browser < 8; browser += 1) await ask(await signIn(portal, HAN), 1);
		expect(mails(portal)).toBe(8);
	});

	it("are said to be sent in the same words whether there is an account or not, also above the limits", async () => {
		const portal = await open();
		const asked = async (network: number, email: string) => {
			const { said, status } = await ask(portal.agent(), network, email);
			return [status, said.replaceAll(email, "…")];
		};
		for (let time = 0; time < 5; time += 1) expect(await asked(7, HAN)).toEqual(await asked(8, UNKNOWN));
		expect(mails(portal)).toBe(3);
	});

	it("say who asked for a day only, and only as a hash", async () => {
		const portal = await open();
		await ask(portal.agent(), 1);
		const asked = () => portal.sqlite.prepare("select asked_by from outbox where kind = 'reset'").pluck().get();
		expect(asked()).toMatch(/^[\w-]{22}$/);
		portal.clock.now += 25 * HOUR;
		await portal.services.sweep();
		expect(asked()).toBeNull();
	});
});
