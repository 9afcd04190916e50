import { expect, it } from "vitest";
import { openBlank } from "../support/blank.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

const FORM = { selector: "form[aria-labelledby=h-event]" };

const shown = async (portal: TestPortal) => {
	const { body } = await portal.agent().get("/api/entries").expect(200);
	return body.map(({ title }: { title: string }) => title);
};

it("organisers choose which talks visitors see, at once and on every page", async () => {
	const portal = await openPortal();
	await sendTalk(portal, { title: "New one" });
	await sendTalk(portal, { title: "Accepted one" });
	portal.sqlite.exec("update entries set status = 'Accept' where title = 'Accepted one'");
	expect(await shown(portal)).toEqual(["New one", "Accepted one"]);
	const admin = await portal.admin();
	for (const [choice, titles] of [
		["accepted", ["Accepted one"]],
		["off", []],
		["all", ["New one", "Accepted one"]],
	] as const) {
		const page = (await admin.get("/admin/event").expect(200)).text;
		await submitForm(admin, page, { publicTalks: choice }, FORM).expect(200);
		expect([choice, await shown(portal)]).toEqual([choice, titles]);
		const list = (await portal.agent().get("/proposals")).text;
		expect([choice, list.includes("New one")]).toEqual([choice, choice === "all"]);
	}
	const page = (await admin.get("/admin/event").expect(200)).text;
	const refused = await submitForm(admin, page.replace('value="off"', 'value="some"'), { publicTalks: "some" }, FORM);
	expect(refused.status).toBe(422);
	expect(await shown(portal)).toEqual(["New one", "Accepted one"]);
});

it("the specified event begins with all talks, any other with accepted ones, and the first day says so", async () => {
	const portal = await openPortal();
	expect(portal.event.row().publicTalks).toBe("all");
	const fresh = textOfPage((await (await portal.admin()).get("/admin").expect(200)).text);
	expect(fresh).toContain("Public list of talks: All talks");
	const blank = await openBlank();
	expect(blank.event.row().publicTalks).toBe("accepted");
	const overview = textOfPage((await (await blank.admin()).get("/admin").expect(200)).text);
	expect(overview).toContain("Public list of talks: Accepted talks");
});
