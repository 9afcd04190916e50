import { sendProject, sendRegistration, sendTalk, sendWork } from "./entries.ts";
import type { Filling } from "./form.ts";
import { DAY1, GRID, LAY, NEW } from "./grid.ts";
import type { TestPortal } from "./portal.ts";
import type { Options, Post } from "./posts.ts";
import { DECISION_POSTS } from "./posts-decisions.ts";
import { LATE_POSTS } from "./posts-late.ts";
import { MESSAGE_POSTS } from "./posts-messages.ts";
import { REVIEW_POSTS } from "./posts-reviews.ts";
import { sendAccepted } from "./schedule.ts";
import { SETUP } from "./setup.ts";
import { keptApart } from "./spam.ts";

/** An administrator, after something was prepared. */
const adminWith = (prepare: (portal: TestPortal) => Promise<unknown>) => async (portal: TestPortal) => {
	await prepare(portal);
	return portal.admin();
};
const admin = adminWith(async () => undefined);
const main = (options: Options = {}): Options => ({ selector: 'main form[method="post"]', ...options });
const ofGrid = (form: string, press: string): Options => ({ selector: `form[aria-labelledby=h-${form}]`, press });

const BOARD = "/admin/schedule?entries=ai-next&track=ai-next";
const SERIES: Filling = { every: "30", from: "18:00", to: "19:00", days: ["day1"], tracks: ["ai-next"] };
const SPECIAL: Filling = { title: "Party", day: "day1", track: "", time: "19:00", minutes: "60" };
const CSV =
	"name,email,companySchool,position,countryRegion,forumTopic\nTao,tao@example.org,School,Professor,中国,ai-education\n";

const accepted = (portal: TestPortal) => sendAccepted(portal, ["A talk"]);

/** An administrator, and a talk that is in no list. @param set another column of it */
const withApart = (presence: "spam" | "unchecked", set = "id = id") =>
	adminWith(async (portal) => {
		const id = await sendTalk(portal);
		await portal.db.write(() =>
			portal.sqlite.exec(`${keptApart(presence, id)} update entries set ${set} where id = ${id}`),
		);
	});

