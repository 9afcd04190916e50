import { describe, expect, it } from "vitest";
import { sendTalk, sendWork } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { columnOf } from "../support/table.ts";
import { portrait, talk } from "../support/talks.ts";

describe("PUBLIC_REQUIRE_CONSENT", () => {
	/** A program's entries have no consent; a person gives it in the form. */
	const asked = async (PUBLIC_REQUIRE_CONSENT: string) => {
		const portal = await openPortal({ PUBLIC_REQUIRE_CONSENT });
		await sendTalk(portal, { title: "Of a program" });
		await sendWork(portal, { title: "Machine" });
		const guest = portal.agent();
		const form = (await guest.get("/hangzhou")).text;
		await submitForm(guest, form, talk({ title: "Of a person", file: await portrait() })).expect(303);
		const titles = async (path: string) =>
			((await guest.get(path).expect(200)).body as { title: string }[]).map(({ title }) => title);
		return {
			page: columnOf((await guest.get("/proposals")).text, "Talk"),
			rest: await titles("/api/entries"),
			showcase: columnOf((await guest.get("/nominations-aigc")).text, "Title"),
			works: await titles("/api/nominations?category=sl-aigc"),
			file: (await guest.get("/nominations-aigc/export")).text.includes("Machine"),
			details: (await guest.get("/proposals?modal=details&id=1")).status,
			work: (await guest.get("/nominations-aigc?modal=details&id=2")).status,
			toAdministrators: ((await (await portal.admin()).get("/api/entries")).body as unknown[]).length,
		};
	};

	it("0: also shows entries never asked for consent", async () => {
		expect(await asked("0")).toEqual({
			page: ["Of a person", "Of a program"],
			rest: ["Of a program", "Of a person"],
			showcase: ["Machine"],
			works: ["Machine"],
			file: true,
			details: 200,
			work: 200,
			toAdministrators: 2,
		});
	});

	it("1: shows only what consent was given for, on pages, in files and over REST", async () => {
		expect(await asked("1")).toEqual({
			page: ["Of a person"],
			rest: ["Of a person"],
			showcase: [],
			works: [],
			file: false,
			details: 404,
			work: 404,
			toAdministrators: 2,
		});
	});
});
