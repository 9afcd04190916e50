import { expect, it } from "vitest";
import { CALLS, press, publish, said } from "../support/calls.ts";
import { openPortal } from "../support/portal.ts";

it("a call is published without a note at first, which it needs later", async () => {
	const admin = await (await openPortal()).admin();
	const workshops = { from: "hangzhou", label: "Workshops", labelZh: "工作坊", path: "/workshops" };
	await press(admin, `${CALLS}/all`, "do.create", workshops);
	expect(said(await publish(admin, "workshops", ""))).toContain("Version 1 is public.");
	await press(admin, `${CALLS}/workshops`, "do.call", { lead: "Come and build" });
	expect((await publish(admin, "workshops", "")).status).toBe(422);
});

it("changes of a public call are discarded only after it was asked", async () => {
	const admin = await (await openPortal()).admin();
	const form = `${CALLS}/hangzhou`;
	await press(admin, form, "do.call", { lead: "Come and talk" });
	const asked = await press(admin, form, "do.discard");
	expect(said(asked)).toContain("Everything since the version that is public would be lost.");
	expect(said(await admin.get(`${form}/publish`))).toContain("Come and talk");
	const done = await press(admin, `${form}?discard=1`, "do.discard");
	expect(said(done)).toContain("The changes were discarded.");
	expect(said(await admin.get(`${form}/publish`))).not.toContain("Come and talk");
});
