import { expect, it } from "vitest";
import { hangzhouSpotlight } from "../../app/programmes/nomination.ts";
import { PASSWORD, register } from "../support/accounts.ts";
import { sendTalk } from "../support/entries.ts";
import { NOMINATION } from "../support/fillings.ts";
import { put, slotsOf } from "../support/grid.ts";
import { fillIn, openLynx } from "../support/lynx.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import { placed, sendAccepted } from "../support/schedule.ts";

async function signInByLynx(portal: TestPortal, email: string, password: string) {
	const lynx = await openLynx(`${portal.origin}/login`);
	await lynx.type("Email", email);
	await lynx.type("Password", password);
	await lynx.press("Log in");
	return lynx;
}

const rowsOf = (portal: TestPortal, query: string) => portal.sqlite.prepare(query).all();

it("an error is read in the summary and beside its question, corrected there, and the tick copies the owner", async () => {
	const portal = await openPortal();
	const lynx = await openLynx(`${portal.origin}/spotlight-hz`);
	await fillIn(lynx, hangzhouSpotlight, { ...NOMINATION, nominatoremail: "mei", ownersame: true });
	await lynx.press("Submit");
	const page = await lynx.read();
	// The owner, whose answers repeat them, has the same one.
	const problem = "Please enter a valid email address";
	expect(page).toContain("There is a problem");
	expect(page.match(/^ +\* .*/gm)?.map((line) => line.trim())).toEqual([`* ${problem}`, `* ${problem}`]);
	expect(page).toMatch(new RegExp(`Nominator Email\n\n +Error: ${problem}\n`));
	expect(rowsOf(portal, "select id from entries")).toEqual([]);
	await lynx.type("Nominator Email", "mei@example.org");
	await lynx.press("Submit");
	expect(await lynx.read()).toContain("Thank you!");
	const stored = "select email, answers ->> 'ownername' as owner, answers ->> 'owneremail' as mail from entries";
	expect(rowsOf(portal, stored)).toEqual([{ email: "mei@example.org", owner: "Han Meimei", mail: "mei@example.org" }]);
});

it.each([
	["/spotlight-aigc-applied", "Applied AI & Interactive Demos Track"],
	["/spotlight-aigc-artistic", "AIGC-Driven Artistic Works Track"],
])("%s sent untouched until it is let through holds no answer but the track", async (path, spotlightTrack) => {
	const portal = await openPortal();
	const lynx = await openLynx(`${portal.origin}${path}`);
	await lynx.press("Submit");
	await lynx.press("Submit");
	expect(await lynx.read()).toContain("There is a problem");
	await lynx.press("Submit");
	expect(await lynx.read()).toContain("Thank you!");
	const [row] = rowsOf(portal, "select answers from entries") as { answers: string }[];
	const given = Object.entries(JSON.parse(String(row?.answers))).filter(
		([, value]) => value !== false && String(value) !== "",
	);
	expect(given).toEqual([["spotlightTrack", spotlightTrack]]);
});

it.each([
	["/spotlight-hz", {}],
	["/forum", {}],
	// What the form itself says beforehand.
	["/hangzhou", { tracks: "assign-me", language: "English" }],
])("a draft of %s kept untouched holds no other answer", async (path, expected) => {
	const portal = await openPortal();
	const lynx = await openLynx(`${portal.origin}${path}`);
	await lynx.press("Save draft");
	await lynx.read();
	const [row] = rowsOf(portal, 'select "values" as typed from drafts') as { typed: string }[];
	const given = Object.entries(JSON.parse(String(row?.typed))).filter(([, value]) => value !== "");
	expect(Object.fromEntries(given)).toEqual(expected);
});

it("somebody signs in, hands in a project, and finds it on the dashboard", async () => {
	const portal = await openPortal();
	await register(portal, "mei@example.org");
	const lynx = await signInByLynx(portal, "mei@example.org", PASSWORD);
	await lynx.open(`${portal.origin}/spotlight-hz`);
	await fillIn(lynx, hangzhouSpotlight, NOMINATION);
	await lynx.press("Submit");
	expect(await lynx.read()).toContain("Thank you!");
	await lynx.follow("Dashboard");
	expect(await lynx.read()).toContain("Pagoda");
	const owned = "select title, users.email from entries join users on users.id = user_id";
	expect(rowsOf(portal, owned)).toEqual([{ title: "Pagoda", email: "mei@example.org" }]);
});

it("an administrator sets the status of a ticked talk and renames a track", async () => {
	const portal = await openPortal();
	await portal.services.administrators.create(ADMIN.email, ADMIN.password);
	await sendTalk(portal, { title: "One" });
	await sendTalk(portal, { title: "Two" });
	const lynx = await signInByLynx(portal, ADMIN.email, ADMIN.password);
	await lynx.tick("2");
	await lynx.choose("Set status", "Accept");
	await lynx.press("Apply");
	await lynx.read();
	expect(rowsOf(portal, "select title, status from entries order by id")).toEqual([
		{ title: "One", status: "New" },
		{ title: "Two", status: "Accept" },
	]);
	await lynx.open(`${portal.origin}/admin/tracks?modal=track&id=agentic-web&edit=1`);
	await lynx.type("Label", "Agents");
	await lynx.press("Save");
	await lynx.read();
	const track = "select label, active from tracks where id = 'agentic-web'";
	expect(rowsOf(portal, track)).toEqual([{ label: "Agents", active: 1 }]);
});

it("an administrator makes slots after a preview, and gives up the place of an entry in one of them", async () => {
	const portal = await openPortal();
	await portal.services.administrators.create(ADMIN.email, ADMIN.password);
	const [id = 0] = await sendAccepted(portal, ["One"]);
	const lynx = await signInByLynx(portal, ADMIN.email, ADMIN.password);
	await lynx.open(`${portal.origin}/admin/schedule/grid?lay=1`);
	await lynx.type("Minutes from one slot to the next", "30");
	await lynx.type("From", "18:00");
	await lynx.type("Last one begins at", "18:30");
	await lynx.tick("Saturday, 13 September 2025");
	await lynx.tick("AI Next");
	await lynx.press("Preview");
	expect(await lynx.read()).toMatch(/Saturday, 13 September 2025\s+AI Next\s+18:00 18:30/);
	await lynx.press("Create 2 slots");
	expect(await lynx.read()).toContain("2 slots were created.");
	expect(slotsOf(portal, "day1").slice(-2)).toEqual(["18:00+30", "18:30+30"]);
	put(portal, id, "day1-ai-next-18:00");
	await lynx.open(`${portal.origin}/admin/schedule/grid?day=day1`);
	await lynx.press("Remove this day");
	expect(await lynx.read()).toContain("“One”: Saturday, 13 September 2025, AI Next, 18:00");
	await lynx.press("Remove them from the schedule and go on");
	expect(await lynx.read()).toContain("1 entry was removed from the schedule.");
	expect([placed(portal), rowsOf(portal, "select id from days")]).toEqual([[], [{ id: "day2" }]]);
});
