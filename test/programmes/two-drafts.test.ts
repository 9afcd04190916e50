import { describe, expect, it } from "vitest";
import { linkIn } from "../support/accounts.ts";
import { kept, mailLink, member, notice, offered, open, SAVE, save } from "../support/drafts.ts";
import { complete } from "../support/fillings.ts";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";

/** The project of each version that the form shows or offers, newest first. */
async function projectsOffered(agent: Awaited<ReturnType<typeof member>>): Promise<(string | undefined)[]> {
	const newest = await open(agent, "/spotlight-hz");
	const others = offered(newest).filter((path) => /draft=\d/.test(path));
	const pages = [newest, ...(await Promise.all(others.map((path) => open(agent, path))))];
	return pages.map((page) => shownValue(page, "projectname"));
}

describe("pages of one form", () => {
	it("keep a version each, which can both be opened", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		const [first, second] = [await open(agent, "/spotlight-hz"), await open(agent, "/spotlight-hz")];
		await submitForm(agent, first, { projectname: "One" }, SAVE);
		await submitForm(agent, second, { projectname: "Two" }, SAVE);
		const page = await open(agent, "/spotlight-hz");
		expect(shownValue(page, "projectname")).toBe("Two");
		const others = offered(page).filter((path) => /draft=\d/.test(path));
		expect(others).toHaveLength(1);
		expect(shownValue(await open(agent, others[0] ?? ""), "projectname")).toBe("One");
	});

	it("of which there are four keep a version each, and a further save of one replaces only its own", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		const pages = await Promise.all([1, 2, 3, 4].map(() => open(agent, "/spotlight-hz")));
		const saved: string[] = [];
		for (const [number, page] of pages.entries()) {
			saved.push((await submitForm(agent, page, { projectname: `Page ${number}` }, SAVE).redirects(1)).text);
		}
		expect(await projectsOffered(agent)).toEqual(["Page 3", "Page 2", "Page 1", "Page 0"]);
		const said = notice(await open(agent, "/spotlight-hz"));
		for (const number of [0, 1, 2]) expect(said).toContain(`There is another draft, “Page ${number}”, saved on`);
		await submitForm(agent, saved[1] ?? "", { projectname: "Page 1, again" }, SAVE);
		expect(await projectsOffered(agent)).toEqual(["Page 1, again", "Page 3", "Page 2", "Page 0"]);
		const copy = await agent.get("/api/me/export").expect(200);
		for (const number of [0, 2, 3]) expect(copy.text).toContain(`Page ${number}`);
		// What is sent takes only its own version along.
		const chosen = offered(await open(agent, "/spotlight-hz")).filter((path) => /draft=\d/.test(path))[1] ?? "";
		const filling = { ...(await complete("sl-hz")), projectname: "Page 2" };
		await submitForm(agent, await open(agent, chosen), filling).expect(303);
		expect(await projectsOffered(agent)).toEqual(["Page 1, again", "Page 3", "Page 0"]);
	});

	it("leave the other's draft when one of them is sent", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		const [first, second] = [await open(agent, "/spotlight-hz"), await open(agent, "/spotlight-hz")];
		await submitForm(agent, second, { projectname: "Not sent yet" }, SAVE);
		await submitForm(agent, first, { ...(await complete("sl-hz")), projectname: "Sent" }).expect(303);
		expect(kept(portal)).toBe(1);
		expect(textOfPage(await open(agent, "/dashboard"))).toContain("Not sent yet");
		expect(notice(await open(agent, "/spotlight-hz"))).toContain("saved on");
	});

	it("keep the other's text though both have one title", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		const [first, second] = [await open(agent, "/spotlight-hz"), await open(agent, "/spotlight-hz")];
		await submitForm(agent, second, { projectname: "Same", overview: "Two hours of new text." }, SAVE);
		await submitForm(agent, first, { ...(await complete("sl-hz")), projectname: "Same" }).expect(303);
		expect(kept(portal)).toBe(1);
	});

	it("leave no draft when what was saved is part of what is sent", async () => {
		const portal = await openPortal();
		const agent = await member(portal);
		const first = await open(agent, "/spotlight-hz");
		const filling = await complete("sl-hz");
		await submitForm(agent, first, { ...filling, overview: "" }, SAVE);
		// By the Back button: the form does not know of the draft.
		await submitForm(agent, first, filling).expect(303);
		expect(kept(portal)).toBe(0);
	});
});

const prove = (portal: TestPortal) => portal.sqlite.exec("update users set verified_at = 1 where verified_at is null");
const owners = (portal: TestPortal) => portal.sqlite.prepare("select user_id from entries").pluck().all();

