import type { Page, Request } from "playwright-core";
import { choosePhoto } from "./browser.ts";
import type { TestPortal } from "./portal.ts";
import { enterConsole } from "./sessions.ts";
import { talk } from "./talks.ts";

/** What a person answers: texts to type, options to choose (one or a list), ticks to set or remove. */
export type Filling = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Answers as a person would, control by control, in this order; works with scripts off. */
export async function answer(page: Page, filling: Filling): Promise<void> {
	for (const [name, value] of Object.entries(filling)) {
		const controls = page.locator(`form.programme [name="${name}"]:not([type=hidden])`);
		const kind = await controls.first().evaluate((one) => one.getAttribute("type") ?? one.localName);
		if (typeof value === "boolean") await controls.setChecked(value);
		else if (kind === "select") await controls.selectOption(value as string);
		else if (kind === "checkbox" || kind === "radio") {
			for (const one of [value].flat()) await page.check(`form.programme [name="${name}"][value="${one}"]`);
		} else await controls.fill(value as string);
	}
}

/** What the form holds: texts, and the values that are chosen. */
export async function held(page: Page, names: readonly string[]): Promise<Record<string, string | string[]>> {
	const pairs = names.map(async (name) => {
		const controls = page.locator(`form.programme [name="${name}"]:not([type=hidden])`);
		const values = await controls.evaluateAll((all) =>
			(all as HTMLInputElement[]).map(({ type, value, checked }) =>
				type === "checkbox" || type === "radio" ? (checked ? [value] : []) : value,
			),
		);
		const [first] = values;
		return [name, Array.isArray(first) ? values.flat() : (first ?? "missing")] as const;
	});
	return Object.fromEntries(await Promise.all(pairs));
}

/** Whether a control can be seen, by its name. */
export function isShown(page: Page, name: string): Promise<boolean> {
	return page.locator(`form.programme [name="${name}"]`).first().isVisible();
}

export const nomination: Filling = {
	projectname: "Tokio 中文",
	projectrepo: "https://github.com/tokio-rs/tokio",
	maintainers: "12",
	overview: "An asynchronous runtime.\nUsed by many.",
	projectage: "9 years",
	why: "It carries the ecosystem.",
	impact: "Everywhere",
	sponsored: "No",
	web: "https://tokio.rs",
	nominatorname: "李雷",
	nominatoremail: "lei@example.org",
	ownername: "Han Meimei",
	owneremail: "han@example.org",
};

const showcasePerson: Filling = {
	consent: true,
	name: "李雷",
	email: "lei@example.org",
	org: "Example 大学",
	country: "中国",
	phone: "+86 571 1234",
	website: "https://example.org",
};

const confirmations: Filling = {
	attendanceConfirm: "Maybe",
	uploadMethodConfirm: "Yes",
	originalityConsent: true,
};

export const applied: Filling = {
	title: "A companion for elders",
	applicationFields: ["elder-care", "other"],
	applicationFieldOther: "Hospitals",
	description: "It listens.\nIt answers.",
	presentFormats: ["robot"],
	submissionFormats: ["demo-video", "other"],
	submissionFormatOther: "A poem",
	deviceRequirements: ["robot-area"],
	exhibitedBefore: "Yes",
	exhibitedBeforeDetails: "Shanghai, 2024",
};

export const artistic: Filling = {
	artworkTitle: "江南 in noise",
	artworkDescription: "Water and light.",
	artworkCategories: ["installation", "Other"],
	artworkCategoryOther: "Sculpture",
	artworkInteractionFormats: ["static-display"],
	artworkSubmissionFormats: ["video"],
	artworkDeviceRequirements: ["sound-system"],
	artworkEnvironmentRequirements: ["dark-room", "power-supply"],
	artworkExhibitedBefore: "No",
};

export const showcaseApplied: Filling = { ...showcasePerson, ...applied, ...confirmations };
export const showcaseArtistic: Filling = { ...showcasePerson, ...artistic, ...confirmations };

export const forumRegistration: Filling = {
	consent: true,
	name: "Zoë",
	email: "zoe@example.org",
	companySchool: "ETH",
	position: "Researcher",
	countryRegion: "其他",
	countryRegionOther: "Schweiz",
	background: "Ethics of AI",
	recommender: "Li Lei",
	forumTopic: ["ai-education", "ai-ethics-governance"],
};

/** A talk with everything the public form asks, in the shape of the others; the photo is chosen apart. */
export function talkFilling(changes: Filling = {}): Filling {
	return { ...(talk() as Filling), tracks: "ai-next", language: "Chinese", details: "internal", ...changes };
}

/** Chooses a photo. Where it is sent at once, what shows it moves the buttons: a person waits for it, too. */
export async function addPhoto(page: Page, sentAtOnce: boolean): Promise<void> {
	await choosePhoto(page);
	if (sentAtOnce) await page.waitForSelector(".photo-kept");
}

/** Presses the main button, and waits for what it leads to. */
export async function submit(page: Page, leadsTo: "thanks" | "console" | "problems"): Promise<void> {
	await page.evaluate(() => document.getElementById("errors")?.setAttribute("data-before", ""));
	await page.click("form.programme button.primary");
	if (leadsTo === "thanks") await page.waitForURL(/\/thank-you\?entry=/);
	else if (leadsTo === "console") await page.waitForURL(/modal=details/);
	else await page.waitForSelector("#errors:not([data-before])");
}

/** Whether a request hands in a form: a photo is sent before that. */
export const isSubmission = (request: Request) =>
	request.method() === "POST" && request.headers()["x-requested-with"] === "form";

/** Someone signed in nominates a project: `nomination-1`. */
export async function nominate(portal: TestPortal, page: Page): Promise<void> {
	await enterConsole(portal, page);
	await page.goto("/spotlight-hz");
	await answer(page, nomination);
	await submit(page, "thanks");
}
