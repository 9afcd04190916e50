import { expect, it } from "vitest";
import { begin, held, pageOf } from "../support/editions.ts";
import { textOfPage } from "../support/form.ts";

it("a call of a new edition is not open yet, and nothing says that it has closed", async () => {
	const { portal, author, admin } = await held();
	await begin(admin);
	const visitor = portal.agent();
	const call = textOfPage(await pageOf(visitor, "/hangzhou"));
	expect(call).toContain("Hangzhou Talk Proposal is not open yet.");
	expect(call).not.toContain("submissions are closed");
	// The others were not open in this edition either, and no other page names most of them.
	expect(call).not.toContain("Other closed calls");
	for (const shown of [await pageOf(visitor, "/"), await pageOf(author, "/dashboard")]) {
		expect(textOfPage(shown)).toContain("Not open yet");
		expect(textOfPage(shown)).not.toContain("Closed");
	}
});
