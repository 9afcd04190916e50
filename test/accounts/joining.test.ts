import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { FORM, linkIn, PASSWORD, register, signIn } from "../support/accounts.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

const SUN = "sun@example.org";

/** The link of an invitation that an administrator has just sent. */
async function invitation(portal: TestPortal): Promise<string> {
	const admin = await portal.admin();
	const page = (await admin.get("/admin/team").expect(200)).text;
	const form = { selector: "main form[aria-labelledby=h-invite]" };
	await submitForm(admin, page, { email: SUN, role: "organiser" }, form).expect(200);
	return linkIn(portal, "invite");
}

it.each(["a new account", "an account of before"])("the console says first to who has joined with %s", async (how) => {
	const portal = await openPortal();
	const isNew = how === "a new account";
	if (!isNew) await register(portal, SUN);
	const link = await invitation(portal);
	const agent = isNew ? portal.agent() : await signIn(portal, SUN);
	const filling: Record<string, string> = isNew ? { name: "Sun Wukong", password: PASSWORD, confirm: PASSWORD } : {};
	const done = await submitForm(agent, (await agent.get(link).expect(200)).text, filling, FORM).expect(303);
	const { pathname, search } = new URL(done.headers.location ?? "", portal.origin);
	const overview = async () => textOfPage((await agent.get(pathname + search).expect(200)).text);
	expect(await overview()).toContain("You have joined the team of Hangzhou 2025. Your role: Organiser.");
	// Once.
	expect(await overview()).not.toContain("You have joined");

	// Whoever has used the link opens it again to get in.
	const waysOn = async (visitor: ReturnType<TestPortal["agent"]>) =>
		parse((await visitor.get(link)).text)
			.querySelectorAll("main .actions a")
			.map((way) => way.getAttribute("href"));
	expect([await waysOn(portal.agent()), await waysOn(agent)]).toEqual([["/login"], ["/dashboard"]]);
});
