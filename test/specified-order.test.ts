import { expect, it } from "vitest";
import { FORM, linkIn, register } from "./support/accounts.ts";
import { errorsOf, submitForm, textOfPage } from "./support/form.ts";
import { openPortal } from "./support/portal.ts";
import { talkFields, talkForm } from "./support/talks.ts";

it("a spot id without a dash means a new entry, for everybody", async () => {
	const portal = await openPortal();
	for (const spot of ["8", "77777", "zzz", "talk-"]) {
		const { text } = await portal.agent().get(`/hangzhou?spot=${spot}`).expect(200);
		expect([spot, text.includes('class="programme"')]).toEqual([spot, true]);
	}
});

it("an empty token is none", async () => {
	const { text } = await (await openPortal()).agent().get("/login-success?token=").expect(422);
	expect(textOfPage(text)).toContain("Authentication failed. No token received.");
});

it("two new passwords are compared before their strength is judged", async () => {
	const portal = await openPortal();
	await register(portal, "ann@example.org");
	const agent = portal.agent();
	await submitForm(agent, (await agent.get("/forgot-password")).text, { email: "ann@example.org" }, FORM);
	const page = (await agent.get(linkIn(portal, "reset")).expect(200)).text;
	const tried = async (password: string, confirm: string) =>
		errorsOf((await submitForm(agent, page, { password, confirm }, FORM).expect(422)).text).list;
	expect(await tried("plumtreeplum", "peartreepear")).toEqual(["Passwords do not match"]);
	expect(await tried("plumtreeplum", "plumtreeplum")).toEqual(["Please use a stronger password"]);
});

it("the headline of a form names the first required answer that fails, also a malformed one", async () => {
	const agent = (await openPortal()).agent();
	const page = (await agent.get("/spotlight-aigc-applied").expect(200)).text;
	const filling = { consent: true, name: "A", email: "bad", org: "O", country: "C", phone: "1" };
	const { headline, list } = errorsOf((await submitForm(agent, page, filling).expect(422)).text);
	expect([headline, list[0]]).toEqual(Array(2).fill("Please enter a valid email address"));
});

it("an answer that is missing is 422, whatever else is wrong; a complete form with a wrong value is 400", async () => {
	const portal = await openPortal();
	const send = async (changed: Record<string, string>) => {
		const body = await talkForm(talkFields(changed));
		const answer = await fetch(`${portal.origin}/api/submit`, { method: "POST", body });
		const { error, problems } = await answer.json();
		return [answer.status, error, problems.map(({ field }: { field: string }) => field)];
	};
	expect(await send({ email: "bad" })).toEqual([400, "BAD_REQUEST", ["email"]]);
	expect(await send({ email: "bad", title: "" })).toEqual([422, "INCOMPLETE", ["email", "title"]]);
});
