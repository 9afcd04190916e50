import { describe, expect, it } from "vitest";
import { type Agent, MINUTE, open } from "../support/drafts.ts";
import { type Filling, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { programmeOf } from "../support/templates.ts";

const DAY = 24 * 60 * MINUTE;

async function mail(agent: Agent, filling: Filling) {
	const answer = await submitForm(agent, await open(agent, "/hangzhou"), filling, { button: "do.mail-draft" });
	if (answer.status !== 303) return answer;
	const { pathname, search } = new URL(answer.headers.location ?? "");
	return agent.get(pathname + search).expect(200);
}

const count = (portal: TestPortal, from: string) => portal.sqlite.prepare(`select count(*) from ${from}`).pluck().get();
const mails = (portal: TestPortal) => count(portal, "outbox where kind = 'draft'");

describe("links to drafts that strangers ask for", () => {
	const LIMIT = "No link was sent.";

	it("are one mail in ten minutes and five a day for one address, whoever asks, and are not queued", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		const ask = async () => {
			const answer = await mail(portal.agent(), { title: "Half", email: "Victim@example.org" });
			return [answer.status, textOfPage(answer.text).includes(LIMIT), shownValue(answer.text, "title")];
		};
		for (let sent = 1; sent <= 5; sent += 1) {
			expect(await ask()).toEqual([200, false, "Half"]);
			expect(await ask()).toEqual([422, true, "Half"]);
			expect(mails(portal)).toBe(sent);
			portal.clock.now += 10 * MINUTE;
		}
		expect(await ask()).toEqual([422, true, "Half"]);
		portal.clock.now += DAY;
		expect((await ask())[0]).toBe(200);
		expect(mails(portal)).toBe(6);
	});

	it("are few from one network, whatever the addresses", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "0.05" });
		const { draftLinks, drafts } = portal.services;
		const programme = programmeOf("forum");
		const about = { programme, place: { variant: undefined, editor: false }, id: 0 };
		const outcomes: string[] = [];
		for (let n = 0; n < 5; n += 1) {
			const actor = { user: undefined, visitor: `${n}`.padStart(43, "v"), network: "192.0.2.0/24" };
			await drafts.save(actor, about, { name: "X" }, undefined);
			outcomes.push(await draftLinks.send(actor, about, `x${n}@example.org`, "en"));
		}
		expect(outcomes).toEqual(["sent", "sent", "sent", "limit", "limit"]);
	});

	it("are at most three of one draft", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		for (let n = 0; n < 5; n += 1) await mail(agent, { email: `lei${n}@example.org` });
		expect([mails(portal), count(portal, "draft_links")]).toEqual([5, 3]);
	});
});
