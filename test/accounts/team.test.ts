import { describe, expect, it } from "vitest";
import { FORM, linkIn, PASSWORD, register, signIn } from "../support/accounts.ts";
import { errorsOf, optionsIn, shownValue, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { openMailbox, until } from "../support/smtp.ts";

type Agent = ReturnType<TestPortal["agent"]>;

const INVITE = { selector: "main form[aria-labelledby=h-invite]" };
const SUN = "sun@example.org";
const DAY = 24 * 60 * 60_000;

const team = async (agent: Agent, path = "/admin/team") => (await agent.get(path).expect(200)).text;
const rowOf = (email: string) => ({ selector: `tr:has(button[aria-label*="${email}"]) form` });

async function invited(portal: TestPortal, role = "organiser", email = SUN) {
	const admin = await portal.admin();
	await submitForm(admin, await team(admin), { email, role }, INVITE).expect(200);
	return { admin, link: linkIn(portal, "invite") };
}

/** Somebody who has joined by an invitation, with a new account. */
async function joined(portal: TestPortal, role = "organiser", email = SUN) {
	const { admin, link } = await invited(portal, role, email);
	const agent = portal.agent();
	const page = (await agent.get(link).expect(200)).text;
	await submitForm(agent, page, { name: "Sun Wukong", password: PASSWORD, confirm: PASSWORD }, FORM).expect(303);
	return { admin, agent };
}

const rolesIn = ({ sqlite }: TestPortal) =>
	sqlite
		.prepare(`select email, case when is_admin then 'administrator' else role end from users
			left join memberships on user_id = id where is_admin or role is not null order by email`)
		.raw()
		.all() as [email: string, role: string][];

describe("an invitation", () => {
	it("is emailed; its link lets the recipient set a password and join the team with a confirmed address", async () => {
		const mailbox = await openMailbox();
		const portal = await openPortal({ SMTP_URL: mailbox.url });
		portal.start();
		const { admin } = await invited(portal);
		expect(textOfPage(await team(admin))).toMatch(/sun@example\.org\s+Organiser · Invited/);
		const mail = await until(() => mailbox.mails.find(({ subject }) => subject?.includes("invitation")));
		expect(mail.to.map(({ address }) => address)).toEqual([SUN]);
		expect(mail.text).toContain("admin@example.org has invited you to the team (Organiser).");
		const link = new URL(/http\S+invitation\S+/.exec(mail.text ?? "")?.[0] ?? "http://none");
		const agent = portal.agent();
		// Mail scanners open links before people do.
		for (const _ of [1, 2]) await agent.get(link.pathname + link.search).expect(200);
		const page = (await agent.get(link.pathname + link.search)).text;
		expect(titleOf(page)).toContain("Join the team");
		const done = await submitForm(agent, page, { name: "Sun Wukong", password: PASSWORD, confirm: PASSWORD }, FORM);
		expect([done.status, new URL(done.headers.location ?? "", portal.origin).pathname]).toEqual([303, "/admin"]);
		await agent.get("/admin/proposals").expect(200);
		expect(rolesIn(portal)).toEqual([
			[ADMIN.email, "administrator"],
			[SUN, "organiser"],
		]);
		expect(portal.sqlite.prepare("select verified_at is not null from users where email = ?").pluck().get(SUN)).toBe(1);
		const shown = textOfPage(await team(admin));
		expect(shown).toMatch(/Sun Wukong\s+sun@example\.org/);
		expect(shown).toContain("No open invitations.");
	});

	it("works once, expires after seven days, and is void when withdrawn or replaced", async () => {
		const portal = await openPortal();
		const { admin, link } = await invited(portal);
		const says = async (path: string) => textOfPage((await portal.agent().get(path).expect(200)).text);
		portal.clock.now += 11 * 60_000;
		await submitForm(admin, await team(admin), {}, { selector: "main .cards form", press: "do.invite" }).expect(200);
		const second = linkIn(portal, "invite");
		expect(second).not.toBe(link);
		expect(await says(link)).toContain("already used or withdrawn");
		await submitForm(admin, await team(admin), {}, { selector: "main .cards form", button: "do.withdraw" }).expect(200);
		// Nobody is sent a link that is void.
		const states = "select state from outbox where kind = 'invite' order by id";
		expect(portal.sqlite.prepare(states).pluck().all()).toEqual(["cancelled", "cancelled"]);
		expect(await says(second)).toContain("already used or withdrawn");
		portal.clock.now += 11 * 60_000;
		const { link: third } = await invited(portal);
		portal.clock.now += 7 * DAY;
		expect(await says(third)).toContain("has expired");
		const { link: fourth } = await invited(portal);
		const [one, two] = [portal.agent(), portal.agent()];
		const page = (await one.get(fourth).expect(200)).text;
		const filling = { name: "Sun", password: PASSWORD, confirm: PASSWORD };
		await submitForm(one, page, filling, FORM).expect(303);
		await submitForm(two, page, filling, FORM).expect(303);
		await two.get("/admin/proposals").expect(302);
		expect(await says(fourth)).toContain("already used or withdrawn");
		for (const path of ["/invitation", "/invitation?token=", "/invitation?token=x%00"])
			expect((await portal.agent().get(path)).status).toBeLessThan(500);
	});

	it("can be accepted with an existing account, even of another address; guests log in first", async () => {
		const portal = await openPortal();
		await register(portal, SUN);
		const { link } = await invited(portal);
		const guest = (await portal.agent().get(link).expect(200)).text;
		expect(guest).toContain(`/login?${new URLSearchParams({ return: link }).toString().replaceAll("&", "&amp;")}`);
		expect(shownValue(guest, "password")).toBeUndefined();
		await register(portal, "other@example.org");
		const other = await signIn(portal, "other@example.org");
		// The address of the account is confirmed first.
		const verify = (await other.get(linkIn(portal, "verify")).expect(200)).text;
		await submitForm(other, verify, {}, { selector: "main form[action^='/verify']" }).expect(303);
		const page = (await other.get(link).expect(200)).text;
		expect(textOfPage(page)).toContain(
			"You are logged in as other@example.org. The invitation is for sun@example.org.",
		);
		await submitForm(other, page, {}, FORM).expect(303);
		expect(rolesIn(portal)).toEqual([
			[ADMIN.email, "administrator"],
			["other@example.org", "organiser"],
		]);
	});

	it("is refused for members of the team; a form with errors keeps the typed text", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		const { admin } = await joined(portal);
		const wrong = await submitForm(admin, await team(admin), { email: "nobody", role: "administrator" }, INVITE).expect(
			422,
		);
		expect([shownValue(wrong.text, "email"), errorsOf(wrong.text).list.length]).toEqual(["nobody", 1]);
		const again = await submitForm(admin, await team(admin), { email: SUN }, INVITE).expect(422);
		expect(errorsOf(again.text).list).toEqual(["sun@example.org is already on the team."]);
		const soon = { email: "new@example.org" };
		await submitForm(admin, await team(admin), soon, INVITE).expect(200);
		const refused = await submitForm(admin, await team(admin), soon, INVITE).expect(422);
		expect(errorsOf(refused.text).list[0]).toContain("a few minutes ago");
		const page = (await portal.agent().get(linkIn(portal, "invite")).expect(200)).text;
		const weak = await submitForm(
			portal.agent(),
			page,
			{ name: "N", password: "short", confirm: "short" },
			FORM,
		).expect(422);
		expect(shownValue(weak.text, "name")).toBe("N");
		expect(rolesIn(portal)).toHaveLength(2);
	});
});

