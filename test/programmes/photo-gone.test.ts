import { connect } from "node:net";
import { parse } from "node-html-parser";
import { expect, it, onTestFinished } from "vitest";
import { type Agent, member, open, save } from "../support/drafts.ts";
import { complete } from "../support/fillings.ts";
import { errorsOf, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { portrait } from "../support/talks.ts";

const GONE = "The photo could not be kept. Choose it again";
const GONE_ZH = "照片未能保留，请重新选择";

/** What the page says beside its photo field, and whether it still has a photo. */
const photoIn = (html: string) => [errorsOf(html).beside.file, shownValue(html, "photo") !== undefined];

/** Simulates displacement by newer photos. */
async function evict(portal: TestPortal): Promise<void> {
	portal.sqlite.exec("delete from photos");
	await portal.services.photos.removeReleased();
}

/** An upload that occupies the only place during the test. */
async function holdThePlace({ origin, agent }: TestPortal): Promise<void> {
	const socket = connect(Number(new URL(origin).port), "127.0.0.1");
	onTestFinished(() => void socket.destroy());
	socket.on("error", () => undefined);
	socket.write(
		"POST /hangzhou HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9999\r\nExpect: 100-continue\r\n\r\n--x\r\n",
	);
	await new Promise((done) => socket.once("data", done));
	await agent().get("/hangzhou").expect(200);
}

it.each([
	["en", GONE],
	["zh", GONE_ZH],
])("a form that finds no place for its photo says that it must be chosen again (%s)", async (language, sentence) => {
	const portal = await openPortal({ RATE_LIMIT_SCALE: "0.1" });
	const guest = portal.agent().set("Accept-Language", language);
	const page = await open(guest, "/hangzhou");
	await holdThePlace(portal);
	const refused = await submitForm(guest, page, { title: "Typed", file: await portrait() }).expect(503);
	expect([shownValue(refused.text, "title"), ...photoIn(refused.text)]).toEqual(["Typed", sentence, false]);
	expect(parse(refused.text).querySelector("input[type=file]")?.getAttribute("aria-describedby")).toContain("-error");
	const without = await submitForm(portal.agent(), page, { title: "Typed" }).ok(() => true);
	expect(photoIn(without.text)[0]).toBeUndefined();
});

it.each([
	["a guest's", async (portal: TestPortal): Promise<Agent> => portal.agent()],
	["an account's", member],
])("%s draft whose photo has given way says so until it is saved again", async (_whose, enter) => {
	const portal = await openPortal();
	const agent = await enter(portal);
	const kept = await save(agent, "/hangzhou", { title: "Mine", file: await portrait() });
	expect(photoIn(kept.text)).toEqual([undefined, true]);
	await evict(portal);
	const page = await open(agent, "/hangzhou");
	expect([shownValue(page, "title"), ...photoIn(page)]).toEqual(["Mine", GONE, false]);
	expect(photoIn(await open(agent, "/hangzhou?draft=none"))[0]).toBeUndefined();
	await save(agent, "/hangzhou", { title: "Mine" });
	expect(photoIn(await open(agent, "/hangzhou"))).toEqual([undefined, false]);
});

it.each([
	["sent", {}],
	["saved", { press: "do.save-draft" }],
])("a form that is %s with a photo that has given way is not taken without a word", async (_how, press) => {
	const portal = await openPortal();
	const guest = portal.agent();
	const filling = await complete("hangzhou");
	const failed = await submitForm(guest, await open(guest, "/hangzhou"), { ...filling, title: "" }).expect(422);
	await evict(portal);
	const refused = await submitForm(guest, failed.text, { title: "Mine" }, press).expect(422);
	expect([shownValue(refused.text, "title"), ...photoIn(refused.text)]).toEqual(["Mine", GONE, false]);
	expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
	await submitForm(guest, refused.text, { file: await portrait() }).expect(303);
});

it("a call that closed meanwhile shows the typed text without the removed photo", async () => {
	const portal = await openPortal();
	const agent = await member(portal);
	await save(agent, "/hangzhou", { title: "Mine", file: await portrait() });
	await evict(portal);
	portal.sqlite.prepare("update programmes set state = 'closed' where category = 'hangzhou'").run();
	const page = await open(agent, "/hangzhou");
	expect(textOfPage(page)).toContain("Mine");
	expect(parse(page).querySelectorAll("main img").length).toBe(0);
});
