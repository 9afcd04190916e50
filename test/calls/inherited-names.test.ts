import { expect, it } from "vitest";
import { CALLS, press, said } from "../support/calls.ts";
import { openPortal } from "../support/portal.ts";
import { adminBearer } from "../support/talks-sent.ts";

// Every object has a property of this name: what is stored by it would seem to be there already.
const NAME = "constructor";

it("a call that would be named like what every object has is refused, and nothing typed is lost", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	const given = { from: "hangzhou", label: "Builders", labelZh: "建造者", path: `/${NAME}` };
	const refused = await press(admin, `${CALLS}/all`, "do.create", given);
	expect([refused.status, said(refused)]).toEqual([422, expect.stringContaining(`“${NAME}” cannot be used as a name`)]);
	expect(refused.text).toContain('value="Builders"');
	expect(portal.sqlite.prepare("select count(*) from programmes where category = ?").pluck().get(NAME)).toBe(0);
});

it("a track gets another id than what every object has, and cannot be given that one", async () => {
	const portal = await openPortal();
	const bearer = await adminBearer(portal);
	const add = (track: object) => portal.agent().post("/api/tracks").set("Authorization", bearer).send(track);
	expect((await add({ id: NAME, label: "Builders" }).expect(400)).body.problems).toEqual([
		{ field: "id", message: "id: this value cannot be used" },
	]);
	expect((await add({ label: "Constructor" }).expect(201)).body.id).toBe(`${NAME}-2`);
});
