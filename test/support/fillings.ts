import { expect } from "vitest";
import { type File, type Filling, shownValue, shownValues, textOfPage } from "./form.ts";
import type { TestPortal } from "./portal.ts";
import { portrait } from "./talks.ts";

/** Complete forms of every programme, with all optional answers. */

const person = { name: "李雷 Li Lei", email: "lei@example.org", org: "Example 大学" };

export const TALK: Filling = {
	consent: true,
	...person,
	bio: "Maintains a compiler.\nPlays the pipa.",
	role: "Engineer",
	bluesky: "https://bsky.app/profile/lei.example",
	mastodon: "@lei@social.example",
	linkedin: "https://www.linkedin.com/in/lei",
	github: "https://github.com/lei",
	website: "lei.example.org",
	twitter: "@lei",
	tracks: "agentic-web",
	language: "Chinese",
	title: "A compiler for everybody",
	abstract: "What we learned from a thousand merge requests.",
	details: "Only for the organisers.",
};

export const NOMINATION: Filling = {
	projectname: "Pagoda",
	projectrepo: "https://git.example.org/pagoda",
	maintainers: "12",
	overview: "A build tool.\nSmall and quick.",
	projectage: "4 years",
	why: "It saves everybody an hour a day.",
	impact: "Used by 300 companies.",
	sponsored: "No",
	web: "https://pagoda.example.org",
	nominatorname: "Han Meimei",
	nominatoremail: "mei@example.org",
	ownersame: false,
	ownername: "Li Lei",
	owneremail: "lei@example.org",
};

const aigcPerson = {
	consent: true,
	...person,
	country: "中国",
	phone: "+86 571 0000 0000",
	website: "https://lei.example.org",
};
const aigcEnd = {
	workLink: "https://lei.example.org/work",
	attendanceConfirm: "Maybe",
	uploadMethodConfirm: "Yes",
	originalityConsent: true,
};

export const APPLIED: Filling = {
	...aigcPerson,
	title: "A robot that listens",
	applicationFields: ["education", "other"],
	applicationFieldOther: "Libraries",
	description: "It answers the questions of visitors.",
	presentFormats: ["robot", "other"],
	presentFormatOther: "A walk",
	submissionFormats: ["demo-video", "other"],
	submissionFormatOther: "Source text",
	deviceRequirements: ["robot-area", "other"],
	deviceRequirementOther: "A bell",
	exhibitedBefore: "Yes",
	exhibitedBeforeDetails: "Shanghai, 2024",
	...aigcEnd,
};

export const ARTISTIC: Filling = {
	...aigcPerson,
	artworkTitle: "西湖 at night",
	artworkDescription: "Pictures that follow the wind.",
	artworkCategories: ["visual-art", "Other"],
	artworkCategoryOther: "Weather",
	artworkInteractionFormats: ["static-display", "Other"],
	artworkInteractionOther: "Fans",
	artworkSubmissionFormats: ["video", "Other"],
	artworkSubmissionOther: "Model files",
	artworkDeviceRequirements: ["led-screen", "Other"],
	artworkDeviceOther: "A fog machine",
	artworkEnvironmentRequirements: ["dark-room", "Other"],
	artworkEnvironmentOther: "Near the water",
	artworkExhibitedBefore: "Yes",
	artworkExhibitedBeforeDetails: "Suzhou, 2023",
	...aigcEnd,
};

export const FORUM: Filling = {
	consent: true,
	name: person.name,
	email: person.email,
	companySchool: "Example 大学",
	position: "Professor",
	countryRegion: "其他",
	countryRegionOther: "Iceland",
	background: "Writes about schools.",
	recommender: "Han Meimei",
	forumTopic: ["ai-education", "ai-evolution"],
};

export const APPLIED_TRACK = "Applied AI & Interactive Demos Track";
export const ARTISTIC_TRACK = "AIGC-Driven Artistic Works Track";

