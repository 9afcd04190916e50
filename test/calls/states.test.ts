import { expect, it } from "vitest";
import { CALLS, said } from "../support/calls.ts";
import { openPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";

it("the list of all calls says whether a published call is open, in the words of its settings", async () => {
	const admin = await (await openPortal()).admin();
	for (const [state, phase] of [
		["open", "open now"],
		["closed", "closed now"],
	] as const) {
		await set(admin, "hangzhou", { state });
		expect(said(await admin.get(CALLS))).toMatch(new RegExp(`Hangzhou Talk Proposal\\s+${phase}`));
		expect(said(await admin.get(`${CALLS}/all`))).toMatch(
			new RegExp(`Hangzhou Talk Proposal\\s+/hangzhou\\s+Published · ${phase}`),
		);
	}
});
