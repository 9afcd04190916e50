import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { pathsOf } from "../../app/programmes/forms.ts";
import { installation } from "../support/backups.ts";
import { sendTalk, sendWork } from "../support/entries.ts";
import { openPortal, type TestPortal, temporaryDirectory } from "../support/portal.ts";
import { publishTalks, release } from "../support/released-schedule.ts";
import { startServer } from "../support/server.ts";
import { talkFields, talkForm } from "../support/talks.ts";
import { programmes } from "../support/templates.ts";

/** Where no PUBLIC_URL is set. */
const ORIGIN = "http://localhost:3000";

/** Each public page as it may be asked for, and its one address. */
const PAGES: Readonly<Record<string, string>> = {
	"/": "/",
	"/login": "/",
	"/?modal=register": "/?modal=register",
	"/schedule": "/schedule",
	"/schedule?day=day2&track=ai-next": "/schedule?day=day2",
	"/schedule/1": "/schedule/1",
	"/schedule/versions": "/schedule/versions",
	"/proposals?q=talk&sort=title": "/proposals",
	"/proposals?modal=details&id=1&sort=title": "/proposals?modal=details&id=1",
	"/nominations-aigc?q=x": "/nominations-aigc",
	"/api/docs": "/api/docs",
	"/HANGZHOU/": "/hangzhou",
	"/hangzhou?event=pytorch": "/hangzhou?event=pytorch",
	...Object.fromEntries(programmes.flatMap(pathsOf).map((path) => [path, path])),
};

const get = (portal: TestPortal, path: string) => portal.agent().get(path);

function sharedIn(html: string) {
	const head = parse(html).querySelector("head");
	const metas = head?.querySelectorAll("meta[property^='og:'], meta[name^='twitter:']") ?? [];
	return {
		canonical: head?.querySelectorAll("link[rel=canonical]").map((link) => link.getAttribute("href")),
		...Object.fromEntries(
			metas.map((meta) => [meta.getAttribute("property") ?? meta.getAttribute("name"), meta.getAttribute("content")]),
		),
	} as { canonical: string[] } & Record<string, string>;
}

/** Width and height that a PNG states, and whether it is one. */
function sizeOf(png: Buffer): unknown[] {
	return [png.subarray(1, 4).toString("latin1"), png.readUInt32BE(16), png.readUInt32BE(20)];
}

const cardOf = async (portal: TestPortal, path: string) =>
	(sharedIn((await get(portal, path).expect(200)).text)["og:image"] ?? "").replace(ORIGIN, "");

describe("where its link is shared,", () => {
	it.each([
		["en", "en_GB"],
		["zh", "zh_CN"],
	])("every public page says in %s what it is, with a picture", async (language, locale) => {
		const portal = await openPortal();
		await publishTalks(portal, { count: 2, tracks: ["ai-next"] });
		await sendWork(portal);
		const images = new Set<string>();
		for (const [path, own] of Object.entries(PAGES)) {
			const { text } = await get(portal, path).set("Accept-Language", language).expect(200);
			const { canonical, ...said } = sharedIn(text);
			const description = parse(text).querySelector("meta[name=description]")?.getAttribute("content");
			expect([path, canonical, said]).toEqual([
				path,
				[ORIGIN + own],
				{
					"og:title": expect.stringMatching(/\S/),
					"og:description": description,
					"og:type": /^\/schedule\/1|modal=details/.test(own) ? "article" : "website",
					"og:url": ORIGIN + own,
					"og:site_name": "Hangzhou 2025",
					"og:locale": locale,
					"og:image": expect.stringMatching(/^http:\/\/localhost:3000\/cards\/[\w-]+\.png\?v=[0-9a-f]{16}$/),
					"og:image:width": "1200",
					"og:image:height": "630",
					"og:image:alt": expect.stringMatching(/\S/),
					"twitter:card": "summary_large_image",
				},
			]);
			images.add((said["og:image"] ?? "").replace(ORIGIN, ""));
		}
		expect(images.size).toBe(2);
		for (const image of images) {
			const { body, headers } = await get(portal, image).expect(200);
			expect([headers["content-type"], ...sizeOf(body)]).toEqual(["image/png", "PNG", 1200, 630]);
		}
	});

	it("addresses begin with PUBLIC_URL", async () => {
		const portal = await openPortal({ PUBLIC_URL: "https://cfp.example" });
		const { text } = await get(portal, "/hangzhou").set("Host", "cfp.example").expect(200);
		const said = sharedIn(text);
		expect(
			[said.canonical[0], said["og:url"], said["og:image"]].map((address) => new URL(address ?? "").origin),
		).toEqual(Array(3).fill("https://cfp.example"));
	});

	it("a page that search engines leave out says nothing", async () => {
		const portal = await openPortal();
		for (const path of ["/thank-you", "/login?return=%2Fdashboard", "/nowhere", "/forgot-password"])
			expect([path, sharedIn((await get(portal, path)).text)]).toEqual([path, { canonical: [] }]);
	});

	it("a talk shows its title and speaker, before its release as well while the list is public", async () => {
		const portal = await openPortal();
		const id = await sendTalk(portal, { title: "Compilers & <agents>", name: "Zoë", org: "Atelier" });
		const said = sharedIn((await get(portal, `/proposals?modal=details&id=${id}`)).text);
		expect(said["og:title"]).toBe("Compilers & <agents>");
		expect(said["og:image:alt"]).toMatch(/^Compilers & <agents> · Zoë · Atelier · /);
		const { body } = await get(portal, (said["og:image"] ?? "").replace(ORIGIN, "")).expect(200);
		expect(sizeOf(body)).toEqual(["PNG", 1200, 630]);
	});
});

