import { expect } from "vitest";
import type { Locale } from "../../app/programmes/define.ts";
import { CALLS, said } from "./calls.ts";
import { complete } from "./fillings.ts";
import { submitForm, textOfPage } from "./form.ts";
import type { TestPortal } from "./portal.ts";
import { type Reader, readerOf } from "./reader.ts";

/** Another conference than the shipped one, as its organisers name it. */
export const MEADOW = {
	...{ name: "Meadow Days", nameZh: "草原开源日", place: "Hohhot", placeZh: "呼和浩特", zone: "Asia/Shanghai" },
	...{ organisation: "Meadow Foundation", organisationZh: "草原基金会", support: "ask@meadow.org" },
	...{ front: "Two days in the grass.", frontZh: "草原上的一天。" },
};

/** What its call asks for instead of an abstract. */
export const IDEA = { en: "Your idea in short", zh: "简述你的想法" };

const SHOWN: Record<Locale, { front: RegExp; schedule: RegExp; name: string }> = {
	en: {
		front: /Meadow Days[\s\S]*4 September 2027[\s\S]*Hohhot/,
		schedule: /Grass[\s\S]*09:00[\s\S]*Clover for compilers/,
		name: MEADOW.name,
	},
	zh: {
		front: /草原开源日[\s\S]*2027年9月4日[\s\S]*呼和浩特/,
		schedule: /草地[\s\S]*09:00[\s\S]*Clover for compilers/,
		name: MEADOW.nameZh,
	},
};

/** The first administrator, by the link that the server prints. */
export async function firstAdministrator(portal: TestPortal, locale: Locale): Promise<Reader> {
	const boss = readerOf(portal.agent(), locale);
	const { t } = boss;
	const path = `/setup?token=${await portal.services.administrators.newSetupToken()}`;
	const password = "correct-horse-9";
	const { status } = await boss.fill(path, t("setup.submit"), {
		[t("login.emailLabel")]: "boss@meadow.org",
		[t("login.passwordLabel")]: password,
		[t("register.confirm")]: password,
	});
	expect(status).toBe(303);
	return boss;
}

/**
 * What follows once `/ideas` is open and 4 September 2027 has slots for the track `grass`: a talk is submitted, read,
 * exported, placed and made public, and nothing on the way names the event of the specification.
 */
export async function runConference(portal: TestPortal, boss: Reader): Promise<void> {
	const { agent: admin, locale, t } = boss;
	const speaker = portal.agent().set("Accept-Language", locale);
	const form = (await speaker.get("/ideas").expect(200)).text;
	expect(textOfPage(form)).toContain(IDEA[locale]);
	const talk = await complete("hangzhou", { tracks: "grass", title: "Clover for compilers" });
	const { headers } = await submitForm(speaker, form, talk).expect(303);
	expect(headers.location).toContain("/thank-you?entry=talk-1");

	const details = await admin.get("/admin/proposals?modal=details&id=1").expect(200);
	expect(said(details)).toContain(IDEA[locale]);
	expect(said(details)).toContain(String(talk.abstract));
	const rows = (await admin.get("/admin/export/talk").expect(200)).text.split("\r\n");
	expect(rows.filter((row) => row.includes("Clover for compilers"))).toHaveLength(1);
	await boss.fill("/admin/proposals", t("admin.save"), {}, { "status-1": "Accept" });

	const plan = (await admin.get("/admin/schedule?entries=grass&track=grass").expect(200)).text;
	const [slot = ""] = /do\.place\.\w+-grass-09:00/.exec(plan) ?? [];
	await submitForm(admin, plan, { entry: "1" }, { selector: "form.board", button: slot });
	const note = { [t("release.note")]: "First" };
	const released = await boss.fill("/admin/schedule/release", t("release.button", { version: 1 }), note);
	expect(said(released)).toContain(t("releaseMessages.done", { version: 1 }));

	const { front, schedule, name } = SHOWN[locale];
	expect(said(await speaker.get("/schedule").expect(200))).toMatch(schedule);
	expect((await speaker.get("/").expect(200)).text).toMatch(front);
	const read = "select group_concat(subject || body || coalesce(calendar, '')) from outbox";
	const mails = String(portal.sqlite.prepare(read).pluck().get());
	expect(mails).toContain(name);
	for (const text of [mails, ...(await everything(portal, admin))]) expect(text).not.toMatch(/hangzhou|杭州|2025/i);
}

/** Pages and files that visitors and organisers see of a conference under way. */
async function everything(portal: TestPortal, admin: Reader["agent"]): Promise<string[]> {
	const paths = ["/", "/ideas", "/talks", "/schedule", "/schedule/1", "/schedule.ics", "/schedule.json"]
		.concat("/schedule.xml", "/schedule.atom", "/proposals", "/api/entries", "/api/openapi.json", "/api/docs")
		.concat("/dashboard", "/nowhere", "/admin", "/admin/proposals", "/admin/editor", "/admin/export/talk")
		.concat("/admin/mail", CALLS, `${CALLS}/all`);
	const answers: string[] = [];
	for (const agent of [portal.agent(), admin])
		for (const language of ["en", "zh"])
			for (const path of paths)
				answers.push((await agent.get(path).set("Accept-Language", language).buffer(true)).text);
	return answers;
}
