import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { FORM, linkIn, register, signIn } from "../support/accounts.ts";
import { CALL_NAMES, CALLS, type CallName, callApi, complete, expectShown, openAll } from "../support/fillings.ts";
import { errorsOf, type Filling, submitForm, textOfPage, titleOf } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

type Agent = ReturnType<TestPortal["agent"]>;

const REQUIRED: Record<CallName, string> = {
	hangzhou: "role",
	paris: "role",
	"sl-hz": "projectage",
	applied: "country",
	artistic: "country",
	forum: "position",
};

/** Hands a form in as a guest. @returns the private link of the receipt, as a path, and what was typed */
async function handIn(portal: TestPortal, name: CallName, changes: Filling = {}) {
	const agent = portal.agent();
	const filling = await complete(name, changes);
	let page = (await agent.get(CALLS[name].path)).text;
	for (let tries = 0; ; tries += 1) {
		const answer = await submitForm(agent, page, filling);
		if (answer.status === 303) break;
		expect([answer.status, tries < 3]).toEqual([422, true]);
		page = answer.text;
	}
	return { link: linkIn(portal, "receipt"), filling };
}

async function open(names: readonly CallName[] = []): Promise<TestPortal> {
	const portal = await openPortal();
	if (names.includes("paris")) await openAll(portal);
	return portal;
}

const linkNamed = (html: string, text: string) =>
	parse(html)
		.querySelectorAll("main a")
		.find((link) => link.textContent === text)
		?.getAttribute("href") ?? "";

const log = (portal: TestPortal) =>
	portal.sqlite.prepare("select type, actor_id as actor from entry_log order by id").all();

async function withdraw(agent: Agent, link: string) {
	const page = (await agent.get(link).expect(200)).text;
	const question = (await agent.get(linkNamed(page, "Withdraw")).expect(200)).text;
	return submitForm(agent, question, {}, { ...FORM, press: "do.withdraw" }).expect(303);
}

describe.each(CALL_NAMES)("the private link of %s", (name) => {
	it("shows the entry and links to its form, which saves changes", async () => {
		const portal = await open([name]);
		const { link, filling } = await handIn(portal, name);
		const agent = portal.agent();
		const page = (await agent.get(link).expect(200)).text;
		const shown = parse(page)
			.querySelectorAll("dl.details dd")
			.map((answer) => answer.textContent);
		// Options are shown by their labels, which are these words except for two.
		const texts = Object.entries(filling).filter(([key]) => !["tracks", "countryRegion"].includes(key));
		expect(shown).toEqual(
			expect.arrayContaining(texts.map(([, value]) => value).filter((value) => typeof value === "string")),
		);
		const form = (await agent.get(linkNamed(page, "Edit")).expect(200)).text;
		expectShown(form, filling);
		await submitForm(agent, form, { [REQUIRED[name]]: "Changed words" }).expect(303);
		expect(textOfPage((await agent.get(link)).text)).toContain("Changed words");
		expect(log(portal)).toEqual([
			{ type: "Created", actor: null },
			{ type: "Edited", actor: null },
		]);
	});

	it("withdraws the entry after confirmation, and resubmits it", async () => {
		const portal = await open([name]);
		const { link } = await handIn(portal, name);
		const agent = portal.agent();
		const page = (await agent.get(link)).text;
		const before = portal.db.version();
		const question = (await agent.get(linkNamed(page, "Withdraw")).expect(200)).text;
		expect(parse(question).querySelector("h1")?.textContent).toBe("Withdraw this submission?");
		const title = parse(page).querySelector("h1")?.textContent ?? "";
		expect(parse(question).querySelector("h1 + .lead")?.textContent).toContain(`${title} · `);
		expect(linkNamed(question, "Keep it")).toBe(link);
		expect(portal.db.version()).toBe(before);

		await submitForm(agent, question, {}, { ...FORM, press: "do.withdraw" }).expect(303);
		const withdrawn = (await agent.get(link).expect(200)).text;
		expect(textOfPage(withdrawn)).toContain("You have withdrawn this submission.");
		expect([linkNamed(withdrawn, "Edit"), linkNamed(withdrawn, "Withdraw")]).toEqual(["", ""]);
		expect(log(portal).at(-1)).toEqual({ type: "Withdrawn", actor: null });

		const { text } = await submitForm(agent, withdrawn, {}, { ...FORM, press: "do.restore" }).redirects(1);
		expect(parse(text).querySelector("[role=status]")?.textContent).toBe("Your submission is active again.");
		expect(linkNamed(text, "Edit")).not.toBe("");
		expect(log(portal).at(-1)).toEqual({ type: "Restored", actor: null });
	});
});

