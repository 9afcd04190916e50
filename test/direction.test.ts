import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { TEXT_CONTROLS } from "../app/mails/text-controls.ts";
import { pathsOf } from "../app/programmes/forms.ts";
import { CALLS, press, questionOf, said } from "./support/calls.ts";
import { BEGIN, NEXT, YEAR } from "./support/editions.ts";
import { save } from "./support/event.ts";
import { errorsOf, type Filling, shownValue, submitForm } from "./support/form.ts";
import { NEW, order } from "./support/grid.ts";
import { openPortal, sharePortal } from "./support/portal.ts";
import { set } from "./support/programme-settings.ts";
import { talkFields, talkForm } from "./support/talks.ts";
import { programmes } from "./support/templates.ts";

const CONTROLS = [..."\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"];
const TURNED = "Ann \u202eetirw";
const SAID = "contains an invisible character that turns the direction of text around";

const LINES = ["text", "email", "url", "tel"].map((type) => `input[type=${type}]`).concat("input:not([type])");

describe("a control of writing direction in a line", () => {
	it.each(programmes.flatMap(pathsOf))("is refused beside each field of %s; longer texts keep it", async (path) => {
		const portal = await openPortal();
		portal.sqlite.exec("update programmes set state = 'open'");
		const agent = portal.agent();
		const page = (await agent.get(path).expect(200)).text;
		const form = parse(page).querySelector("form.programme");
		const names = (selector: string) =>
			(form?.querySelectorAll(selector) ?? []).map((one) => one.getAttribute("name") ?? "");
		const [lines, texts] = [names(LINES.join()), names("textarea")];
		expect(lines.length).toBeGreaterThan(2);
		const filling = Object.fromEntries([...lines, ...texts].map((name) => [name, TURNED]));
		const { text } = await submitForm(agent, page, filling).expect(422);
		const { beside } = errorsOf(text);
		for (const name of lines) expect([name, beside[name]]).toEqual([name, expect.stringContaining(SAID)]);
		for (const name of texts) expect([name, String(beside[name])]).toEqual([name, expect.not.stringContaining(SAID)]);
		for (const name of [...lines, ...texts]) expect([name, shownValue(text, name)]).toEqual([name, TURNED]);
	});

	it("is refused by calls, each of them", async () => {
		const portal = await openPortal();
		const send = async (changes: Record<string, string>) => {
			const body = await talkForm(talkFields(changes));
			const answer = await fetch(`${portal.origin}/api/submit`, { method: "POST", body });
			return [answer.status, ((await answer.json()) as { problems?: { field: string }[] }).problems?.[0]?.field];
		};
		for (const one of CONTROLS) expect([one, ...(await send({ name: `A${one}b` }))]).toEqual([one, 400, "name"]);
		expect(await send({ abstract: CONTROLS.join("a") })).toEqual([201, undefined]);
		// What right-to-left scripts are written with is no control.
		expect(await send({ name: "شخص ما", title: "שלום 世界 a\u200db" })).toEqual([201, undefined]);
		const given = { username: "ann@example.org", password: "plum-tree-77", name: TURNED };
		const answer = await portal.agent().post("/api/auth/register").send(given).expect(422);
		expect(JSON.stringify(answer.body)).toContain(SAID);
		const admin = await portal.admin();
		const panel = { panelist: [], keywords: [TURNED] };
		await admin.patch("/api/entries/1").set("Sec-Fetch-Site", "same-origin").send(panel).expect(400);
	});

	const opened = sharePortal(async (portal) => ({ portal, admin: await portal.admin() }));
	type Refused = { status: number; text: string };
	const pages: [string, () => Promise<Refused>][] = [
		["the event", () => save(opened().admin, { name: TURNED })],
		["a track", () => fillIn("/admin/tracks?modal=track", { label: TURNED })],
		["the next edition", () => fillIn(NEXT, { ...YEAR, name: TURNED }, BEGIN)],
		[
			"a new call",
			() =>
				press(opened().admin, `${CALLS}/all`, "do.create", {
					from: "template:talks",
					label: TURNED,
					labelZh: "新",
					path: "/new",
				}),
		],
		["a question", () => press(opened().admin, questionOf("hangzhou", "title"), "do.save", { label: TURNED })],
		[
			"an option",
			() => press(opened().admin, questionOf("hangzhou", "language"), "do.save", { "option-0-en": TURNED }),
		],
		[
			"the address of a call elsewhere",
			() => set(opened().admin, "rust", { state: "external", link: `https://a.org/${TURNED}` }),
		],
		[
			"a special event",
			() => order(opened().admin, NEW, "special", "do.special", { title: TURNED, time: "12:00", minutes: "30" }),
		],
		["the subject of an email", () => fillIn("/admin/mail/texts/receipt", { [TEXT_CONTROLS.en.subject]: TURNED })],
	];
	it.each(pages)("is refused on the page of %s, in words", async (_, send) => {
		const refused = await send();
		expect([refused.status, said(refused)]).toEqual([422, expect.stringContaining(SAID)]);
	});

	async function fillIn(path: string, filling: Filling, form = { selector: 'main form[method="post"]' }) {
		const { admin } = opened();
		return submitForm(admin, (await admin.get(path).expect(200)).text, filling, form);
	}
});
