import { beforeEach, describe, expect, it } from "vitest";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { old, placed, slot } from "../support/schedule.ts";
import { adminBearer, sendTalks, TABLE } from "../support/talks-sent.ts";

/** The first entry, for whoever reads numbers generously. */
const IN_ADDRESSES = ["0x1", "1e0", "1.0", "01", "%201", "1%20", "+1", "%2B1", "1,", "１"];
const IN_BODIES = ["0x1", "1e0", "1.0", "01", " 1", "+1", "", "talk-1", true, [1], { id: 1 }, null, 1.5, 0, -1, 1e16];

let portal: TestPortal;
let bearer: string;
const send = (method: "patch" | "post", path: string, body: object) =>
	portal.agent()[method](path).set("Authorization", bearer).send(body);
const status = () => portal.sqlite.prepare("select status from entries where id = 1").pluck().get();

beforeEach(async () => {
	portal = await openPortal();
	await sendTalks(portal, { title: "Talk", email: "speaker@example.org", tracks: "ai-next" });
	bearer = await adminBearer(portal);
});

describe("the number of an entry", () => {
	it("has exactly one notation in an address; others answer 404", async () => {
		for (const id of IN_ADDRESSES) await send("patch", `/api/entries/${id}`, { status: "Hold" }).expect(404);
		expect(status()).toBe("New");
		await send("patch", "/api/entries/1", { status: "Hold" }).expect(200);
		expect(status()).toBe("Hold");
		const own = (id: string) => portal.agent().get(`/api/entry/user/talk-${id}`).set("Authorization", bearer);
		portal.sqlite.exec("update entries set user_id = (select id from users)");
		for (const id of IN_ADDRESSES) await own(id).expect(404);
		await own("1").expect(200);
	});

	it("is a positive whole number in a body, or a text that says one as addresses do", async () => {
		await send("patch", "/api/entries/1", { status: "Accept" }).expect(200);
		const letter = { email: "speaker@example.org", status: "Accept" };
		const confirmation = { email: "speaker@example.org", type: "forum_confirmation" };
		const nine = slot("day2", "ai-next", "09:00");
		for (const id of IN_BODIES) {
			await send("post", "/api/mailer/status", { id, ...letter }).expect(400);
			await send("post", "/api/mailer/forum", { id, ...confirmation }).expect(400);
			await send("post", "/api/schedule", { entryId: id, ...nine }).expect(400);
		}
		expect(portal.sqlite.prepare("select count(*) from outbox where kind = 'accept'").pluck().get()).toBe(0);
		expect(placed(portal)).toEqual([]);
		await send("post", "/api/mailer/status", { id: "1", ...letter }).expect(202);
		await send("post", "/api/mailer/status", { id: 1, ...letter }).expect(409);
		await send("post", "/api/schedule", { entryId: "1", ...nine }).expect(200);
		const ten = { ...slot("day2", "ai-next", "10:00"), ...old("day2", "ai-next", "09:00") };
		await send("post", "/api/schedule", { entryId: 1, ...ten }).expect(200);
	});

	it("has one notation in a table's ticks too", async () => {
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals")).text;
		const ticked = (id: string) => {
			const forged = page.replaceAll(/name="ids" value="1"/g, `name="ids" value="${id}"`);
			const choice = { ids: [id], "bulk-status": "Reject" };
			return submitForm(admin, forged, choice, { ...TABLE, press: "do.bulk-status" });
		};
		for (const id of ["0x1", "1e0", "01", " 1"]) {
			expect(textOfPage((await ticked(id).expect(422)).text)).toContain("Select at least one row first.");
		}
		expect(status()).toBe("New");
		await ticked("1").expect(200);
		expect(status()).toBe("Reject");
	});
});
