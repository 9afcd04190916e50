import { expect, it } from "vitest";
import { textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

it("the overview names calls that are open after their last day, because organisers opened them by hand", async () => {
	const portal = await openPortal();
	const said = async () => textOfPage((await (await portal.admin()).get("/admin").expect(200)).text);
	portal.clock.now = Date.parse("2025-08-18T23:00:00+08:00");
	expect(await said()).not.toContain("after its last day");
	portal.clock.now += 2 * 60 * 60 * 1000;
	expect(await said()).toContain("Hangzhou Talk Proposal is still open after its last day");
	portal.sqlite.exec("update programmes set state = 'dates'");
	expect(await said()).not.toContain("Hangzhou Talk Proposal is still open");
});
