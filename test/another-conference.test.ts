import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LOCALES } from "../app/i18n.ts";
import { openAnotherYear, openBlank } from "./support/blank.ts";
import { CALLS, questionOf, said } from "./support/calls.ts";
import { firstAdministrator, IDEA, MEADOW, runConference } from "./support/conference.ts";
import { submitForm } from "./support/form.ts";
import { DAY1, GRID, LAY } from "./support/grid.ts";
import { temporaryDirectory } from "./support/portal.ts";
import type { Reader } from "./support/reader.ts";
import { runToEnd } from "./support/server.ts";
import { SETUP } from "./support/setup.ts";
import { openMailbox } from "./support/smtp.ts";

/** The lines of the first day on the overview. */
const FIRST_DAY = ["noName", "noFrontText", "noSupport", "noDays", "noTracks", "noSlots"].concat(
	...["untestedMail", "oneAdministrator", "noCall"],
) as ("noName" | "noCall")[];

async function overview({ agent, t }: Reader): Promise<{ left: number[]; text: string }> {
	const text = said(await agent.get("/admin").expect(200));
	const left = FIRST_DAY.flatMap((name, at) => (text.includes(t(`overviewMessages.todo.${name}`)) ? [at] : []));
	return { left, text };
}

/** Everything that organisers set up, by the controls and buttons of the console. */
async function setUp(boss: Reader): Promise<void> {
	const { agent: admin, t } = boss;
	const first = await overview(boss);
	expect(first.left).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
	expect(first.text.indexOf(t("overviewMessages.firstDay"))).toBeLessThan(
		first.text.indexOf(t("overviewMessages.totals")),
	);
	const left = async () => (await overview(boss)).left;

	const event = Object.entries(MEADOW).map(([name, value]) => [
		t(`eventPage.fields.${name as keyof typeof MEADOW}`),
		value,
	]);
	expect((await boss.fill("/admin/event", t("eventPage.save"), Object.fromEntries(event))).status).toBe(200);
	expect(await left()).toEqual([3, 4, 5, 6, 7, 8]);
	expect(said(await boss.fill("/admin/mail", t("outbox.test"), {}))).toContain("boss@meadow.org");
	expect(await left()).toEqual([3, 4, 5, 7, 8]);
	const track = { [t("tracks.label")]: "Grass", [t("tracks.labelZh")]: "草地" };
	expect((await boss.fill("/admin/tracks?modal=track", t("tracks.save"), track)).status).toBe(200);

	const inChinese = (field: string) => t("callPage.inChinese", { field });
	const name = t("callPage.controls.label");
	await boss.fill(
		`${CALLS}/all`,
		t("callPage.create"),
		{ [name]: "Ideas", [inChinese(name)]: "想法", [t("callPage.address")]: "/ideas" },
		{ from: "template:talks" },
	);
	const asked = { [t("callPage.question")]: IDEA.en, [t("callPage.questionZh")]: IDEA.zh };
	const question = await boss.fill(questionOf("ideas", "abstract"), t("callPage.saveQuestion"), asked);
	expect(question.status).toBe(200);
	const noted = { [t("callPage.controls.note")]: "A change" };
	const published = await boss.fill(`${CALLS}/ideas/publish`, t("callPage.publish"), noted);
	expect(said(published)).toContain(t("callPage.published", { version: 1 }));
	await open(boss);
	expect(await left()).toEqual([3, 5, 7]);

	await boss.fill(GRID, t("grid.addDay"), { [t("grid.date")]: "2027-09-04" });
	expect(await left()).toEqual([5, 7]);
	await boss.fill(DAY1, t("grid.saveTracks"), {}, { tracks: ["grass"], "room-grass": "Yurt" });
	const series = { [t("grid.every")]: "30", [t("grid.from")]: "09:00", [t("grid.lastAt")]: "10:00" };
	const shown = await boss.fill(LAY, t("grid.preview"), series, { days: ["day1"], tracks: ["grass"] });
	await submitForm(admin, shown.text, {}, { selector: "form.plan-form", press: "do.lay" });
	expect(await left()).toEqual([7]);
}

/** Opens the new call until a day; the form of the other call has the same labels. */
async function open({ agent, t }: Reader): Promise<void> {
	const { text } = await agent.get(CALLS).expect(200);
	expect(text).toContain(t("programmes.states.dates"));
	const filling = { state: "dates", closes: "2027-06-30" };
	await submitForm(agent, text, filling, { selector: 'form[aria-labelledby="p-ideas"]' }).expect(200);
}

it.each(LOCALES)(
	"another conference runs from a blank event to its schedule, through pages only, in %s",
	async (locale) => {
		const mailbox = await openMailbox();
		const portal = await openBlank({ SMTP_URL: mailbox.url, MAIL_FROM: "cfp@meadow.org" });
		portal.start();
		const boss = await firstAdministrator(portal, locale);
		await setUp(boss);
		await runConference(portal, boss);
	},
);

/** The same conference as a file. */
function documentOf() {
	const [call] = SETUP.calls;
	const [unselected] = SETUP.tracks;
	if (!call || !unselected) throw new Error("no call");
	const sections = call.definition.sections.map((section) => ({
		...section,
		fields: section.fields.map((field) => (field.name === "abstract" ? { ...field, label: IDEA } : field)),
	}));
	const definition = { ...call.definition, category: "ideas", path: "/ideas", sections };
	const slots = ["09:00", "09:30", "10:00"].map((time) => ({ time, minutes: 30 }));
	return {
		...SETUP,
		event: { ...SETUP.event, ...MEADOW },
		tracks: [unselected, { ...unselected, id: "grass", kind: "track", label: "Grass", labelZh: "草地" }],
		calls: [{ ...call, definition, state: "dates", closesAt: "2027-06-30T23:59:59.999+08:00" }],
		grid: { days: [{ date: "2027-09-04", tracks: [{ id: "grass", room: "Yurt", slots }], specials: [] }] },
	};
}

it.each(LOCALES)("another conference runs from a set-up document alone, in %s", async (locale) => {
	const folder = temporaryDirectory();
	const place = { DATA_DIR: join(folder, "data"), UPLOADS_DIR: join(folder, "uploads") };
	const file = join(folder, "meadow.json");
	writeFileSync(file, JSON.stringify(documentOf()));
	expect(await runToEnd("cli.js", place, ["init", "--template", "blank"])).toMatchObject({ code: 0 });
	expect(await runToEnd("cli.js", place, ["event", "import", file])).toMatchObject({ code: 0 });
	const portal = await openAnotherYear(place);
	const boss = await firstAdministrator(portal, locale);
	expect((await overview(boss)).left).toEqual([7]);
	await runConference(portal, boss);
});