it("a draft of an account that is sent by its mailed link is on the dashboard at once", async () => {
	const portal = await openPortal();
	const agent = await member(portal);
	prove(portal);
	await mailLink(agent, "/spotlight-hz", { projectname: "Half" });
	const phone = portal.agent();
	const filling = { ...(await complete("sl-hz")), projectname: "Sent from the phone" };
	await submitForm(phone, await open(phone, linkIn(portal, "draft")), filling).expect(303);
	const dashboard = textOfPage(await open(agent, "/dashboard"));
	expect(dashboard).toContain("Sent from the phone");
	expect(dashboard).not.toContain("Half");
	// The phone is nobody's account: it sees no other entry.
	expect((await phone.get("/entry/nomination-1")).status).toBe(404);
});

it.each([true, false])(
	"a guest's draft that is sent by the link in the mailbox of an account, confirmed: %s",
	async (isProven) => {
		const portal = await openPortal();
		const account = await member(portal);
		if (isProven) prove(portal);
		await mailLink(portal.agent(), "/spotlight-hz", { projectname: "Half", nominatoremail: "Lei@Example.org" });
		const phone = portal.agent();
		const filling = { ...(await complete("sl-hz")), projectname: "Sent from the phone" };
		await submitForm(phone, await open(phone, linkIn(portal, "draft")), filling).expect(303);
		const isThere = textOfPage(await open(account, "/dashboard")).includes("Sent from the phone");
		expect([owners(portal), isThere]).toEqual([[isProven ? 1 : null], isProven]);
		expect((await phone.get("/entry/nomination-1")).status).toBe(404);
	},
);

it("a link that a guest had mailed to somebody gives no account what that person sends", async () => {
	const portal = await openPortal();
	await mailLink(portal.agent(), "/spotlight-hz", { projectname: "Bait", nominatoremail: "victim@example.org" });
	const link = linkIn(portal, "draft");
	// Whoever made the draft takes it into an account, even one with a proven mailbox.
	const other = await member(portal, "other@example.org");
	prove(portal);
	await submitForm(other, await open(other, link), {}, SAVE);
	const victim = portal.agent();
	const page = await open(victim, link);
	expect(notice(page)).toContain("This link no longer opens a draft");
	await submitForm(victim, page, await complete("sl-hz")).expect(303);
	expect(owners(portal)).toEqual([null]);
	expect((await other.get("/entry/nomination-1")).status).toBe(404);
});

it("an account whose mailbox is not proven gets nothing by a link", async () => {
	const portal = await openPortal();
	const agent = await member(portal);
	await mailLink(agent, "/spotlight-hz", { projectname: "Half" });
	portal.sqlite.exec("update users set verified_at = null");
	const guest = portal.agent();
	await submitForm(guest, await open(guest, linkIn(portal, "draft")), await complete("sl-hz")).expect(303);
	expect(owners(portal)).toEqual([null]);
});

describe("a browser that refuses cookies", () => {
	const refusing = async (path: string, filling: Record<string, string>, press: string) => {
		const portal = await openPortal();
		const page = await open(portal.agent(), path);
		// A new agent has none of the cookies that came with the form.
		return submitForm(portal.agent(), page, filling, { press });
	};

	it("is not told that a draft was saved, and keeps what was typed", async () => {
		const answer = await refusing("/spotlight-hz", { projectname: "Typed" }, "do.save-draft");
		expect(answer.status).toBe(422);
		const said = textOfPage(answer.text);
		expect(said).not.toContain("Draft saved");
		expect(said).not.toContain("in this browser");
		expect(said).toContain("This browser does not accept cookies, so it would not find a draft again.");
		expect(said).toContain("To keep it, press “Ask the organisers for a link to this draft”.");
		expect(shownValue(answer.text, "projectname")).toBe("Typed");
	});

	it("finds the draft by the link it asked for", async () => {
		const portal = await openPortal();
		const page = await open(portal.agent(), "/spotlight-hz");
		const typed = { projectname: "Typed", nominatoremail: "lei@example.org" };
		await submitForm(portal.agent(), page, typed, { press: "do.mail-draft" });
		expect(shownValue(await open(portal.agent(), linkIn(portal, "draft")), "projectname")).toBe("Typed");
	});
});

describe("a change of the AIGC track", () => {
	const TO_ARTISTIC = "AIGC-Driven Artistic Works Track";

	it("takes title and description along, and leaves what is there", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const typed = { title: "A companion", description: "It listens." };
		const applied = await open(agent, "/spotlight-aigc");
		const answer = await submitForm(
			agent,
			applied,
			{ ...typed, spotlightTrack: TO_ARTISTIC },
			{ press: "do.switch" },
		).redirects(1);
		expect(shownValue(answer.text, "artworkTitle")).toBe("A companion");
		expect(shownValue(answer.text, "artworkDescription")).toBe("It listens.");
		await save(agent, "/spotlight-aigc-artistic", { artworkTitle: "Its own" });
		const back = await open(agent, "/spotlight-aigc");
		expect(shownValue(back, "title")).toBe("A companion");
	});
});
