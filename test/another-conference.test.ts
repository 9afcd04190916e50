import { expect, it } from "vitest";
import { openBlank } from "./support/blank.ts";
import { CALLS, press, publish, questionOf, said } from "./support/calls.ts";
import { save } from "./support/event.ts";
import { complete } from "./support/fillings.ts";
import { submitForm, textOfPage } from "./support/form.ts";
import { DAY1, GRID, LAY, order } from "./support/grid.ts";
import type { TestPortal } from "./support/portal.ts";
import { set } from "./support/programme-settings.ts";
import { openMailbox } from "./support/smtp.ts";

const FORM = { selector: 'main form[method="post"]' };
const SERIES = { every: "30", from: "09:00", to: "10:00", days: ["day1"] };
const PASSWORD = "correct-horse-9";

type Agent = ReturnType<TestPortal["agent"]>;

const MEADOW = {
	...{ name: "Meadow Days", nameZh: "草原开源日", place: "Hohhot", placeZh: "呼和浩特", zone: "Asia/Shanghai" },
	...{ organisation: "Meadow Foundation", organisationZh: "草原基金会", support: "ask@meadow.org" },
	...{ front: "Two days in the grass.", frontZh: "草原上的一天。" },
};

/** The lines of the first day on the overview. */
const FIRST_DAY = [
	"The event still has its placeholder name",
	"The front page has no text about the event yet",
	"The support address is a placeholder",
	"The event has no days yet",
	"There are no tracks yet",
	"The schedule grid has no slots yet",
	"No test email has been sent yet",
	"There is only one administrator",
	"No call is open or scheduled to open",
];

async function overview(admin: Agent): Promise<{ left: string[]; text: string }> {
	const text = said(await admin.get("/admin").expect(200));
	return { left: FIRST_DAY.filter((line) => text.includes(line)), text };
}

/** The first administrator, by the link that the server prints. */
async function firstAdministrator(portal: TestPortal): Promise<Agent> {
	const admin = portal.agent();
	const path = `/setup?token=${await portal.services.administrators.newSetupToken()}`;
	const { text } = await admin.get(path).expect(200);
	const account = { email: "boss@meadow.org", password: PASSWORD, confirm: PASSWORD };
	await submitForm(admin, text, account, FORM).expect(303);
	return admin;
}

it("another conference runs from a blank event to its schedule, through pages only", async () => {
	const mailbox = await openMailbox();
	const portal = await openBlank({ SMTP_URL: mailbox.url });
	portal.start();
	const admin = await firstAdministrator(portal);
	const first = await overview(admin);
	expect(first.left).toEqual(FIRST_DAY);
	expect(first.text).toMatch(/Set up the event[\s\S]*Totals/);
	const left = async () => (await overview(admin)).left.map((line) => FIRST_DAY.indexOf(line));

	await save(admin, MEADOW).then(({ status }) => expect(status).toBe(200));
	expect(await left()).toEqual([3, 4, 5, 6, 7, 8]);
	const mail = await admin.get("/admin/mail");
	const tested = await submitForm(admin, mail.text, {}, { ...FORM, button: "do.test" });
	expect(said(tested)).toContain("boss@meadow.org");
	expect(await left()).toEqual([3, 4, 5, 7, 8]);
	const track = (await admin.get("/admin/tracks?modal=track")).text;
	await submitForm(admin, track, { label: "Grass", labelZh: "草" }, FORM).expect(200);

	await press(admin, `${CALLS}/all`, "do.create", {
		from: "template:talks",
		label: "Ideas",
		labelZh: "想法",
		path: "/ideas",
	});
	const changed = await press(admin, questionOf("ideas", "abstract"), "do.save", { label: "Your idea in short" });
	expect(changed.status).toBe(200);
	expect(said(await publish(admin, "ideas"))).toContain("Version 1 is public.");
	await set(admin, "ideas", { state: "dates", closes: "2027-06-30" });
	expect(await left()).toEqual([3, 5, 7]);

	await order(admin, GRID, "day", "do.add-day", { date: "2027-09-04" });
	expect(await left()).toEqual([5, 7]);
	await order(admin, DAY1, "tracks", "do.tracks", { tracks: ["grass"], "room-grass": "Yurt" });
	const shown = await order(admin, LAY, "series", "do.preview", { ...SERIES, tracks: ["grass"] });
	await submitForm(admin, shown.text, {}, { selector: "form.plan-form", press: "do.lay" });
	expect(await left()).toEqual([7]);

	const speaker = portal.agent();
	const form = (await speaker.get("/ideas").expect(200)).text;
	expect(textOfPage(form)).toContain("Your idea in short");
	const talk = { ...(await complete("hangzhou")), tracks: "grass", title: "Clover for compilers" };
	const { headers } = await submitForm(speaker, form, talk).expect(303);
	expect(headers.location).toContain("/thank-you?entry=talk-1");
	const list = (await admin.get("/admin/proposals").expect(200)).text;
	await submitForm(admin, list, { "status-1": "Accept" }, { selector: "form:has([name=status-1])" });

	const board = "/admin/schedule?entries=grass&track=grass";
	const plan = (await admin.get(board).expect(200)).text;
	await submitForm(admin, plan, { entry: "1" }, { selector: "form.board", button: "do.place.day1-grass-09:00" });
	const release = (await admin.get("/admin/schedule/release")).text;
	expect(said(await submitForm(admin, release, { note: "First" }, FORM))).toContain("Version 1 is public.");

	const schedule = said(await portal.agent().get("/schedule").expect(200));
	expect(schedule).toMatch(/Grass[\s\S]*09:00[\s\S]*Clover for compilers/);
	expect((await portal.agent().get("/")).text).toMatch(/Meadow Days[\s\S]*4 September 2027[\s\S]*Hohhot/);
	const written = portal.sqlite.prepare("select group_concat(subject || body || coalesce(calendar, '')) from outbox");
	expect(String(written.pluck().get())).toContain("Meadow Days");
	for (const text of [String(written.pluck().get()), ...(await everything(portal, admin))])
		expect(text).not.toMatch(/hangzhou|杭州|2025/i);
});

/** Pages and files that visitors and organisers see of a conference under way. */
async function everything(portal: TestPortal, admin: Agent): Promise<string[]> {
	const paths = [
		"/",
		"/ideas",
		"/talks",
		"/schedule",
		"/schedule/1",
		"/schedule.ics",
		"/schedule.json",
		"/schedule.xml",
	]
		.concat("/schedule.atom", "/proposals", "/api/entries", "/api/openapi.json", "/api/docs", "/dashboard", "/nowhere")
		.concat("/admin", "/admin/proposals", "/admin/editor", "/admin/export/talk", "/admin/mail", CALLS, `${CALLS}/all`);
	const answers: string[] = [];
	for (const agent of [portal.agent(), admin])
		for (const language of ["en", "zh"])
			for (const path of paths)
				answers.push((await agent.get(path).set("Accept-Language", language).buffer(true)).text);
	return answers;
}
