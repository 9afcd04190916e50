import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { place } from "../support/released-schedule.ts";
import { sendAccepted } from "../support/schedule.ts";

const BOARD = "/admin/schedule";

it("says when a speaker now has two talks at once, also after undoing", async () => {
	const portal = await openPortal();
	const person = { name: "Ann", email: "ann@speakers.example" };
	const [one = 0] = await sendAccepted(portal, ["One"], person);
	const [two = 0] = await sendAccepted(portal, ["Two"], { ...person, tracks: "agentic-web" });
	await place(portal, one, ["day2", "ai-next", "09:00"]);
	const admin = await portal.admin();
	/** Presses a button of the board. @returns what the page says then */
	const press = async (button: string, entry?: string) => {
		const page = (await admin.get(BOARD).expect(200)).text;
		const form = { selector: "form.board", button };
		return (await submitForm(admin, page, entry === undefined ? {} : { entry }, form).expect(200)).text;
	};
	const said = (html: string) =>
		parse(html)
			.querySelectorAll(".banner p")
			.map((line) => line.textContent);
	const clash = "Conflict: at that time Ann also gives “One” (Sunday, 14 September 2025, AI Next, 09:00)";
	const put = await press("do.place.day2-agentic-web-09:00", String(two));
	expect(said(put)).toEqual(["Schedule updated: Two scheduled at 09:00", clash]);
	const moved = await press("do.place.day2-agentic-web-10:00", `${two}@day2-agentic-web-09:00`);
	expect(said(moved)).toEqual(["Schedule updated: Two scheduled at 10:00"]);
	const [, step = ""] = /name="do.undo.(\d+)"/.exec(moved) ?? [];
	const undone = await press(`do.undo.${step}`);
	expect(said(undone)).toEqual(["Schedule updated successfully: the change to “Two” was undone.", clash]);
});
