import { expect, it } from "vitest";
import { askRelease, decided, openDecisions as open, RELEASE } from "../support/decisions.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { columnOf } from "../support/table.ts";

it("a release names the decision of each email and the sum of each, also after a status has changed", async () => {
	const portal = await openPortal();
	await decided(portal, 5);
	const admin = await portal.admin();
	const { text } = await submitForm(admin, await askRelease(admin), {}, RELEASE);
	portal.sqlite.exec("update entries set status = 'New'");
	for (const page of [text, await open(admin, "/admin/decisions/1")]) {
		expect(textOfPage(page)).toContain("2 Hold · 2 Accept · 1 Reject");
		expect(columnOf(page, "Status")).toEqual(["Accept", "Hold", "Reject", "Accept", "Hold"]);
	}
});