describe.each(["hangzhou", "applied"] as const)("a withdrawn entry of %s", (name) => {
	it("is in no public list until it is resubmitted", async () => {
		const portal = await open();
		const { link } = await handIn(portal, name);
		const lists = async () =>
			(await Promise.all(["/api/entries", "/api/nominations"].map((path) => portal.agent().get(path).expect(200))))
				.flatMap(({ body }) => body)
				.map(({ id }: { id: number }) => id);
		expect(await lists()).toEqual([1]);
		const agent = portal.agent();
		await withdraw(agent, link);
		expect(await lists()).toEqual([]);
		const admin = await portal.admin();
		const all = (await admin.get(name === "hangzhou" ? "/api/entries" : "/api/nominations")).body;
		expect(all.map((entry: { withdrawn: boolean }) => entry.withdrawn)).toEqual([true]);
		await submitForm(agent, (await agent.get(link)).text, {}, { ...FORM, press: "do.restore" }).expect(303);
		expect(await lists()).toEqual([1]);
	});

	it("cannot edit a withdrawn entry: the form redirects to its page", async () => {
		const portal = await open();
		const { link } = await handIn(portal, name);
		const agent = portal.agent();
		const edit = linkNamed((await agent.get(link)).text, "Edit");
		const form = (await agent.get(edit).expect(200)).text;
		await withdraw(agent, link);
		const led = await agent.get(edit).expect(303);
		expect(led.headers.location).toBe(`${portal.origin}${link}`);
		const late = await submitForm(agent, form, { name: "Too late" }).expect(404);
		expect(errorsOf(late.text).headline).toBe("Not found.");
		const key = new URLSearchParams(link.split("?")[1]).get("key") ?? "";
		await callApi(portal.agent(), name, await complete(name, { name: "Too late" }), { id: "1", key }).expect(404);
		expectShown(late.text, { name: "Too late" });
		expect(portal.sqlite.prepare("select name from entries").pluck().all()).toEqual(["李雷 Li Lei"]);
		expect(log(portal).map((line) => (line as { type: string }).type)).toEqual(["Created", "Withdrawn"]);
	});

	it("allows the same content as a new submission", async () => {
		const portal = await open();
		const { link, filling } = await handIn(portal, name);
		const agent = portal.agent();
		await withdraw(agent, link);
		await submitForm(agent, (await agent.get(CALLS[name].path)).text, filling).expect(303);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(2);
	});
});

describe("an incomplete entry", () => {
	it("is completed through its private link", async () => {
		const portal = await open();
		const { link } = await handIn(portal, "hangzhou", { role: "", abstract: "" });
		const incomplete = () => JSON.parse(String(portal.sqlite.prepare("select incomplete from entries").pluck().get()));
		expect(incomplete()).toEqual(["role", "abstract"]);
		const agent = portal.agent();
		const page = (await agent.get(link)).text;
		expect(textOfPage(page)).toContain("Incomplete: Role, Talk Abstract");
		const form = (await agent.get(linkNamed(page, "Complete this submission")).expect(200)).text;
		await submitForm(agent, form, { role: "Engineer", abstract: "Now there is one." }).expect(303);
		expect(incomplete()).toEqual([]);
		expect((await agent.get("/api/entries")).body).toHaveLength(1);
	});
});

