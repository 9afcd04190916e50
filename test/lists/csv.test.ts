import { describe, expect, it } from "vitest";
import { download } from "../support/csv.ts";
import { sendArtwork, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { accept, multiplyAccepted } from "../support/schedule.ts";
import { replaceTimer } from "../support/timers.ts";

const TALKS =
	"id,name,email,bio,org,role,bluesky,mastodon,linkedin,github,website,twitter,phone,tracks,language,title,abstract,details,subject,status,logs,panelist,keywords,scheduled,mail,withdrawn,incomplete,reference";
const REGISTRATIONS =
	"id,name,email,companySchool,position,countryRegion,countryRegionOther,background,recommender,forumTopic,invitationConfirmed,invitationContact,currentProgress,status,withdrawn,incomplete,reference";
const WORKS =
	"ID,Name,Email,Affiliation,Country,Phone,Website,Spotlight track,Title,Application fields,Application fields: other,Description,Presentation formats,Presentation formats: other,Submission formats,Submission formats: other,Device requirements,Device requirements: other,Exhibited before (Applied AI & Interactive Demos Track),Where it was exhibited (Applied AI & Interactive Demos Track),Artwork title,Artwork description,Artwork categories,Artwork categories: other,Interaction formats,Interaction formats: other,Artwork submission formats,Artwork submission formats: other,Artwork devices,Artwork devices: other,Environment requirements,Environment requirements: other,Exhibited before (AIGC-Driven Artistic Works Track),Where it was exhibited (AIGC-Driven Artistic Works Track),Attendance,Upload confirmation,Originality consent,Status,Withdrawn,Incomplete,Reference";

describe("the file of talks", () => {
	it("has exactly these bytes: BOM, columns, guard, quotes, CRLF, and a name in event time", async () => {
		const portal = await openPortal();
		await sendTalk(portal, {
			name: "李雷, the 2nd",
			email: "lei@example.org",
			bio: 'He said "hi".\nTwice.',
			org: "＝SUM(A1)",
			role: "@home",
			title: "=1+1",
			abstract: "plain",
			details: "\u200b-5",
			twitter: "+86 138",
			tracks: "ai-next",
		});
		portal.clock.now = Date.parse("2025-09-13T17:05:00Z");
		const admin = await portal.admin();
		const { name, text } = await download(admin, "/admin/export/talk");
		expect(name).toBe("proposals-09-14-01-05.csv");
		expect(text).toBe(
			`\ufeff${TALKS}\r\n1,"李雷, the 2nd",lei@example.org,"He said ""hi"".\nTwice.",'＝SUM(A1),'@home,(N/A),(N/A),(N/A),(N/A),(N/A),'+86 138,(N/A),ai-next,English,'=1+1,plain,'\u200b-5,(N/A),New,(N/A),(N/A),(N/A),false,(N/A),false,(N/A),talk-1\r\n`,
		);
	});

	it("marks withdrawn and incomplete entries and the acceptance email, after the specified columns", async () => {
		const portal = await openPortal();
		for (const title of ["A", "B"]) await sendTalk(portal, { title });
		portal.sqlite.exec("update entries set presence = 'withdrawn', incomplete = '[\"bio\",\"file\"]' where id = 1");
		accept(portal, [2]);
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals?modal=email&id=2")).text;
		await submitForm(admin, page, {}, { selector: "main form", press: "do.send" }).expect(200);
		const last = async () =>
			(await download(admin, "/admin/export/talk?sort=id")).text
				.split("\r\n")
				.slice(1, -1)
				.map((line) => line.split(",").slice(-4).join(","));
		expect(await last()).toEqual(['(N/A),true,"bio; file",talk-1', "saved,false,(N/A),talk-2"]);
		const words = textOfPage((await admin.get("/admin/proposals")).text);
		expect(words).toContain("Saved");
		expect(words).not.toContain("Email Already Sent");
	});

	it("has the ticked rows, else all rows of the filter, in the list's order", async () => {
		const portal = await openPortal();
		for (const [title = "", tracks = ""] of [
			["C", "ai-next"],
			["A", "ai-next"],
			["B", "ai-next"],
			["D", "agentic-web"],
		]) {
			await sendTalk(portal, { title, tracks });
		}
		const admin = await portal.admin();
		const ids = async (search: string) =>
			(await download(admin, `/admin/export/talk${search}`)).text
				.split("\r\n")
				.slice(1, -1)
				.map((line) => Number.parseInt(line, 10));
		expect(await ids("")).toEqual([4, 3, 2, 1]);
		expect(await ids("?track=ai-next&sort=title")).toEqual([2, 3, 1]);
		expect(await ids("?track=ai-next&sort=title&ids=4&ids=1")).toEqual([1, 4]);
		expect(await ids("?ids=999")).toEqual([]);
		const page = (await admin.get("/admin/proposals?track=ai-next")).text;
		const form = { selector: 'form[method="post"][action^="/admin/proposals"]', press: "do.csv" };
		const { headers } = await submitForm(admin, page, {}, form).redirects(0).expect(303);
		expect(headers.location).toMatch(/\/admin\/export\/talk\?track=ai-next#$/);
	});
});

it("the file of registrations has these bytes", async () => {
	const portal = await openPortal();
	await sendRegistration(portal, {
		name: "林涛",
		email: "tao@example.org",
		forumTopic: '["ai-education","ai-evolution"]',
		background: "\uff0d1\r\nline",
	});
	const admin = await portal.admin();
	const { name, text } = await download(admin, "/admin/export/forum");
	expect(name).toBe("forum-registrations-07-01-10-00.csv");
	expect(text).toBe(
		`\ufeff${REGISTRATIONS}\r\n1,林涛,tao@example.org,Example 大学,Professor,中国,(N/A),"'\uff0d1\nline",(N/A),"ai-education; ai-evolution",(N/A),(N/A),(N/A),New,false,(N/A),forum-1\r\n`,
	);
	const none = await download(admin, "/admin/export/forum?countryRegion=法国");
	expect(none.text).toBe(`\ufeff${REGISTRATIONS}\r\n`);
});

describe("the file of the showcase", () => {
	async function twoWorks() {
		const portal = await openPortal();
		await sendWork(portal, { email: "one@example.org", title: "+1", applicationFields: '["education","elder-care"]' });
		await sendArtwork(portal, { email: "two@example.org", name: "Zoë", artworkTitle: '夜, "光"' });
		return portal;
	}

	it("has friendly headers and every answer for organisers", async () => {
		const portal = await twoWorks();
		const { name, text } = await download(await portal.admin(), "/admin/export/aigc?sort=id");
		expect(name).toBe("aigc-submissions-07-01-10-00.csv");
		const none = (n: number) => Array(n).fill("(N/A)").join(",");
		expect(text.split("\r\n")).toEqual([
			`\ufeff${WORKS}`,
			`1,韩梅梅,one@example.org,Studio,China,'+86 138 0000 0000,(N/A),Applied AI & Interactive Demos Track,'+1,"education; elder-care",(N/A),It teaches.,poster,(N/A),paper,(N/A),led-screen,(N/A),No,(N/A),${none(14)},Yes,Yes,true,New,false,(N/A),aigc-1`,
			`2,Zoë,two@example.org,Studio,China,'+86 138 0000 0000,(N/A),AIGC-Driven Artistic Works Track,${none(12)},"夜, ""光""",It glows.,visual-art,(N/A),static-display,(N/A),image,(N/A),led-screen,(N/A),dark-room,(N/A),No,(N/A),Yes,Yes,true,New,false,(N/A),aigc-2`,
			"",
		]);
	});

	it("has unique headings in both languages: shared questions name their track", async () => {
		const portal = await openPortal();
		const header = async (lang: string) => {
			const reader = portal.agent();
			reader.set("Accept-Language", lang);
			return (await download(reader, "/nominations-aigc/export")).text.replace("\ufeff", "").trim().split(",");
		};
		for (const lang of ["en", "zh"]) {
			const headers = await header(lang);
			expect([lang, headers.length, new Set(headers).size]).toEqual([lang, 41, 41]);
		}
		expect((await header("zh")).filter((text) => /展出/.test(text))).toEqual([
			"是否曾经展出（应用AI与互动演示赛道）",
			"展出经历（应用AI与互动演示赛道）",
			"是否曾经展出（AIGC艺术作品赛道）",
			"展出经历（AIGC艺术作品赛道）",
		]);
	});

	it("has the same columns for everyone, hidden values as not available, and follows the search", async () => {
		const portal = await twoWorks();
		const { name, text } = await download(portal.agent(), "/nominations-aigc/export?sort=id");
		expect(name).toBe("aigc-submissions-07-01-10-00.csv");
		const none = (n: number) => Array(n).fill("(N/A)").join(",");
		expect(text.split("\r\n")).toEqual([
			`\ufeff${WORKS}`,
			`1,韩梅梅,(N/A),Studio,China,(N/A),(N/A),Applied AI & Interactive Demos Track,'+1,"education; elder-care",(N/A),It teaches.,${none(28)},aigc-1`,
			`2,Zoë,(N/A),Studio,China,(N/A),(N/A),AIGC-Driven Artistic Works Track,${none(12)},"夜, ""光""",It glows.,visual-art,${none(17)},aigc-2`,
			"",
		]);
		const found = await download(portal.agent(), "/nominations-aigc/export?q=glows");
		expect(
			found.text
				.split("\r\n")
				.slice(1, -1)
				.map((line) => line.slice(0, 5)),
		).toEqual(["2,Zoë"]);
	});
});

it("a long list is sent in pieces, and other requests are answered between two of them", async () => {
	const portal = await openPortal();
	await multiplyAccepted(portal, 500);
	const admin = await portal.admin();
	let answered = 0;
	// The server yields between two pieces: here it does so until another request has its answer.
	replaceTimer("setImmediate", async () => {
		await portal.agent().get("/healthz").expect(200);
		answered += 1;
	});
	const { text } = await download(admin, "/admin/export/talk?sort=id");
	expect(text.split("\r\n")).toHaveLength(502);
	// Pieces have 16 KiB and a line at most.
	expect(answered).toBeGreaterThanOrEqual(Math.max(4, Math.floor(text.length / (32 * 1024))));
});
