import { expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { open, SAVE } from "../support/drafts.ts";
import { submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { answer, held } from "../support/programmes.ts";
import { enterConsole } from "../support/sessions.ts";

it("a form that did not arrive does not replace what another device saved meanwhile", async () => {
	const portal = await openPortal();
	const phone = await openPage(portal.origin, { expected: /ERR_FAILED|ERR_INTERNET/ });
	// The text is typed an hour before the other one is saved.
	await phone.clock.install({ time: portal.clock.now - 3_600_000 });
	await enterConsole(portal, phone);
	await phone.goto("/spotlight-hz");
	await answer(phone, { projectname: "Old on the phone" });
	await phone.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
	await phone.click("form.programme button.primary");
	await phone.waitForSelector("[role=alert]:focus");
	await phone.unrouteAll();
	const laptop = await portal.admin();
	await submitForm(laptop, await open(laptop, "/spotlight-hz"), { projectname: "New on the laptop" }, SAVE);
	await phone.reload();
	await phone.waitForFunction(() => document.querySelector("[data-live]"));
	expect(await held(phone, ["projectname"])).toEqual({ projectname: "New on the laptop" });
	await phone.waitForSelector(".banner >> text=Show it");
});