describe("an entry that is not the visitor's", () => {
	const pages = (spot: string) => [`/entry/${spot}`, `/entry/${spot}?withdraw=1`, `/hangzhou?spot=${spot}`];
	const looks = async (agent: Agent, spot: string) =>
		Promise.all(
			pages(spot).map(async (path) => {
				const { status, text } = await agent.get(path);
				return [status, titleOf(text), textOfPage(text)];
			}),
		);

	it("looks like one that does not exist, to a guest and to another account", async () => {
		const portal = await open();
		await handIn(portal, "hangzhou");
		for (const email of ["mei@example.org", "sun@example.org"]) await register(portal, email);
		const other = await signIn(portal, "mei@example.org");
		portal.sqlite.exec("update users set verified_at = 1 where email = 'sun@example.org'");
		for (const [agent, heading] of [
			[portal.agent(), "Log in to see this submission"],
			[other, "Not in your account"],
			[await signIn(portal, "sun@example.org"), "Not your submission"],
		] as const) {
			const anothers = await looks(agent, "talk-1");
			expect(await looks(agent, "talk-99")).toEqual(anothers);
			for (const [status, title, text] of anothers) {
				expect([status, title]).toEqual([404, `${heading} — Hangzhou 2025 Call For Proposals`]);
				expect(text).toContain(heading);
				expect(text).not.toContain("李雷");
			}
		}
		const said = "What you submitted as a guest with mei@example.org appears here once you confirm that address";
		expect(textOfPage((await other.get("/entry/talk-1")).text)).toContain(said);
	});

	it("can neither be withdrawn nor changed by another account or without its key", async () => {
		const portal = await open();
		const { link } = await handIn(portal, "hangzhou");
		const second = (await handIn(portal, "hangzhou", { name: "Han Meimei" })).link;
		await register(portal, "mei@example.org");
		const other = await signIn(portal, "mei@example.org");
		const form = (await other.get("/hangzhou")).text;
		const token = { formToken: parse(form).querySelector("[name=formToken]")?.getAttribute("value") ?? "" };
		const key = new URLSearchParams(second.split("?")[1]).get("key") ?? "";
		for (const path of ["/entry/talk-1", "/entry/talk-99", `/entry/talk-1?key=${key}`]) {
			for (const agent of [other, portal.agent()]) {
				const answers = await Promise.all(
					["do.withdraw", "do.restore"].map((press) =>
						agent
							.post(path)
							.type("form")
							.send({ ...token, [press]: "1" }),
					),
				);
				expect(answers.map(({ status }) => status)).toEqual([404, 404]);
			}
		}
		const filling = await complete("hangzhou", { name: "Taken over" });
		const login = { username: "mei@example.org", password: "Plum-tree 77" };
		const bearer = (await portal.agent().post("/api/auth/login").send(login)).body.token;
		await callApi(portal.agent(), "hangzhou", filling, { id: "1" })
			.set("Authorization", `Bearer ${bearer}`)
			.expect(404);
		expect(portal.sqlite.prepare("select name, presence from entries where id = 1").all()).toEqual([
			{ name: "李雷 Li Lei", presence: "active" },
		]);
		await portal.agent().get(link).expect(200);
	});
});

describe("the key of a private link", () => {
	it("stops working once the entry joined an account, and says so", async () => {
		const portal = await open();
		const { link } = await handIn(portal, "hangzhou", { email: "lei@example.org" });
		const agent = await register(portal, "lei@example.org");
		const owner = await signIn(portal, "lei@example.org");
		await submitForm(owner, (await owner.get(linkIn(portal, "verify")).expect(200)).text, {}, FORM).expect(303);
		await owner.get("/entry/talk-1").expect(200);
		const spent = await agent.get(link).expect(404);
		expect(titleOf(spent.text)).toBe("This link has been replaced — Hangzhou 2025 Call For Proposals");
		expect(textOfPage(spent.text)).toContain("Log in with the email address you used.");
		const key = link.split("?")[1];
		await agent.post(`/entry/talk-1?${key}`).type("form").send({ "do.withdraw": "1" }).expect(404);
		expect(portal.sqlite.prepare("select presence from entries").pluck().get()).toBe("active");
	});
});
