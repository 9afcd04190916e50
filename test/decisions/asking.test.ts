import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { ASK, askRelease, decided, openDecisions, PAGE, RELEASE } from "../support/decisions.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { openMailbox } from "../support/smtp.ts";

it("a release asks first, with who is told what and what can still be undone", async () => {
	const mailbox = await openMailbox();
	for (const [environment, button, then] of [
		[{}, "Release 3 decisions", "Authors see their status on their pages at once. This cannot be taken back."],
		[
			{ SMTP_URL: mailbox.url },
			"Send the emails (3)",
			"Those that have not left yet can be cancelled on the next page.",
		],
	] as const) {
		const portal = await openPortal(environment);
		await decided(portal, 3);
		const admin = await portal.admin();
		const page = parse(await openDecisions(admin));
		expect([page.querySelector(ASK)?.text, page.querySelector(RELEASE.selector)]).toEqual([button, null]);
		const question = await askRelease(admin);
		expect(parse(question).querySelector("h1")?.text).toBe(button);
		expect(textOfPage(question)).toContain(then);
		const groups = parse(question)
			.querySelectorAll("main details")
			.map((one) => [
				one.querySelector("summary")?.text,
				one.querySelectorAll("li").map((each) => each.text.split(" · ")[0]),
			]);
		expect(groups).toEqual([
			["1 Hold", ["Kernels"]],
			["1 Accept", ["Compilers"]],
			["1 Reject", ["Gardens"]],
		]);
		expect(parse(question).querySelector("main .actions a")?.getAttribute("href")).toBe(PAGE);
	}
});

it("a release does not ask about what was not looked at: it shows the page anew and says so", async () => {
	const portal = await openPortal();
	await decided(portal, 3);
	const admin = await portal.admin();
	const link = parse(await openDecisions(admin))
		.querySelector(ASK)
		?.getAttribute("href");
	await portal.db.write(() => void portal.sqlite.exec("update entries set status = 'Hold' where id = 1"));
	const shown = await openDecisions(admin, link);
	expect(textOfPage(shown)).toContain("Nothing was released: decisions or texts have changed");
	expect(parse(shown).querySelector(ASK)?.getAttribute("href")).not.toBe(link);
	// Nothing waits any more: the address of a question that was answered.
	await submitForm(admin, await askRelease(admin), {}, RELEASE).expect(200);
	expect(textOfPage(await openDecisions(admin, link))).not.toContain("Nothing was released");
});