describe("an organiser", () => {
	it("uses the whole console except the team page, which has no link", async () => {
		const portal = await openPortal();
		const { agent, admin } = await joined(portal);
		expect(await team(admin, "/admin")).toContain('href="/admin/team"');
		expect((await agent.get("/admin").expect(200)).text).not.toContain('href="/admin/team"');
		const led = await agent.get("/admin/team").expect(302);
		expect(new URL(led.headers.location ?? "", portal.origin).pathname).toBe("/dashboard");
		const signedIn = await portal
			.agent()
			.post("/login")
			.type("form")
			.send({ email: SUN, password: PASSWORD })
			.expect(303);
		expect(new URL(signedIn.headers.location ?? "", portal.origin).pathname).toBe("/admin");
		const login = { username: SUN, password: PASSWORD };
		expect((await portal.agent().post("/api/auth/login").send(login).expect(200)).body.permission).toBe("admin");
	});

	it("loses access with the next request once removed; the account and its submissions stay", async () => {
		const portal = await openPortal();
		const { admin, agent } = await joined(portal);
		await agent.get("/admin/proposals").expect(200);
		const link =
			/href="(\/admin\/team\?remove=\d+)"[^>]*aria-label="Remove: Sun/.exec(await team(admin))?.[1] ?? "none";
		const asked = await team(admin, link);
		expect(textOfPage(asked)).toContain("Remove Sun Wukong from the team?");
		const done = await submitForm(admin, asked, {}, { ...FORM, press: "do.remove" });
		expect(errorsOf(done.text).list).toEqual([]);
		expect(textOfPage(done.text)).toContain("Sun Wukong was removed from the team.");
		await agent.get("/admin/proposals").expect(302);
		await agent.get("/dashboard").expect(200);
		expect(rolesIn(portal)).toEqual([[ADMIN.email, "administrator"]]);
	});
});

