import { type HTMLElement, parse } from "node-html-parser";
import { expect, it } from "vitest";
import { KEYWORDS } from "../../app/enumerations.ts";
import { INVITATION_STATUSES } from "../../app/programmes/forum.ts";
import { access } from "../../server/access.ts";
import { sendArtwork, sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import { englishIn, faultsIn } from "../support/languages.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { place, release } from "../support/published.ts";
import { accept } from "../support/schedule.ts";

/** Names, and what the specification has in one language only: words that judges are found by, tracks without Chinese. */
const NAMES = [
	"Hangzhou",
	"Rostrum Foundation",
	"English",
	"JPG",
	"OpenWallet",
	"GDC",
	"Dora",
	"SGLang",
	"EN",
	"iCalendar",
	"Atom",
	"XML",
	"message",
	...KEYWORDS,
];
/** What is somebody's own and no text of the portal. */
const OWN =
	/https?:\S+|Asia\/Shanghai|\b[a-z]+(?:-[a-z]+)+\b|portrait\.jpg|1 KB|[\w.+-]+@[\w.-]+\w|\b(?:talk|nomination|aigc|forum|day\d)-[\w:-]+|\/[\w/-]+|[0-9a-f]{8,}/g;
const SAMPLES: Record<string, string> = { ":spot": "talk-1", ":id": "1", ":kind": "talk" };
const ATTRIBUTES = ["aria-label", "title", "placeholder", "alt"];

/**
 * What a page says, without what is marked as being in another language: texts, and the names of controls and of
 * the window. Marks in those are heard, or drawn by others.
 */
function saidOn(html: string): { texts: string[]; named: string[] } {
	const page = parse(html.replace(/^<!DOCTYPE html>/, ""));
	for (const element of page.querySelectorAll("script, noscript, style, code, pre, textarea, [lang=en]"))
		element.remove();
	const named = page.querySelectorAll("*").flatMap((one) => ATTRIBUTES.map((name) => one.getAttribute(name) ?? ""));
	named.push(page.querySelector("title")?.remove().text ?? "");
	const texts = (element: HTMLElement): string[] =>
		element.childNodes.flatMap((node) => (node.nodeType === 3 ? [node.text] : texts(node as HTMLElement)));
	const tidy = (all: string[]) => all.map((text) => text.trim()).filter(Boolean);
	return { texts: tidy(texts(page)), named: tidy(named) };
}

it("says nothing in English on any Chinese page but names", async () => {
	const portal = await openPortal();
	const zh = { ...portal, agent: () => portal.agent().set("Accept-Language", "zh-CN") };
	const ids: number[] = [];
	const person = {
		name: "韩梅梅",
		org: "杭州大学",
		bio: "写编译器。",
		role: "教师",
		abstract: "摘要",
		title: "编译器",
	};
	for (const email of ["a@example.org", "b@example.org"])
		ids.push(await sendTalk(zh, { ...person, email, tracks: "ai-next" }));
	const work = {
		title: "夜光",
		artworkTitle: "夜光",
		description: "会发光。",
		artworkDescription: "会发光。",
		name: "李雷",
		org: "工作室",
		country: "中国",
	};
	ids.push(await sendWork(zh, work), await sendArtwork(zh, work));
	ids.push(
		await sendProject(zh, {
			projectname: "项目",
			overview: "概述",
			projectage: "五年",
			why: "很好",
			nominatorname: "李雷",
			ownername: "韩梅梅",
		}),
	);
	ids.push(await sendRegistration(zh, { companySchool: "杭州大学", position: "教授" }));
	accept(portal, ids.slice(0, 2));
	await place(portal, 1, ["day1", "ai-next", "10:00"]);
	await release(portal);
	await place(portal, 1, ["day1", "ai-next", "11:00"]);
	portal.sqlite.exec('update entries set incomplete = \'["bio","file"]\' where id = 2');
	await portal.services.administrators.create(ADMIN.email, ADMIN.password);
	const admin = zh.agent();
	await admin.post("/login").type("form").send(ADMIN).expect(303);
	const table = { selector: 'form[method="post"][action^="/admin/proposals"]' };
	await submitForm(admin, (await admin.get("/admin/proposals")).text, { "status-2": "Hold" }, table).expect(200);
	const letter = (await admin.get("/admin/proposals?modal=email&id=1&language=zh")).text;
	await submitForm(admin, letter, {}, { selector: "main form", press: "do.send" }).expect(200);

	const pages = access.filter(({ kind, method, path }) => kind === "page" && method === "GET" && !path.includes("*"));
	const paths = pages.map(({ path }) => path.replace(/:\w+/g, (name) => SAMPLES[name] ?? name));
	const dialogs = ["details", "email", "panelist"].map((modal) => `/admin/proposals?modal=${modal}&id=1`);
	const further = [
		...[
			"/nowhere",
			"/hangzhou?event=pytorch",
			"/?modal=register",
			"/verify?token=x",
			"/reset-password?token=x&email=a@b.c",
		],
		...[
			"/entry/talk-99",
			"/hangzhou?spot=talk-1",
			"/thank-you?entry=talk-1",
			"/admin/proposals?q=zzz",
			"/admin/mail?state=failed",
		],
		...[
			"/admin/proposals?modal=details&id=2",
			"/admin/proposals?modal=email&id=2",
			`/admin/forum?modal=details&id=${ids[5]}`,
		],
		...[
			`/admin/forum?modal=email&id=${ids[5]}`,
			`/admin/aigc?modal=details&id=${ids[2]}`,
			`/admin/aigc?modal=details&id=${ids[3]}`,
		],
		...[
			`/admin/nominations?modal=details&id=${ids[4]}`,
			"/admin/tracks?modal=edit&id=ai-next",
			"/admin/tracks?modal=new",
		],
		...[
			"/admin/schedule?entries=ai-next&track=ai-next",
			"/admin/schedule/grid?day=day1",
			"/admin/schedule/grid?special=1",
		],
		...["/proposals?modal=details&id=1", `/nominations-aigc?modal=details&id=${ids[2]}`, "/login?return=%2Fhangzhou"],
	];
	const names = [...NAMES, ...portal.services.forumImport.columns, ...INVITATION_STATUSES.map(({ value }) => value)];
	const faults = new Map<string, string>();
	const look = (where: string, html: string) => {
		const { texts, named } = saidOn(html);
		for (const text of [...texts, ...named]) {
			const own = text.replace(OWN, " # ");
			const wrong = [...englishIn(own, names), ...(texts.includes(text) ? faultsIn(own) : [])];
			if (wrong.length > 0) faults.set(`${text.slice(0, 120)}: ${wrong.join(" | ")}`, where);
		}
	};
	const guest = zh.agent();
	let seen = 0;
	for (const [who, agent] of [
		["guest", guest],
		["admin", admin],
	] as const) {
		for (const path of [...paths, ...dialogs, ...further]) {
			const { text, type, status } = await agent.get(path);
			expect([path, status < 500]).toEqual([path, true]);
			if (type !== "text/html" || (status >= 300 && status < 400)) continue;
			seen += 1;
			look(`${who} ${path}`, text);
		}
		for (const path of ["/hangzhou", "/spotlight-hz", "/spotlight-aigc", "/spotlight-aigc-artistic", "/forum"]) {
			const form = (await agent.get(path)).text;
			look(`${who} ${path} with problems`, (await submitForm(agent, form, {}).expect(422)).text);
		}
	}
	expect(seen).toBeGreaterThan(80);
	expect([...faults]).toEqual([]);
});
