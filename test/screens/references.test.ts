import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { register, signIn } from "../support/accounts.ts";
import { sendProject, sendRegistration, sendTalk, sendWork } from "../support/entries.ts";
import { textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { organiser, place } from "../support/released-schedule.ts";
import { accept } from "../support/schedule.ts";

const OWNER = "han@example.org";

/** Two talks with a place, one of them in a track that is not its own; one that waits; one of every other kind. */
async function openFilled(): Promise<TestPortal> {
	const portal = await openPortal();
	for (const title of ["Placed", "Moved", "Waiting"])
		await sendTalk(portal, { title, tracks: "ai-next", email: OWNER });
	for (const send of [sendWork, sendProject, sendRegistration]) await send(portal);
	accept(portal, [1, 2, 3]);
	await place(portal, 1, ["day1", "ai-next", "09:30"]);
	await place(portal, 2, ["day1", "agentic-web", "11:00"]);
	const actor = await organiser(portal);
	const { draft } = portal.services.releases.pending(actor);
	await portal.services.releases.release(actor, { draft, note: "", withLetters: true });
	await place(portal, 1, ["day1", "ai-next", "11:30"]);
	await register(portal, OWNER);
	portal.sqlite.prepare("update users set verified_at = 1 where email = ?").run(OWNER);
	return portal;
}

/** Every reference the page shows beside a title, and how often any stands in its text. Subjects of emails have their own. */
function referencesOf(html: string) {
	const page = parse(html);
	const shown = page.querySelectorAll("main .reference");
	for (const list of page.querySelectorAll("main .history")) list.remove();
	return {
		shown: shown.map((one) => one.textContent).sort(),
		muted: shown.every((one) => one.classList.contains("hint")),
		said: (textOfPage(page.toString()).match(/\b(?:talk|aigc|nomination|forum)-\d+\b/g) ?? []).sort(),
	};
}

const TALKS = ["talk-1", "talk-2", "talk-3"];

const ORGANISERS: Record<string, string[]> = {
	"/admin/proposals": TALKS,
	"/admin/proposals?modal=details&id=1": ["talk-1"],
	"/admin/proposals?modal=panelist&id=1": ["talk-1"],
	"/admin/aigc": ["aigc-4"],
	"/admin/aigc?modal=details&id=4": ["aigc-4"],
	"/admin/nominations": ["nomination-5"],
	"/admin/nominations?modal=details&id=5": ["nomination-5"],
	"/admin/forum": ["forum-6"],
	"/admin/forum?modal=details&id=6": ["forum-6"],
	"/admin/schedule": TALKS,
	"/admin/schedule?entries=ai-next&track=ai-next": ["talk-1", "talk-3"],
	"/admin/schedule/conflicts": ["talk-2"],
	"/admin/schedule/grid?day=day1": ["talk-1", "talk-2"],
	// One to be released, two that were.
	"/admin/schedule/release": ["talk-1", "talk-1", "talk-2"],
};

it("screens of organisers show the reference of an entry once beside its title, small and muted", async () => {
	const portal = await openFilled();
	const admin = await portal.admin();
	for (const [path, expected] of Object.entries(ORGANISERS)) {
		const { shown, muted, said } = referencesOf((await admin.get(path).expect(200)).text);
		expect([path, shown, muted, said]).toEqual([path, expected, true, expected]);
	}
	const mails = parse((await admin.get("/admin/mail").expect(200)).text).querySelectorAll(".outbox summary");
	const references = mails.map((mail) => mail.textContent.match(/\b[a-z]+-\d+\b/g) ?? []);
	expect(references.filter((named) => named.length > 1)).toEqual([]);
	const letters = portal.sqlite.prepare("select count(*) from outbox where entry_id is not null").pluck().get();
	expect(letters).toBeGreaterThan(0);
	// Receipts have it in their subject.
	expect(references.filter((named) => named.length === 1).length).toBe(letters);
});

it("so do those of its owner", async () => {
	const portal = await openFilled();
	const owner = await signIn(portal, OWNER);
	const expected: Record<string, string[]> = {
		"/dashboard": TALKS,
		"/account/erase": TALKS,
		"/entry/talk-1": ["talk-1"],
	};
	for (const [path, references] of Object.entries(expected)) {
		const { shown, muted, said } = referencesOf((await owner.get(path).expect(200)).text);
		expect([path, shown, muted, said]).toEqual([path, references, true, references]);
	}
});

it("public pages show none", async () => {
	const portal = await openFilled();
	const paths = ["/", "/schedule", "/schedule/1", "/schedule/versions", "/proposals", "/proposals?modal=details&id=1"];
	for (const path of [...paths, "/nominations-aigc", "/nominations-aigc?modal=details&id=4"]) {
		expect([path, referencesOf((await portal.agent().get(path).expect(200)).text)]).toEqual([
			path,
			{ shown: [], muted: true, said: [] },
		]);
	}
});
