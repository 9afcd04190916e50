import { describe, expect, it } from "vitest";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { signedIn } from "../support/reviews.ts";
import { addPerson, bearerOf, makeMember } from "../support/sessions.ts";

const EXPORTS = ["/api/entries", "/api/forum/entries", "/api/nominations", "/api/nominations?category=sl-hz"];
const QUARTER = 15 * 60_000;
const DAY = 24 * 60 * 60_000;
const HAN = "han@example.org";

async function filled() {
	const portal = await openPortal();
	for (const send of [sendTalk, sendWork, sendProject, sendRegistration]) await send(portal);
	return { portal, admin: await portal.admin() };
}

const exported = ({ lines }: TestPortal) =>
	lines.filter(({ event }) => event === "data.exported").map(({ what, user, by }) => `${what} ${user} ${by}`);
const notices = ({ sqlite }: TestPortal) =>
	sqlite
		.prepare("select to_address, subject from outbox where dedupe_key like 'notice:export:%' order by id")
		.raw()
		.all();

describe("lists with organisers' data, by REST", () => {
	it("ask a session for proof as the pages do, and change nothing for others", async () => {
		const { portal, admin } = await filled();
		await addPerson(portal, HAN, "");
		const user = await signedIn(portal, HAN);
		const open = async () => {
			const answers: unknown[] = [];
			for (const agent of [portal.agent(), user])
				for (const path of EXPORTS) {
					const { status, body } = await agent.get(path).ok(() => true);
					answers.push([path, status, body]);
				}
			return answers;
		};
		const before = await open();
		for (const path of EXPORTS) expect((await admin.get(path).expect(200)).body).toHaveLength(1);
		portal.clock.now += QUARTER;
		for (const path of EXPORTS) {
			const { body } = await admin.get(path).expect(403);
			expect([path, body]).toEqual([
				path,
				{ error: "NOT_FRESH", message: "This needs a recent login. Log in again, then try again." },
			]);
		}
		expect(await open()).toEqual(before);
		const confirm = (await admin.get("/confirm?return=/admin").expect(200)).text;
		await submitForm(admin, confirm, { proof: ADMIN.password }, { selector: "main form[method='post']" }).expect(303);
		for (const path of EXPORTS) expect((await admin.get(path).expect(200)).body).toHaveLength(1);
	});

	it("are given to a bearer token as long as it works; each is logged, and its account told once a day", async () => {
		const { portal } = await filled();
		await addPerson(portal, HAN, "");
		makeMember(portal, HAN, "organiser");
		const token = `Bearer ${await bearerOf(portal, HAN)}`;
		const id = Number(portal.sqlite.prepare("select id from users where email = ?").pluck().get(HAN));
		const takeAll = async () => {
			for (const path of EXPORTS) {
				const { body } = await portal.agent().get(path).set("Authorization", token).expect(200);
				expect([path, body.length, "email" in body[0] || "nominatoremail" in body[0]]).toEqual([path, 1, true]);
			}
		};
		await takeAll();
		expect(exported(portal)).toEqual(["talk", "forum", "sl-aigc", "sl-hz"].map((what) => `${what} ${id} token`));
		const notice = [HAN, expect.stringContaining("Hangzhou 2025: data exported with your account")];
		expect(notices(portal)).toEqual([notice]);
		portal.clock.now += QUARTER;
		await takeAll();
		expect([exported(portal).length, notices(portal)]).toEqual([8, [notice]]);
		// Another token of the next day.
		portal.clock.now += DAY;
		await portal.agent().get("/api/entries").set("Authorization", token).expect(401);
		const next = `Bearer ${await bearerOf(portal, HAN)}`;
		await portal.agent().get("/api/entries").set("Authorization", next).expect(200);
		expect(notices(portal)).toEqual([notice, notice]);
	});

	it("tell nobody of an export by a session, which the log has", async () => {
		const { portal, admin } = await filled();
		await admin.get("/api/entries").expect(200);
		await admin.get("/admin/export/talk").expect(200);
		expect(exported(portal).map((line) => line.replace(/ \d+ /, " "))).toEqual(["talk session", "talk session"]);
		expect(notices(portal)).toEqual([]);
	});
});
