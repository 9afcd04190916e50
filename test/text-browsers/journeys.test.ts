import { describe, expect, it } from "vitest";
import { hangzhouSpotlight } from "../../app/programmes/nomination.ts";
import { linkIn, register, signIn } from "../support/accounts.ts";
import { sendTalk } from "../support/entries.ts";
import { NOMINATION } from "../support/fillings.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { BROWSERS, fillIn, signInBy } from "../support/text-browsers.ts";

const rowsOf = (portal: TestPortal, query: string) => portal.sqlite.prepare(query).all();

describe.each(BROWSERS)("$name", ({ open }) => {
	it("an error is read in the summary and beside its question, corrected there, and the tick copies the owner", async () => {
		const portal = await openPortal();
		const browser = await open(`${portal.origin}/spotlight-hz`);
		await fillIn(browser, hangzhouSpotlight, { ...NOMINATION, nominatoremail: "mei", ownersame: true });
		await browser.press("Submit");
		const page = await browser.read();
		// The owner's answers, which repeat them, are not wrong once more.
		const problem = "Please enter a valid email address";
		expect(page).toContain("There is a problem");
		expect([...page.matchAll(/^ +[*•] (.*)/gm)].map(([, line]) => line)).toEqual([problem]);
		expect(page).toMatch(new RegExp(`Nominator Email\n\n *Error: ${problem}\n`));
		expect(rowsOf(portal, "select id from entries")).toEqual([]);
		await browser.type("Nominator Email", "mei@example.org");
		await browser.press("Submit");
		expect(await browser.read()).toContain("Thank you!");
		const stored = "select email, answers ->> 'ownername' as owner, answers ->> 'owneremail' as mail from entries";
		expect(rowsOf(portal, stored)).toEqual([
			{ email: "mei@example.org", owner: "Han Meimei", mail: "mei@example.org" },
		]);
	});

	it("a person logs in, submits a project, and finds it on the dashboard", async () => {
		const portal = await openPortal();
		await register(portal, "mei@example.org");
		const browser = await signInBy(open, portal, "mei@example.org");
		await browser.open(`${portal.origin}/spotlight-hz`);
		await fillIn(browser, hangzhouSpotlight, NOMINATION);
		await browser.press("Submit");
		expect(await browser.read()).toContain("Thank you!");
		await browser.follow("Dashboard");
		expect(await browser.read()).toContain("Pagoda");
		const owned = "select title, users.email from entries join users on users.id = user_id";
		expect(rowsOf(portal, owned)).toEqual([{ title: "Pagoda", email: "mei@example.org" }]);
	});

	it("a person who forgot the password sets a new one with the mailed link, and logs in with it", async () => {
		const portal = await openPortal({ SMTP_URL: "smtp://127.0.0.1:9" });
		await register(portal, "mei@example.org");
		await signIn(portal, "mei@example.org");
		const signedIn = "select email from sessions join users on users.id = user_id where revoked_at is null";
		expect(rowsOf(portal, signedIn)).toHaveLength(1);
		const browser = await open(`${portal.origin}/login`);
		await browser.follow("Forgot your password?");
		await browser.type("Email", "mei@example.org");
		await browser.press("Send the link");
		expect(await browser.read()).toContain("an email with a link is");
		await browser.open(portal.origin + linkIn(portal, "reset"));
		const choose = async (password: string) => {
			await browser.type("New password", password);
			await browser.type("Password again", password);
			await browser.press("Set the new password");
			return browser.read();
		};
		expect(await choose("aaaaaaaa")).toContain("Error: Please use a stronger password");
		expect(await choose("Willow-Tree 8")).toContain("Your password has been changed.");
		expect(rowsOf(portal, signedIn)).toEqual([]);
		await browser.follow("Log in");
		await browser.type("Email", "mei@example.org");
		await browser.type("Password", "Willow-Tree 8");
		await browser.press("Log in");
		expect(await browser.read()).toContain("mei@example.org");
		expect(rowsOf(portal, signedIn)).toEqual([{ email: "mei@example.org" }]);
	});

	it("a speaker confirms behind the mailed link, and declines with a reason later", async () => {
		const portal = await openPortal();
		const id = await sendTalk(portal, { title: "Pagodas" });
		const link = portal.origin + linkIn(portal, "receipt");
		portal.sqlite.exec(`update entries set status = 'Accept';
			update programmes set confirm_by = ${portal.clock.now + 86_400_000} where category = 'hangzhou'`);
		const browser = await open(link);
		expect(await browser.read()).toContain("Will you take part?");
		await browser.press("I will take part");
		expect(await browser.read()).toContain("You have confirmed that you will take part.");
		await browser.follow("I cannot take part");
		await browser.type("Reason (optional, only for the organisers)", "No visa");
		await browser.press("Decline");
		expect(await browser.read()).toContain("You have declined. If you want to take part after all");
		const answers =
			"select type, changes ->> '$.reason.to' as reason from entry_log where type in ('Confirmed', 'Declined')";
		expect(rowsOf(portal, `${answers} and entry_id = ${id} order by id`)).toEqual([
			{ type: "Confirmed", reason: null },
			{ type: "Declined", reason: "No visa" },
		]);
	});

	it("an administrator sets the status of a ticked talk and renames a track", async () => {
		const portal = await openPortal();
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		await sendTalk(portal, { title: "One" });
		await sendTalk(portal, { title: "Two" });
		const browser = await signInBy(open, portal, ADMIN.email, ADMIN.password);
		expect(await browser.read()).toContain("Overview");
		await browser.open(`${portal.origin}/admin/proposals`);
		await browser.tick("2");
		await browser.choose("Set status", "Accept");
		await browser.press("Apply status");
		await browser.read();
		expect(rowsOf(portal, "select title, status from entries order by id")).toEqual([
			{ title: "One", status: "New" },
			{ title: "Two", status: "Accept" },
		]);
		await browser.open(`${portal.origin}/admin/tracks?modal=track&id=agentic-web&edit=1`);
		await browser.type("Label", "Agents");
		await browser.press("Save");
		await browser.read();
		const track = "select label, active from tracks where id = 'agentic-web'";
		expect(rowsOf(portal, track)).toEqual([{ label: "Agents", active: 1 }]);
	});
});
