import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { register } from "../support/accounts.ts";
import { sendArtwork, sendProject, sendTalk, sendWork } from "../support/entries.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { cookiesOf } from "../support/sessions.ts";

const OWNER = "mei@example.org";

/** Everything that was sent becomes the speaker's. */
async function own(portal: TestPortal): Promise<void> {
	await register(portal, OWNER);
	const set = "update entries set user_id = (select id from users where email = ?)";
	await portal.db.write(() => void portal.sqlite.prepare(set).run(OWNER));
}

/** The answers on the cards of the dashboard, in its order, each as label and text. */
async function cards(portal: TestPortal, language: "en" | "zh" = "en"): Promise<string[][][]> {
	const cookies = Object.entries(await cookiesOf(portal, OWNER, language)).map((pair) => pair.join("="));
	const { text } = await portal
		.agent()
		.get("/dashboard")
		.set("Cookie", [...cookies, `lang=${language}`].join("; "))
		.set("Accept-Language", language)
		.expect(200);
	return parse(text)
		.querySelectorAll("main .cards > li:has(h3 a[href^='/entry/'])")
		.map((card) => [
			[card.querySelector("h3")?.textContent ?? ""],
			...card.querySelectorAll("dl > div").map((one) => one.querySelectorAll("dt, dd").map((part) => part.textContent)),
		]);
}

const TALK = { title: "Compilers", name: "李雷", org: "Example", role: "Engineer", language: "Chinese" };

describe("the dashboard", () => {
	it("lists the answers of a talk that the specification names, under the labels of its form", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { ...TALK, tracks: "ai-next" });
		await own(portal);
		expect(await cards(portal)).toEqual([
			[
				["Compilers"],
				["Talk Language", "Chinese"],
				["Topic Track", "AI Next"],
				["Name", "李雷"],
				["Organization", "Example"],
				["Role", "Engineer"],
			],
		]);
		expect(await cards(portal, "zh")).toEqual([
			[
				["Compilers"],
				["演讲语言", "中文"],
				["专题", "AI未来"],
				["姓名", "李雷"],
				["公司或组织", "Example"],
				["职务", "Engineer"],
			],
		]);
	});

	it("lists those of a nominated project, with links that lead there, and leaves out what nobody answered", async () => {
		const portal = await openPortal();
		await sendProject(portal, { projectname: "Pagoda", web: "https://pagoda.example", sponsored: "Lake Ltd" });
		await own(portal);
		const repository = "https://code.example/project";
		const all = [
			["Pagoda"],
			["Website", "https://pagoda.example"],
			["Repository URL", repository],
			["Project Age", "5 years"],
			["Sponsored", "Lake Ltd"],
			["Nominator Name", "Li Lei"],
			["Owner Name", "Han Meimei"],
			["Number of Maintainers", "3"],
		];
		expect(await cards(portal)).toEqual([all]);
		await portal.db.write(() =>
			portal.sqlite.exec("update entries set answers = json_remove(answers, '$.web', '$.sponsored')"),
		);
		expect(await cards(portal)).toEqual([all.filter(([label = ""]) => !["Website", "Sponsored"].includes(label))]);
	});

	it("lists the person and the track of a work", async () => {
		const portal = await openPortal();
		await sendWork(portal, { title: "Tutor" });
		await sendArtwork(portal, { artworkTitle: "夜光" });
		await own(portal);
		const person = [
			["Name", "韩梅梅"],
			["Affiliation", "Studio"],
		];
		const found = await cards(portal);
		expect(found.sort()).toEqual(
			[
				[["Tutor"], ...person, ["Spotlight track", "Applied AI & Interactive Demos Track"]],
				[["夜光"], ...person, ["Spotlight track", "AIGC-Driven Artistic Works Track"]],
			].sort(),
		);
	});

	it("lists the short required answers of a call whose form is another one, by REST as well", async () => {
		const portal = await openPortal();
		await sendTalk(portal, TALK);
		await own(portal);
		await portal.db.write(() => {
			const level = `json_object('kind', 'text', 'name', 'level', 'label', json_object('en', 'Level', 'zh', '难度'),
				'required', json('true'), 'audience', 'owner', 'max', 200)`;
			const fields = "$.sections[1].fields";
			// The question for the role is another one, and nobody is asked for the language.
			portal.sqlite.exec(`update programme_versions set definition = json_remove(
				json_set(definition, '${fields}[4]', ${level}), '$.sections[2].fields[1]'), at = at + 1 where category = 'hangzhou'`);
			portal.sqlite.exec("update entries set answers = json_set(answers, '$.level', 'Beginners')");
		});
		const [[title, ...answers] = []] = await cards(portal);
		expect(title).toEqual(["Compilers"]);
		expect(answers.map(([label]) => label)).toEqual(["Topic Track", "Name", "Organization", "Level"]);
		expect(answers.at(-1)).toEqual(["Level", "Beginners"]);
		const cookies = Object.entries(await cookiesOf(portal, OWNER)).map((pair) => pair.join("="));
		const { body } = await portal.agent().get("/api/spotlights/user").set("Cookie", cookies.join("; ")).expect(200);
		expect(body).toEqual([expect.objectContaining({ id: "talk-1", title: "Compilers", level: "Beginners" })]);
	});
});
