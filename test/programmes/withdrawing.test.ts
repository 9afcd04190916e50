import { expect, it } from "vitest";
import { member, open } from "../support/drafts.ts";
import { complete } from "../support/fillings.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

it("withdrawing an accepted submission gives up its place, which is said first, once the author was told", async () => {
	const portal = await openPortal();
	const author = await member(portal);
	await submitForm(author, await open(author, "/hangzhou"), await complete("hangzhou")).expect(303);
	const question = async () => textOfPage(await open(author, "/entry/talk-1?withdraw=1"));
	const warning = "It was accepted. If you withdraw it, its place goes to another submission";
	portal.sqlite.exec("update entries set status = 'Accept', told_status = 'New'");
	expect(await question()).not.toContain(warning);
	portal.sqlite.exec("update entries set told_status = null");
	expect(await question()).toContain(warning);
});