describe("a card", () => {
	it("is kept for a year under its version, and not sent twice to who has it", async () => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "Before" });
		const before = await cardOf(portal, "/proposals?modal=details&id=1");
		const first = await get(portal, before).expect(200);
		expect(first.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
		expect(first.headers["cross-origin-resource-policy"]).toBe("cross-origin");
		await get(portal, before).set("If-None-Match", String(first.headers.etag)).expect(304);
		await portal.db.write(() => void portal.sqlite.exec("update entries set title = 'After' where id = 1"));
		const after = await cardOf(portal, "/proposals?modal=details&id=1");
		expect(after).not.toBe(before);
		const late = await get(portal, before).expect(200);
		const now = await get(portal, after).expect(200);
		expect(late.headers["cache-control"]).toBe("public, max-age=300");
		expect([late.body.equals(now.body), first.body.equals(now.body)]).toEqual([true, false]);
	});

	it("of a talk that is not public is not there", async () => {
		const portal = await openPortal({ PUBLIC_PROPOSALS: "off" });
		await publishTalks(portal, { count: 4, tracks: ["ai-next"] });
		const status = async (id: number) => (await portal.agent().get(`/cards/talk-${id}-en.png`)).status;
		const later = await sendTalk(portal, { title: "Unreleased" });
		await portal.db.write(() => {
			portal.sqlite.exec("update entries set presence = 'withdrawn' where id = 2");
			portal.sqlite.exec("update entries set consent = 0 where id = 3");
			portal.sqlite.exec("update entries set status = 'Reject' where id = 4");
		});
		const found = await Promise.all([1, 2, 3, 4, later, 999, 0].map(status));
		expect(found).toEqual([200, 404, 404, 404, 404, 404, 404]);
		await release(portal);
		for (const name of ["talk-1-fr.png", "talk-x-en.png", "conference.png", "talk-1-en.svg", "talk--1-en.png"])
			expect([name, (await portal.agent().get(`/cards/${name}`)).status]).toEqual([name, 404]);
		await portal.agent().post("/cards/talk-1-en.png").expect(405);
	});

	it.each([
		["a very long word", "W".repeat(300)],
		["a title of many lines", "编译器与智能体".repeat(40)],
		["marks of the markup", '<span foreground="red">&amp; " \' ]]> &#1;'],
		["signs without a shape", "\u200b\u202e\u{e0041} ‮x"],
		[
			"characters of every script",
			Array.from({ length: 290 }, (_, n) => String.fromCodePoint(0x0900 + n * 7)).join(""),
		],
		["letters under piles of marks", `Z${"\u0335\u0322\u0353".repeat(90)}`],
	])("is drawn for %s as well", async (_name, title) => {
		const portal = await openPortal();
		await sendTalk(portal, { title: "x" });
		await portal.db.write(
			() => void portal.sqlite.prepare("update entries set title = ?, name = ?").run(title, title.slice(0, 200)),
		);
		const { body } = await portal.agent().get("/cards/talk-1-zh.png").expect(200);
		expect(sizeOf(body)).toEqual(["PNG", 1200, 630]);
	});
});

describe("on a machine that lacks fonts", () => {
	const fonts = (rules: string) => {
		const folder = temporaryDirectory();
		const file = join(folder, "fonts.conf");
		writeFileSync(file, `<fontconfig>${rules}<cachedir>${folder}</cachedir></fontconfig>`);
		return file;
	};
	const TITLES = ["编译器与智能体", "机器人与操作系统"];
	/** Every font that has a character of the titles, whatever its name. */
	const chinese = [...new Set(TITLES.join(""))].map(
		(char) => `<pattern><patelt name="charset"><charset><int>${char.codePointAt(0)}</int></charset></patelt></pattern>`,
	);
	const withoutChinese = `<dir>/usr/share/fonts</dir><selectfont><rejectfont>${chinese.join("")}</rejectfont></selectfont>`;

	/** Cards of two Chinese talks, and the conference's. */
	async function cards(rules: string) {
		const server = await startServer({ ...installation(), FONTCONFIG_FILE: fonts(rules) });
		for (const title of TITLES) {
			const body = await talkForm(talkFields({ title, name: "李雷", org: "大学" }));
			expect((await fetch(`${server.origin}/api/submit`, { method: "POST", body })).status).toBe(201);
		}
		const names = ["talk-1-zh", "talk-2-zh", "conference-en"];
		return Promise.all(
			names.map(async (name) => Buffer.from(await (await fetch(`${server.origin}/cards/${name}.png`)).arrayBuffer())),
		);
	}

	it("what they cannot draw is left out, and the rest is still a picture", async () => {
		const [one, other, conference] = (await cards(withoutChinese)) as [Buffer, Buffer, Buffer];
		expect([one, other, conference].map(sizeOf)).toEqual(Array(3).fill(["PNG", 1200, 630]));
		expect(one.equals(other)).toBe(true);
		const bare = (await cards("")) as [Buffer, Buffer, Buffer];
		expect(bare.map(sizeOf)).toEqual(Array(3).fill(["PNG", 1200, 630]));
		expect(bare.every((card) => card.equals(bare[0]))).toBe(true);
		expect(conference.equals(bare[2])).toBe(false);
	});

	it("with a Chinese font the titles are there", async () => {
		const [one, other] = (await cards("<dir>/usr/share/fonts</dir>")) as [Buffer, Buffer];
		expect(one.equals(other)).toBe(false);
	});
});
