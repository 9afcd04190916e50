import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "../support/browser.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";
import {
	addPhoto,
	answer,
	type Filling,
	forumRegistration,
	held,
	nomination,
	showcaseApplied,
	showcaseArtistic,
	submit,
	talkFilling,
} from "../support/programmes.ts";
import { enterConsole } from "../support/sessions.ts";

const APPLIED = "Applied AI & Interactive Demos Track";
const ARTISTIC = "AIGC-Driven Artistic Works Track";

interface Row {
	category: string;
	userId: number | null;
	consent: number | null;
	columns: Record<string, string | null>;
	answers: Record<string, unknown>;
	incomplete: string[];
}

function rowsOf(portal: TestPortal): Row[] {
	const rows = portal.sqlite.prepare("select * from entries order by id").all() as Record<string, string>[];
	return rows.map((row) => ({
		category: String(row.category),
		userId: row.user_id === null ? null : Number(row.user_id),
		consent: row.consent === null ? null : Number(row.consent),
		columns: {
			name: row.name ?? "",
			email: row.email ?? "",
			org: row.org ?? "",
			title: row.title ?? "",
			trackId: row.track_id ?? null,
		},
		answers: JSON.parse(row.answers ?? ""),
		incomplete: JSON.parse(row.incomplete ?? ""),
	}));
}

/** What is left of a filling for the column of answers. */
function without(filling: Filling, ...names: string[]): Record<string, unknown> {
	return Object.fromEntries(Object.entries(filling).filter(([name]) => !names.includes(name)));
}

async function signInAsAdmin(portal: TestPortal, page: Page): Promise<void> {
	await enterConsole(portal, page);
}

interface Journey {
	path: string;
	filling: Filling;
	/** The first line of the summary when nothing was answered, and how many lines there are. */
	first: string;
	problems: number;
	stored: (filling: Filling) => Row;
}

const soft = (label: string) => `${label} is required (2 more attempts before auto-proceed)`;
const showcase = (filling: Filling, title: unknown, own: Record<string, unknown>): Row => ({
	category: "sl-aigc",
	userId: null,
	consent: 1,
	columns: {
		name: String(filling.name),
		email: String(filling.email),
		org: String(filling.org),
		title: String(title),
		trackId: null,
	},
	answers: { ...without(filling, "consent", "name", "email", "org", "title", "artworkTitle"), workLink: "", ...own },
	incomplete: [],
});

const JOURNEYS: Record<string, Journey> = {
	nomination: {
		path: "/spotlight-hz",
		filling: nomination,
		first: "Project Name is required",
		problems: 10,
		stored: (filling) => ({
			category: "sl-hz",
			userId: null,
			consent: null,
			columns: { name: "李雷", email: "lei@example.org", org: "", title: "Tokio 中文", trackId: null },
			answers: { ...without(filling, "projectname", "nominatorname", "nominatoremail"), ownersame: false },
			incomplete: [],
		}),
	},
	"applied showcase": {
		path: "/spotlight-aigc-applied",
		filling: showcaseApplied,
		first: soft("Consent"),
		problems: 16,
		stored: (filling) => showcase(filling, filling.title, { spotlightTrack: APPLIED }),
	},
	"artistic showcase": {
		path: "/spotlight-aigc-artistic",
		filling: showcaseArtistic,
		first: soft("Consent"),
		problems: 17,
		stored: (filling) => showcase(filling, filling.artworkTitle, { spotlightTrack: ARTISTIC }),
	},
	forum: {
		path: "/forum",
		filling: forumRegistration,
		first: "Consent is required",
		problems: 7,
		stored: (filling) => ({
			category: "forum",
			userId: null,
			consent: 1,
			columns: { name: "Zoë", email: "zoe@example.org", org: "ETH", title: "", trackId: null },
			answers: without(filling, "consent", "name", "email", "companySchool"),
			incomplete: [],
		}),
	},
};

const links = { bluesky: "", mastodon: "", linkedin: "", github: "", website: "", twitter: "" };

function storedTalk(category: string, filling: Filling, more: Record<string, unknown> = {}): Row {
	return {
		category,
		userId: null,
		consent: 1,
		columns: {
			name: String(filling.name),
			email: String(filling.email),
			org: String(filling.org),
			title: String(filling.title),
			trackId: String(filling.tracks),
		},
		answers: { ...links, ...without(filling, "consent", "name", "email", "org", "title", "tracks"), ...more },
		incomplete: [],
	};
}