describe("an administrator who loses the rights", () => {
	const OTHER = "second@example.org";

	/** The portal, the first administrator, and the link of an invitation that another administrator has sent. */
	async function invitedByAnother() {
		const portal = await openPortal();
		const { admin, agent } = await joined(portal, "administrator");
		await submitForm(agent, await team(agent), { email: OTHER, role: "administrator" }, INVITE).expect(200);
		return { portal, admin, link: linkIn(portal, "invite") };
	}

	it.each(["do.role", "do.remove"])("cannot return by an invitation sent before: %s", async (press) => {
		const { portal, admin, link } = await invitedByAnother();
		const page = await team(admin);
		const remove = /href="(\/admin\/team\?remove=\d+)"[^>]*aria-label="Remove: Sun/.exec(page)?.[1] ?? "none";
		const done =
			press === "do.role"
				? submitForm(admin, page, { role: "organiser" }, { ...rowOf("Sun Wukong"), press })
				: submitForm(admin, await team(admin, remove), {}, { ...FORM, press });
		await done.expect(200);
		expect(textOfPage((await portal.agent().get(link)).text)).toContain(
			"This invitation was already used or withdrawn.",
		);
		expect(await team(admin)).not.toContain(OTHER);
	});

	it("cannot return with an invitation they sent earlier (admin revoke)", async () => {
		const { portal, admin, link } = await invitedByAnother();
		await portal.services.administrators.revoke(SUN);
		expect(textOfPage((await portal.agent().get(link)).text)).toContain(
			"This invitation was already used or withdrawn.",
		);
		expect(await team(admin)).not.toContain(OTHER);
	});
});

describe("the last administrator", () => {
	it("cannot be removed or made an organiser, also not by two requests at once", async () => {
		const portal = await openPortal();
		const { admin, agent } = await joined(portal, "administrator");
		const page = await team(admin);
		expect(optionsIn(page, "role").slice(0, 3)).toEqual(["reviewer", "organiser", "administrator"]);
		const own = { ...rowOf(ADMIN.email), press: "do.role" };
		const theirs = { ...rowOf("Sun Wukong"), press: "do.role" };
		const [one, two] = await Promise.all([
			submitForm(admin, page, { role: "organiser" }, theirs).ok(() => true),
			submitForm(agent, await team(agent), { role: "organiser" }, own).ok(() => true),
		]);
		expect(rolesIn(portal).filter(([, role]) => role === "administrator")).toHaveLength(1);
		expect([one.status, two.status].every((status) => status < 500)).toBe(true);
	});

	it("sees the message beside the select", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const demoted = submitForm(
			admin,
			await team(admin),
			{ role: "organiser" },
			{ ...rowOf(ADMIN.email), press: "do.role" },
		);
		const { text } = await demoted.expect(422);
		expect(errorsOf(text).list).toEqual(["You are the last administrator. Make someone else an administrator first."]);
		const asked = await team(admin, /\/admin\/team\?remove=\d+/.exec(text)?.[0] ?? "none");
		expect(textOfPage(asked)).toMatch(/Remove yourself from the team\?\s+You are the last administrator\./);
		expect(asked).not.toContain("do.remove");
		expect(rolesIn(portal)).toEqual([[ADMIN.email, "administrator"]]);
	});
});
