import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { linkIn, register, signIn } from "../support/accounts.ts";
import { complete } from "../support/fillings.ts";
import { type Filling, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { set } from "../support/programme-settings.ts";

type Agent = ReturnType<TestPortal["agent"]>;

/** Sends a talk until it is let through. @returns the address of the page of thanks */
async function sendTalk(agent: Agent, changes: Filling = {}): Promise<string> {
	const filling = await complete("hangzhou", changes);
	let answer = await submitForm(agent, (await agent.get("/hangzhou?draft=none")).text, filling);
	while (answer.status === 422) answer = await submitForm(agent, answer.text, {});
	expect(answer.status).toBe(303);
	return pathIn(answer);
}

function pathIn({ headers }: { headers: Record<string, string> }): string {
	const { pathname, search } = new URL(headers.location ?? "");
	return pathname + search;
}

const UNPROVEN = "This page shows a submission only in the browser that sent it, and only for a short time.";

/** A browser that forgets each cookie at once. */
function withoutCookies(portal: TestPortal): Agent {
	const request = () => portal.agent();
	return { get: (path: string) => request().get(path), post: (path: string) => request().post(path) } as Agent;
}

const MISSING = "Incomplete: Bio";
const linkTo = (html: string, text: string) =>
	parse(html)
		.querySelectorAll("main a")
		.find((link) => link.textContent === text)
		?.getAttribute("href")
		?.replaceAll("&amp;", "&");

describe("the page of thanks", () => {
	it("lists missing answers, and links the author to the form that completes them", async () => {
		const portal = await openPortal();
		await register(portal, "mei@example.org");
		for (const agent of [portal.agent(), await signIn(portal, "mei@example.org")]) {
			const page = await agent.get(await sendTalk(agent, { bio: "" })).expect(200);
			expect(textOfPage(page.text)).toContain(MISSING);
			const form = (await agent.get(linkTo(page.text, "Complete this submission") ?? "").expect(200)).text;
			expect(textOfPage(form)).toContain(MISSING);
			expect(parse(form).querySelector(".banner a")?.getAttribute("href")).toBe("#f-bio");
			const done = await submitForm(agent, form, { bio: "Writes compilers." }).expect(303);
			const after = await agent.get(pathIn(done)).redirects(1).expect(200);
			expect(textOfPage(after.text)).toContain("Changes saved");
			expect(textOfPage(after.text)).not.toContain("Incomplete");
		}
		expect(portal.sqlite.prepare("select group_concat(incomplete) from entries").pluck().get()).toBe("[],[]");
	});

	it("shows a guest each of the submissions just made in this browser, and no others", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const paths = [];
		for (const title of ["First", "Second"]) paths.push(await sendTalk(agent, { title, bio: "" }));
		for (const path of paths) expect(textOfPage((await agent.get(path).expect(200)).text)).toContain(MISSING);
		const stranger = portal.agent();
		await sendTalk(stranger);
		expect(textOfPage((await stranger.get(paths[0] ?? "")).text)).toContain(UNPROVEN);
	});

	it("names what is missing no longer once the submission is withdrawn", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const path = await sendTalk(agent, { bio: "" });
		await portal.db.write(() => void portal.sqlite.exec("update entries set presence = 'withdrawn'"));
		expect(textOfPage((await agent.get(path).expect(200)).text)).not.toContain("Incomplete");
	});

	it("leads the author to the form while the call is open, and no longer", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await register(portal, "mei@example.org");
		const agent = await signIn(portal, "mei@example.org");
		const path = await sendTalk(agent);
		const form = (await agent.get(linkTo((await agent.get(path)).text, "Edit") ?? "").expect(200)).text;
		expect(textOfPage(form)).toContain("Editing: ");
		await set(admin, "hangzhou", { state: "closed" });
		expect(linkTo((await agent.get(path).expect(200)).text, "Edit")).toBeUndefined();
	});

	it("leads to the submission: by the account, or by how a guest gets there where no email leaves", async () => {
		const portal = await openPortal();
		await register(portal, "mei@example.org");
		const [guest, author] = [portal.agent(), await signIn(portal, "mei@example.org")];
		const way =
			"ask the organisers for your private link. Or create an account with this email address, and ask them to confirm";
		const { text } = await guest.get(await sendTalk(guest));
		expect(textOfPage(text)).toContain(way);
		expect(linkTo(text, "create an account")).toBe("/login?modal=register");
		expect(text).not.toContain("key=");
		const own = (await author.get(await sendTalk(author))).text;
		expect(textOfPage(own)).not.toContain(way);
		const link = parse(own)
			.querySelectorAll("main a")
			.find((one) => one.textContent === "talk-2");
		expect(link?.parentNode?.textContent).toBe("Your reference is talk-2.");
		expect(link?.getAttribute("href")).toBe("/entry/talk-2");
		const sends = await openPortal({ SMTP_URL: "smtp://127.0.0.1:9" });
		const other = sends.agent();
		const mailed = textOfPage((await other.get(await sendTalk(other))).text);
		expect(mailed).not.toContain(way);
		expect(mailed).toContain("To view or edit it later, open the private link in that email.");
	});

	it("shows other visitors only the reference in the address", async () => {
		const portal = await openPortal();
		const author = portal.agent();
		const path = await sendTalk(author, { bio: "" });
		await register(portal, "x@example.org");
		for (const stranger of [portal.agent(), await signIn(portal, "x@example.org")]) {
			const { text } = await stranger.get(path).expect(200);
			expect(text).not.toContain("Incomplete");
			expect(text).not.toContain("key=");
		}
		const other = await sendTalk(portal.agent(), { bio: "" });
		expect((await author.get(other)).text).not.toContain("Incomplete");
	});

	it("does not lead to a form that is closed", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const path = await sendTalk(agent, { bio: "" });
		await set(await portal.admin(), "hangzhou", { state: "closed" });
		const { text } = await agent.get(path);
		expect([textOfPage(text).includes(MISSING), linkTo(text, "Complete this submission")]).toEqual([true, undefined]);
	});

	it("mentions a mail only if one is sent", async () => {
		const portal = await openPortal({ SMTP_URL: "smtp://127.0.0.1:9" });
		const said = async (agent: Agent, path: string, language = "en") =>
			textOfPage((await agent.get(path).set("Accept-Language", language).expect(200)).text);
		const agent = portal.agent();
		const path = await sendTalk(agent, { email: "" });
		const none = await said(agent, path);
		expect(none).toContain("You gave no email address, so we cannot send a confirmation. Please note your reference.");
		expect(none).toContain("Your reference is talk-1.");
		expect(none).toContain("Questions? Write to cfp@foundation.example");
		for (const other of ["A confirmation email will follow", "so that our emails reach you"]) {
			expect(none).not.toContain(other);
		}
		expect(await said(agent, path, "zh")).toContain("由于没有填写邮箱地址，不会发送确认邮件");
		expect(portal.sqlite.prepare("select count(*) from outbox").pluck().get()).toBe(0);
		const withAddress = portal.agent();
		const one = await said(withAddress, await sendTalk(withAddress));
		expect(one).toContain("Your submission was received. A confirmation email will follow.");
		expect(one).toContain("so that our emails reach you: cfp@foundation.example");
	});

	it("shows the same without cookies for ten minutes, and grants no access", async () => {
		const portal = await openPortal({ SMTP_URL: "smtp://127.0.0.1:9" });
		const path = await sendTalk(withoutCookies(portal), { bio: "", email: "" });
		const said = async (address: string) => {
			const { text } = await portal.agent().get(address).expect(200);
			expect(text).not.toContain("key=");
			return textOfPage(text);
		};
		const page = await said(path);
		expect(page).toContain("Incomplete: Email, Bio");
		expect(page).toContain("You gave no email address");
		expect(page).toContain("Your reference is talk-1.");
		await sendTalk(portal.agent());
		const unproven = [
			path.replace("talk-1", "talk-2"),
			path.replace(/sent=\d/, "sent=9"),
			path.replace(/&sent=.*/, ""),
		];
		for (const address of unproven) expect(await said(address)).toContain(UNPROVEN);
		portal.clock.now += 10 * 60_000;
		expect(await said(path)).toContain(UNPROVEN);
	});

	it("tells an account as much that changes a guest's entry by its private link", async () => {
		const portal = await openPortal();
		await sendTalk(portal.agent(), { bio: "" });
		const link = linkIn(portal, "receipt");
		await register(portal, "mei@example.org");
		const agent = await signIn(portal, "mei@example.org");
		const form = parse((await agent.get(link)).text)
			.querySelector("main a.primary")
			?.getAttribute("href");
		const html = (await agent.get(form?.replaceAll("&amp;", "&") ?? "").expect(200)).text;
		const done = await submitForm(agent, html, { bio: "Writes compilers." }).expect(303);
		const page = textOfPage((await agent.get(pathIn(done)).redirects(1).expect(200)).text);
		expect(page).toContain("Changes saved");
		expect(page).toContain("Writes compilers.");
	});

	it("claims nothing of an entry that the browser has not sent", async () => {
		const portal = await openPortal({ SMTP_URL: "smtp://127.0.0.1:9" });
		await sendTalk(portal.agent());
		const spots = ["talk-99999", "talk-1", "<b>", "talk-1&sent=1.x", "talk-1&sent=&sent=9999999999999."];
		for (const query of ["", ...spots.map((spot) => `?entry=${spot}`)]) {
			const { text } = await portal.agent().get(`/thank-you${query}`).expect(200);
			expect(parse(text).querySelector("h1")?.textContent).toBe("No submission to show");
			const said = textOfPage(text);
			expect(said).toContain(UNPROVEN);
			for (const claim of ["received", "will follow", "Your reference", "reach you"]) expect(said).not.toContain(claim);
		}
	});
});