describe.each([
	["off", false],
	["on", true],
])("with scripts %s", (_name, javaScriptEnabled) => {
	it.each(Object.entries(JOURNEYS))(
		"%s: shows every problem at once, then succeeds and stores what was typed",
		async (_, journey) => {
			const portal = await openPortal();
			const page = await openPage(portal.origin, { javaScriptEnabled });
			await page.goto(journey.path);
			await submit(page, "problems");
			expect(await page.locator(":focus").getAttribute("id")).toBe("errors");
			const lines = await page.locator("#errors a").allTextContents();
			expect([lines[0], lines.length]).toEqual([journey.first, journey.problems]);
			await answer(page, journey.filling);
			await submit(page, "thanks");
			expect(await page.textContent("h1")).toBe("Thank you!");
			expect(rowsOf(portal)).toEqual([journey.stored(journey.filling)]);
		},
	);

	it("Paris: closed, opened by an administrator after a look at the preview, and filled in by a visitor", async () => {
		const portal = await openPortal();
		const visitor = await openPage(portal.origin, { javaScriptEnabled });
		await visitor.goto("/paris");
		expect(await visitor.textContent("main")).toContain(
			"AI Paris Talk Proposal: submissions closed on 15 Apr 2025 23:59 (UTC+8).",
		);
		const admin = await openPage(portal.origin, { javaScriptEnabled });
		await signInAsAdmin(portal, admin);
		await admin.goto("/admin/programmes");
		const settings = admin.locator("form[aria-labelledby=p-aiparis]");
		await settings.locator("[name=state][value=open]").check();
		await settings.locator("[name='do.preview']").click();
		await settings.locator(".banner").waitFor();
		expect(await settings.locator(".banner").textContent()).toContain("What visitors would see at /paris");
		await visitor.reload();
		expect(await visitor.textContent("h1")).toBe("Submission Closed");
		await settings.locator("button.primary").click();
		await admin.waitForSelector(".banner:has-text('AI Paris Talk Proposal')");

		await visitor.goto("/paris");
		const filling = talkFilling();
		await answer(visitor, filling);
		await addPhoto(visitor, javaScriptEnabled);
		await submit(visitor, "thanks");
		expect(rowsOf(portal)).toEqual([storedTalk("aiparis", filling)]);
	});

	it("proposal editor: an administrator enters a talk for a speaker, and corrects it", async () => {
		const portal = await openPortal();
		const page = await openPage(portal.origin, { javaScriptEnabled });
		await signInAsAdmin(portal, page);
		await page.goto("/admin/editor");
		expect(await page.textContent("main header")).toContain(ADMIN.email);
		const filling = talkFilling({ phone: "+86 1", subject: "For the keynote" });
		await answer(page, without(filling, "tracks") as Filling);
		await addPhoto(page, javaScriptEnabled);
		await submit(page, "problems");
		expect(await page.locator("#errors a").allTextContents()).toEqual([soft("Topic Track")]);
		await answer(page, { tracks: filling.tracks ?? "" });
		await submit(page, "thanks");
		expect(rowsOf(portal)).toEqual([storedTalk("hangzhou", filling)]);

		await page.goto("/admin/editor?id=1");
		expect(await held(page, Object.keys(without(filling, "consent")))).toEqual({
			...without(filling, "consent"),
			language: ["Chinese"],
		});
		await answer(page, { subject: "For the closing" });
		await submit(page, "console");
		expect(new URL(page.url()).pathname).toBe("/admin/proposals");
		await page.getByText("Changes saved").waitFor();
		if (javaScriptEnabled) {
			const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("draft:"));
			await expect.poll(() => page.evaluate(drafts)).toEqual([]);
		}
		expect(rowsOf(portal)).toEqual([storedTalk("hangzhou", { ...filling, subject: "For the closing" })]);
		const log = portal.sqlite.prepare("select type, actor_id is not null as named from entry_log order by id").all();
		expect(log).toEqual([
			{ type: "Created", named: 1 },
			{ type: "Edited", named: 1 },
		]);
	});
});
