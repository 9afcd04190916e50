import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { complete } from "../support/fillings.ts";
import { submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";

/** Value and lock of the owner's fields on a page without scripts. */
function owner(html: string) {
	const page = parse(html);
	return ["ownername", "owneremail"].map((name) => {
		const input = page.querySelector(`[name=${name}]`);
		return [input?.getAttribute("value"), input?.hasAttribute("readonly")];
	});
}

const ANN = { nominatorname: "Ann", nominatoremail: "ann@example.org" };
const COPIED = [
	["Ann", true],
	["ann@example.org", true],
];

it("the owner who is the nominator is locked on every page with the box ticked, and unlocked without it", async () => {
	const portal = await openPortal();
	await register(portal, ANN.nominatoremail);
	const agent = await signIn(portal, ANN.nominatoremail);
	const form = (await agent.get("/spotlight-hz")).text;
	expect(owner(form).map(([, locked]) => locked)).toEqual([false, false]);
	const same = { ...(await complete("sl-hz", ANN)), ownersame: true };
	const refused = await submitForm(agent, form, { ...same, projectname: "" }).expect(422);
	expect(owner(refused.text)).toEqual(COPIED);
	const unticked = await submitForm(agent, refused.text, { projectname: "", ownersame: false }).expect(422);
	expect(owner(unticked.text)).toEqual(COPIED.map(([value]) => [value, false]));
	await submitForm(agent, refused.text, same).expect(303);
	expect(owner((await agent.get("/spotlight-hz?spot=nomination-1")).text)).toEqual(COPIED);
});