/** What the organisers' pages do with a form. */
export const CONSOLE_POSTS: readonly Post[] = [
	{
		row: "/admin/spam",
		what: "puts an entry back",
		agent: withApart("spam"),
		options: { selector: "main form:has(table)", button: "do.let-in-one" },
		says: "1 entry is back as it was.",
	},
	{
		row: "/admin/spam",
		what: "lets entries in",
		agent: withApart("unchecked"),
		path: "/admin/spam?unchecked",
		filling: { ids: ["1"] },
		options: { selector: "main form:has(table)", button: "do.let-in" },
		says: "1 entry was let in.",
	},
	{
		row: "/admin/spam",
		what: "removes an entry",
		agent: withApart("unchecked"),
		path: "/admin/spam?unchecked",
		options: { selector: "main form:has(table)", button: "do.remove-one" },
		says: "1 entry removed as spam.",
	},
	{
		row: "/admin/spam",
		what: "lifts the mark of a network",
		agent: withApart("spam", "sent_from = 'a network'"),
		path: "/admin/spam?networks",
		options: { selector: "main form:has(table)", button: "do.lift" },
		says: "The mark was lifted.",
	},
	{
		row: "/admin/proposals",
		what: "saves rows",
		agent: adminWith((portal) => sendTalk(portal)),
		filling: { "status-1": "Accept" },
		options: main(),
		says: "1 change saved.",
	},
	{
		row: "/admin/proposals",
		what: "saves a view",
		agent: admin,
		path: "/admin/proposals?status=Hold",
		filling: { "view-name": "On hold" },
		options: main({ selector: "form:has([name=view-name])", button: "do.view-save" }),
		says: "The view “On hold” was saved.",
	},
	{
		row: "/admin/proposals",
		what: "saves a panel",
		agent: adminWith((portal) => sendTalk(portal)),
		path: "/admin/proposals?modal=panelist&id=1",
		options: main({ button: "do.panel" }),
		says: "Panelist tracks and keywords saved.",
	},
	{
		row: "/admin/proposals",
		what: "sends a letter",
		agent: adminWith(accepted),
		path: "/admin/proposals?modal=email&id=1",
		options: main({ button: "do.send" }),
		says: "in the outbox",
	},
	{
		row: "/admin/team",
		what: "invites somebody",
		agent: admin,
		filling: { email: "sun@example.org", role: "administrator" },
		options: { selector: "main form[aria-labelledby=h-invite]" },
		says: "The invitation to sun@example.org is in the outbox.",
	},
	{
		row: "/admin/mail",
		what: "sends a test",
		agent: admin,
		options: main({ button: "do.test" }),
		says: "in the outbox",
	},
	{
		row: "/admin/tracks",
		what: "adds a track",
		agent: admin,
		path: "/admin/tracks?modal=track",
		filling: { label: "A new track" },
		options: main(),
		says: "saved",
	},
	{
		row: "/admin/tracks",
		what: "changes a track",
		agent: admin,
		path: "/admin/tracks?q=next&modal=track&id=ai-next&edit=1",
		filling: { label: "AI Later" },
		options: main(),
		says: "saved",
	},
	{
		row: "/admin/schedule",
		what: "places a talk",
		agent: adminWith(accepted),
		path: BOARD,
		filling: { entry: "1" },
		options: main({ button: "do.place.day2-ai-next-09:00" }),
		says: "A talk scheduled at 09:00",
	},
	{
		row: "/admin/schedule/release",
		what: "releases",
		agent: adminWith(async () => undefined),
		filling: { note: "Come." },
		options: main(),
		says: "Version 1 is public.",
	},
	{
		row: "/admin/schedule/grid",
		what: "adds a day",
		agent: admin,
		path: GRID,
		filling: { date: "2025-09-15" },
		options: ofGrid("day", "do.add-day"),
		says: "15 September 2025",
	},
	{
		row: "/admin/schedule/grid",
		what: "saves rooms",
		agent: admin,
		path: DAY1,
		filling: { "room-ai-next": "Hall 7" },
		options: ofGrid("tracks", "do.tracks"),
		says: "saved",
	},
	{
		row: "/admin/schedule/grid",
		what: "adds an event",
		agent: admin,
		path: NEW,
		filling: SPECIAL,
		options: ofGrid("special", "do.special"),
		says: "Party",
	},
	{
		row: "/admin/schedule/grid",
		what: "shows what a series would add",
		agent: admin,
		path: LAY,
		filling: SERIES,
		options: ofGrid("series", "do.preview"),
		says: "18:00 18:30 19:00",
	},
	{
		row: "/admin/forum",
		what: "saves rows",
		agent: adminWith((portal) => sendRegistration(portal)),
		filling: { "status-1": "Accept" },
		options: main(),
		says: "1 change saved.",
	},
	{
		row: "/admin/forum",
		what: "saves notes",
		agent: adminWith((portal) => sendRegistration(portal)),
		path: "/admin/forum?modal=details&id=1",
		filling: { invitationContact: "Lei" },
		options: { selector: 'form:has([name="do.notes"])', button: "do.notes" },
		says: "saved",
	},
	{
		row: "/admin/forum/import",
		what: "stores a file",
		agent: admin,
		filling: { text: CSV },
		options: main({ press: "do.import" }),
		says: "1 registration was imported",
	},
	{
		row: "/admin/aigc",
		what: "saves rows",
		agent: adminWith((portal) => sendWork(portal)),
		filling: { "status-1": "Accept" },
		options: main(),
		says: "1 change saved.",
	},
	{
		row: "/admin/nominations",
		what: "saves rows",
		agent: adminWith((portal) => sendProject(portal)),
		filling: { "status-1": "Accept" },
		options: main(),
		says: "1 change saved.",
	},
	{
		row: "/admin/event",
		what: "changes the event",
		agent: admin,
		filling: { place: "Suzhou" },
		options: { selector: "form[aria-labelledby=h-event]" },
		says: "The event was saved.",
	},
	{
		row: "/admin/event/next",
		what: "begins the next edition",
		agent: admin,
		filling: { name: "Hangzhou 2026" },
		options: { selector: "form[aria-labelledby=h-next]" },
		says: "Hangzhou 2026 is the current event now.",
	},
	...DECISION_POSTS,
	...MESSAGE_POSTS,
	...LATE_POSTS,
	...REVIEW_POSTS,
	{
		row: "/admin/mail/texts/:kind",
		what: "changes the text of a mail",
		path: "/admin/mail/texts/accept",
		agent: admin,
		filling: { subjectEn: "Your talk {{title}}" },
		options: main(),
		says: "The text was saved.",
	},
	{
		row: "/admin/event/setup",
		what: "applies a document",
		agent: admin,
		filling: { text: JSON.stringify(SETUP) },
		options: { selector: "form[aria-labelledby=h-import]", press: "do.import" },
		says: "changes were applied.",
	},
	{
		row: "/admin/programmes",
		what: "closes a call",
		agent: admin,
		filling: { state: "closed" },
		options: { selector: "form[aria-labelledby=p-hangzhou]" },
		says: "was saved.",
	},
	{
		row: "/admin/programmes",
		what: "shows what settings would do",
		agent: admin,
		filling: { state: "closed" },
		options: { selector: "form[aria-labelledby=p-hangzhou]", press: "do.preview" },
		says: "/hangzhou",
	},
];