export interface Call {
	/** Address of the form. */
	path: string;
	filling: Filling;
	/** The call that takes the same, and what it is told besides. */
	api: string;
	fixed: Record<string, string>;
	photo: boolean;
}

/** Every form visitors may fill in once all programmes are open. */
export const CALLS = {
	hangzhou: { path: "/hangzhou", filling: TALK, api: "/api/submit", fixed: {}, photo: true },
	paris: { path: "/paris", filling: TALK, api: "/api/submit", fixed: { category: "aiparis" }, photo: true },
	"sl-hz": {
		path: "/spotlight-hz",
		filling: NOMINATION,
		api: "/api/spotlight",
		fixed: { category: "sl-hz" },
		photo: false,
	},
	applied: {
		path: "/spotlight-aigc-applied",
		filling: APPLIED,
		api: "/api/spotlight",
		fixed: { category: "sl-aigc", spotlightTrack: APPLIED_TRACK },
		photo: false,
	},
	artistic: {
		path: "/spotlight-aigc-artistic",
		filling: ARTISTIC,
		api: "/api/spotlight",
		fixed: { category: "sl-aigc", spotlightTrack: ARTISTIC_TRACK },
		photo: false,
	},
	forum: { path: "/forum", filling: FORUM, api: "/api/forum/entries", fixed: {}, photo: false },
} satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;
export const CALL_NAMES = Object.keys(CALLS) as CallName[];

/** The category of each call. */
export const CATEGORY: Record<CallName, string> = {
	hangzhou: "hangzhou",
	paris: "aiparis",
	"sl-hz": "sl-hz",
	applied: "sl-aigc",
	artistic: "sl-aigc",
	forum: "forum",
};

/** The filling with a photo, where the form asks for one. */
export async function complete(name: CallName, changes: Filling = {}): Promise<Filling> {
	const { filling, photo } = CALLS[name];
	return { ...filling, ...(photo && { file: await portrait() }), ...changes };
}

/** Opens every call, also those that are shipped closed. */
export async function openAll(portal: TestPortal): Promise<void> {
	await portal.db.write(() => void portal.sqlite.exec("update programmes set state = 'open'"));
}

/** Expects the form of a page to hold exactly the typed values. */
export function expectShown(html: string, filling: Filling): void {
	for (const [name, value] of Object.entries(filling)) {
		if (typeof value === "string") expect([name, shownValue(html, name)]).toEqual([name, value]);
		else if (typeof value === "boolean")
			expect([name, shownValue(html, name)]).toEqual([name, value ? "true" : undefined]);
		else if (Array.isArray(value)) expect([name, shownValues(html, name)]).toEqual([name, value]);
		else expect(textOfPage(html)).toContain("Photo received: portrait.jpg");
	}
}

/** Answers of an entry without a column of their own, as they are stored. */
export function answersOf(portal: TestPortal, id: number): Record<string, unknown> {
	return JSON.parse(String(portal.sqlite.prepare("select answers from entries where id = ?").pluck().get(id)));
}

type Agent = ReturnType<TestPortal["agent"]>;
type Given = Filling[string];

/** The filling as a program sends it to the call: lists repeated, ticks as `true` and `false`. */
export function callApi(agent: Agent, name: CallName, filling: Filling, more: Record<string, string> = {}) {
	const { api, fixed, photo } = CALLS[name];
	const request = agent.post(api);
	const pairs = Object.entries({ ...filling, ...fixed, ...more }).flatMap(([key, value]) =>
		textsOf(value).map((text): [string, string] => [key, text]),
	);
	if (!photo) return request.type("form").send(new URLSearchParams(pairs).toString());
	for (const [key, text] of pairs) request.field(key, text);
	const { file } = filling;
	if (isFile(file)) request.attach("file", file.bytes, file.name);
	return request;
}

function textsOf(value: Given): readonly string[] {
	if (Array.isArray(value)) return value;
	return isFile(value) ? [] : [String(value)];
}

function isFile(value: Given | undefined): value is File {
	return typeof value === "object" && "bytes" in value;
}
