import { expect, it } from "vitest";
import { signIn } from "../support/accounts.ts";
import { member, open } from "../support/drafts.ts";
import { complete } from "../support/fillings.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

it("withdrawing an accepted submission gives up its place, which is said first, once the author was told", async () => {
	const portal = await openPortal();
	portal.clock.now = Date.parse("2025-09-14T22:00:00+08:00");
	const author = await member(portal);
	await submitForm(author, await open(author, "/hangzhou"), await complete("hangzhou")).expect(303);
	const question = async () => textOfPage(await open(author, "/entry/talk-1?withdraw=1"));
	const warning = "It was accepted. Once you withdraw it, the organisers can give its place to another submission";
	portal.sqlite.exec("update entries set status = 'Accept', told_status = 'New'");
	expect(await question()).not.toContain(warning);
	portal.sqlite.exec("update entries set told_status = null");
	expect(await question()).toContain(warning);
	portal.clock.now = Date.parse("2025-09-15T01:00:00+08:00");
	const afterwards = await question();
	expect(afterwards).toContain("Once withdrawn, this submission is not shown on the public pages.");
	for (const untrue of [warning, "The organisers will"]) expect(afterwards).not.toContain(untrue);
});

it("withdrawing what was never public does not say that it will be public no longer", async () => {
	const portal = await openPortal();
	const author = await member(portal);
	await submitForm(author, await open(author, "/forum"), await complete("forum")).expect(303);
	portal.clock.now = Date.parse("2025-09-15T01:00:00+08:00");
	const spot = portal.sqlite.prepare("select kind || '-' || id from entries").pluck().get();
	const asked = textOfPage(await open(await signIn(portal, "lei@example.org"), `/entry/${spot}?withdraw=1`));
	expect(asked).toContain("The conference is over. You can resubmit");
	expect(asked).not.toContain("public pages");
});
