import { describe, expect, it } from "vitest";
import { BROADCASTS, SEND, written } from "../support/broadcasts.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";
import { multiplyAccepted, sendAccepted } from "../support/schedule.ts";
import { addPerson } from "../support/sessions.ts";

const button = (name: string) => ({ selector: "main form[method=post]", button: name });

/** A broadcast about two talks of one address: of the newer one, to which the mail belongs, and of the older one. */
async function toOneAddress() {
	const portal = await openPortal();
	const [older, newer] = await sendAccepted(portal, ["Compilers", "Kernels"]);
	portal.sqlite.exec(`delete from outbox;
		update entries set email = 'Both@example.org', email_folded = 'both@example.org'`);
	const admin = await portal.admin();
	const sent = (await submitForm(admin, await written(admin), {}, SEND).expect(200)).text;
	const mail = () =>
		portal.sqlite.prepare("select to_address, body, state from outbox where broadcast is not null").get() as {
			to_address: string;
			body: string;
			state: string;
		};
	expect(mail()).toMatchObject({
		to_address: "Both@example.org",
		body: expect.stringMatching(new RegExp(`talk-${newer}\\?key=[^…][\\s\\S]*talk-${older}\\?key=[^…]`)),
	});
	const move = (address: string, id: number | undefined) =>
		portal.sqlite.exec(`update entries set email = '${address}', email_folded = '${address}' where id = ${id}`);
	const fail = () => portal.sqlite.exec("update outbox set state = 'failed', last_error = '550 no such user'");
	return { portal, admin, sent, mail, move, fail, older, newer };
}

type Scene = Awaited<ReturnType<typeof toOneAddress>>;

/** The ways in which a mail that did not leave is sent after all. */
const WAYS: [string, (scene: Scene, change: () => void) => Promise<void>][] = [
	[
		"stopped and put back",
		async ({ admin, sent }, change) => {
			const stopped = await submitForm(admin, sent, {}, button("do.stop")).expect(200);
			change();
			await submitForm(admin, stopped.text, {}, button("do.continue")).expect(200);
		},
	],
	[
		"tried again",
		async ({ portal, fail }, change) => {
			fail();
			change();
			await portal.services.mailRetries.all("operator");
		},
	],
];

describe.each(WAYS)("a broadcast with several private links that is %s", (_, again) => {
	it("does not follow one of its entries to another person", async () => {
		const scene = await toOneAddress();
		await again(scene, () => scene.move("stranger@example.org", scene.newer));
		expect(scene.mail()).toMatchObject({ to_address: "Both@example.org", state: "pending" });
	});

	it("nor when the other entries have moved elsewhere", async () => {
		const scene = await toOneAddress();
		await again(scene, () => {
			scene.move("stranger@example.org", scene.newer);
			scene.move("third@example.org", scene.older);
		});
		expect(scene.mail()).toMatchObject({ to_address: "Both@example.org", state: "pending" });
	});

	it("follows all of them to the address that was put right", async () => {
		const scene = await toOneAddress();
		await again(scene, () => {
			for (const id of [scene.newer, scene.older]) scene.move("right@example.org", id);
		});
		expect(scene.mail()).toMatchObject({ to_address: "right@example.org", state: "pending" });
	});
});

it("a broadcast is shown anew when the event has another name since it was looked at", async () => {
	const portal = await openPortal();
	await sendAccepted(portal, ["Compilers"]);
	const admin = await portal.admin();
	const page = await written(admin);
	await portal.db.write(
		() => void portal.sqlite.exec("update events set name = 'Another name' where state = 'current'"),
	);
	await submitForm(admin, page, {}, SEND).expect(409);
	expect((await admin.get(`${BROADCASTS}?of=talk`)).text).toContain("News of Another name");
});

it("what an organiser was writing goes with their account", async () => {
	const portal = await openPortal();
	await sendAccepted(portal, ["Compilers"]);
	await written(await portal.admin());
	await addPerson(portal, "former@example.org", "Former");
	portal.sqlite.exec("update broadcasts set actor_id = (select id from users where email = 'former@example.org')");
	await portal.services.erasing.erase({ address: "former@example.org" });
	expect(portal.sqlite.prepare("select * from broadcasts").all()).toEqual([]);
});

it("a large broadcast is put back a few at a time, and others write in between", async () => {
	const portal = await openPortal();
	await multiplyAccepted(portal, 300);
	const admin = await portal.admin();
	const sent = (await submitForm(admin, await written(admin), {}, SEND).expect(200)).text;
	const waiting = () =>
		portal.sqlite
			.prepare("select count(*) from outbox where broadcast is not null and state = 'pending'")
			.pluck()
			.get();
	const actor = await organiser(portal);
	const stopped = await submitForm(admin, sent, {}, button("do.stop")).expect(200);
	expect([textOfPage(stopped.text), waiting()]).toEqual([expect.stringContaining("300 emails were cancelled"), 0]);
	const putBack = portal.services.mailCancelling.putBackBatch(actor, { broadcast: 1 });
	const between = await portal.db.write(waiting);
	expect(await putBack).toBe(300);
	expect(between).toBeLessThan(300);
	expect(waiting()).toBe(300);
});
