import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { pathsOf } from "../../app/programmes/forms.ts";
import { access } from "../support/addresses.ts";
import { sendTalk, sendWork } from "../support/entries.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { publishTalks } from "../support/released-schedule.ts";
import { programmes } from "../support/templates.ts";

/** What everybody may find. */
const PUBLIC = [
	"/",
	"/login",
	"/?modal=register",
	"/schedule",
	"/schedule?day=day2",
	"/schedule/1",
	"/proposals",
	"/proposals?modal=details&id=1",
	"/nominations-aigc",
	"/api/docs",
	"/hangzhou?event=pytorch",
	...programmes.flatMap(pathsOf),
];

/** Pages of a person, and steps of a process. */
const PRIVATE = [
	"/thank-you",
	"/thank-you?entry=talk-1",
	"/register",
	"/forgot-password",
	"/reset-password",
	"/verify?token=x",
	"/login?return=%2Fdashboard",
	"/login?ended=1",
	"/login-success",
	"/nowhere",
	"/entry/talk-99",
	"/setup",
];

interface Meta {
	path: string;
	robots: string | undefined;
	description: string | undefined;
}

async function metaOf(agent: ReturnType<TestPortal["agent"]>, path: string): Promise<Meta> {
	const { text } = await agent.get(path);
	const contents = (name: string) =>
		parse(text)
			.querySelectorAll(`head meta[name=${name}]`)
			.map((meta) => meta.getAttribute("content"))
			.join();
	return { path, robots: contents("robots") || undefined, description: contents("description") || undefined };
}

async function openFilled(): Promise<TestPortal> {
	const portal = await openPortal();
	await publishTalks(portal, { count: 2, tracks: ["ai-next"] });
	await sendWork(portal);
	return portal;
}

describe.each([
	["en", /^[\x20-\x7e–]{20,160}$/],
	["zh", /^.*\p{Script=Han}{2}.*$/u],
])("in %s", (language, sentence) => {
	it("every public page describes itself to search engines in a sentence of that language", async () => {
		const agent = (await openFilled()).agent().set("Accept-Language", language);
		const wrong: Meta[] = [];
		for (const path of PUBLIC) {
			const meta = await metaOf(agent, path);
			// A talk is described by its speaker and title, in the language they were given in.
			const fits = path.startsWith("/schedule/") ? /: / : sentence;
			if (meta.robots !== undefined || !fits.test(meta.description ?? "")) wrong.push(meta);
		}
		expect(wrong).toEqual([]);
	});
});

it("pages that belong to somebody, steps and errors ask search engines to leave them out", async () => {
	const portal = await openFilled();
	const agent = portal.agent();
	const found = [];
	for (const path of PRIVATE) found.push(await metaOf(agent, path));
	expect(found).toEqual(PRIVATE.map((path) => ({ path, robots: "noindex", description: undefined })));
});

it("so does every page of who is signed in, and the form with an entry in it", async () => {
	const portal = await openFilled();
	const id = await sendTalk(portal);
	const admin = await portal.admin();
	const paths = access
		.filter(
			(
				{ kind, method, who, path }, // A download, or data for a page, is no page that a search engine could show.
			) =>
				kind === "page" &&
				method === "GET" &&
				who !== "everyone" &&
				!/:|\/(copy|reading|setup\.json|statistics\.csv)$/.test(path),
		)
		.map(({ path }) => path);
	expect(paths).toEqual(expect.arrayContaining(["/dashboard", "/admin", "/admin/proposals", "/admin/editor"]));
	const found = [];
	const own = [`/entry/talk-${id}`, `/hangzhou?spot=talk-${id}`, "/admin/proposals?modal=details&id=1"];
	for (const path of [...paths, ...own]) found.push(await metaOf(admin, path));
	expect(found).toEqual([...paths, ...own].map((path) => ({ path, robots: "noindex", description: undefined })));
});
