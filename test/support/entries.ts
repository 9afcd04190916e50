import type { TestPortal } from "./portal.ts";
import { addressOf, portrait, talkFields } from "./talks.ts";

/** What programs send: a talk, works of both AIGC tracks, a project, a registration. Each call resolves to its number. */

export const APPLIED = "Applied AI & Interactive Demos Track";
export const ARTISTIC = "AIGC-Driven Artistic Works Track";

type Fields = Record<string, string>;

async function post(portal: TestPortal, path: string, fields: Fields): Promise<number> {
	const { body } = await portal.agent().post(path).type("form").send(fields).expect(201);
	return body.id;
}

export async function sendTalk(portal: Pick<TestPortal, "agent">, changes: Fields = {}): Promise<number> {
	const request = portal.agent().post("/api/submit");
	for (const [name, value] of Object.entries(talkFields(changes))) request.field(name, value);
	const { name, bytes } = await portrait();
	const { body } = await request.attach("file", bytes, { filename: name }).expect(201);
	return body.id;
}

const person = () => ({
	name: "韩梅梅",
	email: addressOf("mei"),
	org: "Studio",
	country: "China",
	phone: "+86 138 0000 0000",
});
const promises = { attendanceConfirm: "Yes", uploadMethodConfirm: "Yes", originalityConsent: "true" };

export function sendWork(portal: TestPortal, changes: Fields = {}): Promise<number> {
	return post(portal, "/api/spotlight", {
		category: "sl-aigc",
		...person(),
		spotlightTrack: APPLIED,
		title: "A demo",
		applicationFields: '["education"]',
		description: "It teaches.",
		presentFormats: '["poster"]',
		submissionFormats: '["paper"]',
		deviceRequirements: '["led-screen"]',
		exhibitedBefore: "No",
		...promises,
		...changes,
	});
}

export function sendArtwork(portal: TestPortal, changes: Fields = {}): Promise<number> {
	return post(portal, "/api/spotlight", {
		category: "sl-aigc",
		...person(),
		spotlightTrack: ARTISTIC,
		artworkTitle: "An artwork",
		artworkDescription: "It glows.",
		artworkCategories: '["visual-art"]',
		artworkInteractionFormats: '["static-display"]',
		artworkSubmissionFormats: '["image"]',
		artworkDeviceRequirements: '["led-screen"]',
		artworkEnvironmentRequirements: '["dark-room"]',
		artworkExhibitedBefore: "No",
		...promises,
		...changes,
	});
}

export function sendProject(portal: TestPortal, changes: Fields = {}): Promise<number> {
	return post(portal, "/api/spotlight", {
		category: "sl-hz",
		projectname: "A project",
		projectrepo: "https://code.example/project",
		maintainers: "3",
		overview: "It compiles.",
		projectage: "5 years",
		why: "It is good.",
		nominatorname: "Li Lei",
		nominatoremail: addressOf("lei"),
		ownername: "Han Meimei",
		owneremail: addressOf("mei"),
		...changes,
	});
}

export function sendRegistration(portal: TestPortal, changes: Fields = {}): Promise<number> {
	return post(portal, "/api/forum/entries", {
		name: "林涛",
		email: addressOf("tao"),
		companySchool: "Example 大学",
		position: "Professor",
		countryRegion: "中国",
		forumTopic: '["ai-education"]',
		...changes,
	});
}
