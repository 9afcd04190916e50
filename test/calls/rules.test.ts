import { describe, expect, it } from "vitest";
import type { Field } from "../../app/programmes/define.ts";
import { CALLS, press, pressAt, publish, questionOf, said } from "../support/calls.ts";
import { complete, openAll } from "../support/fillings.ts";
import { submitForm } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";

const FORM = `${CALLS}/hangzhou`;
const ALL = `${CALLS}/all`;
const SAVE = { selector: "form:has([name='do.save'])", button: "do.save" };

/** A second call for talks, open, whose biographies are for its organisers. */
async function withSecret() {
	const portal = await openPortal();
	const admin = await portal.admin();
	await press(admin, ALL, "do.create", {
		from: "hangzhou",
		label: "Closed doors",
		labelZh: "闭门会",
		path: "/closed-doors",
	});
	await press(admin, questionOf("closed-doors", "bio"), "do.save", { audience: "owner" });
	await publish(admin, "closed-doors");
	await openAll(portal);
	await send(portal, "/closed-doors", { bio: "Secretive life" });
	await send(portal, "/hangzhou", { bio: "Open life" });
	return { portal, admin };
}

async function send(portal: TestPortal, path: string, changes: Record<string, string>) {
	const speaker = portal.agent();
	const filling = { ...(await complete("hangzhou")), ...changes };
	await submitForm(speaker, (await speaker.get(path)).text, filling).expect(303);
}

describe("who may see an answer is up to its own call", () => {
	it("whichever call of its kind comes first, and when one is archived", async () => {
		const { portal, admin } = await withSecret();
		const told = async () => (await portal.agent().get("/api/entries")).body.map(({ bio }: { bio: string }) => bio);
		expect(await told()).toEqual(["", "Open life"]);
		for (let step = 0; step < 7; step += 1) await pressAt(admin, ALL, "do.up", "closed-doors");
		expect(await told()).toEqual(["", "Open life"]);
		await press(admin, `${CALLS}/closed-doors`, "do.archive");
		expect(await told()).toEqual(["", "Open life"]);
		await press(admin, FORM, "do.archive");
		expect(await told()).toEqual(["", "Open life"]);
	});

	it("also where visitors search, from the moment that it changes", async () => {
		const { portal, admin } = await withSecret();
		const isFound = async (q: string) =>
			!said(await portal.agent().get(`/proposals?q=${q}`)).includes("No entries match");
		expect([await isFound("Secretive"), await isFound("Open life")]).toEqual([false, true]);
		await press(admin, questionOf("hangzhou", "bio"), "do.save", { audience: "owner" });
		expect(said(await admin.get(`${FORM}/publish`))).toContain(
			"who sees the answer (now: Its author and the organisers)",
		);
		await publish(admin, "hangzhou");
		expect(await isFound("Open life")).toBe(false);
	});
});

describe("answers stay", () => {
	it("where the version that asked for them is undone, and where it is published again", async () => {
		const portal = await openPortal();
		await openAll(portal);
		const admin = await portal.admin();
		await press(admin, FORM, "do.add", { label: "Shoe size", labelZh: "鞋码", kind: "text", section: "talk" });
		await publish(admin, "hangzhou");
		await send(portal, "/hangzhou", { shoeSize: "Forty-three" });
		await pressAt(admin, FORM, "do.undo", "2");
		const details = () => admin.get("/admin/proposals?modal=details&id=1").then(said);
		expect(await details()).toContain("Forty-three");
		await submitForm(admin, (await admin.get("/admin/editor?id=1")).text, { title: "Another" }).expect(303);
		expect(said(await portal.agent().get("/hangzhou"))).not.toContain("Shoe size");
		await publish(admin, "hangzhou");
		for (const told of ["Another", "Forty-three"]) expect(await details()).toContain(told);
		await press(admin, FORM, "do.add", { label: "Shoe size", labelZh: "鞋码", kind: "text", section: "talk" });
		expect((await admin.get(questionOf("hangzhou", "shoeSize2"))).status).toBe(200);
	});
});

describe("a publication", () => {
	it("is of the changes that were looked at, however many were made and forgotten", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await press(admin, FORM, "do.call", { lead: "Come and talk" });
		const { text } = await admin.get(`${FORM}/publish`);
		await press(admin, `${FORM}?discard=1`, "do.discard");
		await press(admin, FORM, "do.call", { lead: "Stay at home" });
		const answer = await submitForm(admin, text, { note: "Welcome" }, { selector: "form:has([name=note])" });
		expect(answer.status).toBe(409);
	});

	it("is not undone where another call has the address by now", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await press(admin, `${CALLS}/rust`, "do.call", { path: "/rust-b" });
		await publish(admin, "rust");
		await press(admin, ALL, "do.create", { from: "rust", label: "B", labelZh: "乙", path: "/spotlight-rust" });
		await publish(admin, "spotlight-rust");
		const page = await pressAt(admin, `${CALLS}/rust`, "do.undo", "2");
		expect([page.status, said(await admin.get(ALL)).match(/\/spotlight-rust/g)?.length]).toEqual([409, 1]);
	});

	it("can remove an empty section, and says so", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await press(admin, FORM, "do.add-section", { title: "Travel", titleZh: "差旅" });
		await publish(admin, "hangzhou");
		await pressAt(admin, FORM, "do.remove-section", "travel");
		expect(said(await admin.get(`${FORM}/publish`))).toContain("Section “Travel” is removed");
		expect(said(await publish(admin, "hangzhou"))).toContain("Version 3 is public.");
	});
});

describe("an edit", () => {
	it("that was corrected overwrites nobody's change unseen", async () => {
		const portal = await openPortal();
		const [one, other] = [await portal.admin(), await portal.admin()];
		const path = questionOf("hangzhou", "bio");
		const { text } = await one.get(path);
		await press(other, path, "do.save", { label: "About you" });
		const wrong = await submitForm(one, text, { rows: "" }, SAVE);
		expect(wrong.status).toBe(422);
		const corrected = await submitForm(one, wrong.text, { rows: "5" }, SAVE);
		expect([corrected.status, said(corrected).includes("About you")]).toEqual([409, true]);
	});

	it("keeps a condition on the choice of a form", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		await press(admin, questionOf("sl-aigc", "artworkTitle"), "do.save", { label: "Name of the work" });
		const stored = portal.sqlite.prepare("select definition from programme_drafts").pluck().get() as string;
		const fields = JSON.parse(stored).sections.flatMap((section: { fields: object[] }) => section.fields);
		expect(fields.find(({ name }: { name: string }) => name === "artworkTitle").when.field).toBe("spotlightTrack");
	});

	it("says in words which rule of the whole form it would break", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const moved = await pressAt(admin, `${CALLS}/forum`, "do.down", "countryRegion");
		expect([moved.status, said(moved)]).toEqual([422, expect.stringContaining("which must come before it")]);
		const save = (name: string, filling: Record<string, string>) =>
			press(admin, questionOf("hangzhou", name), "do.save", filling);
		for (const [name, filling, message] of [
			["abstract", { audience: "admin" }, "is seen by organisers only, so it cannot be required"],
			["email", { audience: "admin", required: "no" }, "The form must ask for an email address"],
			["language", { "option-0-offered": "no" }, "“English” is not among the options that are offered"],
			["bio", { label: "\u200b" }, "Question"],
		] as const) {
			const answer = await save(name, filling);
			expect([name, answer.status, said(answer)]).toEqual([name, 422, expect.stringContaining(message)]);
		}
		const odd = (await admin.get(questionOf("hangzhou", "bio"))).text.replace(
			/name="was" value="[^"]*"/,
			`name="was" value='{"__proto__":"x"}'`,
		);
		expect((await submitForm(admin, odd, {}, SAVE)).status).toBe(409);
	});
});

it("a call of two forms can be copied with both; addresses that cannot be used are refused beside their field", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	await press(admin, ALL, "do.create", { from: "sl-aigc", label: "Art", labelZh: "艺术", path: "/art" });
	await publish(admin, "art");
	await openAll(portal);
	expect(said(await portal.agent().get("/art-artistic").expect(200))).toContain("Artwork title");
	for (const path of ["/all", `/${"a".repeat(45)}`]) {
		const answer = await press(admin, ALL, "do.create", { from: "hangzhou", label: "Art", labelZh: "艺术", path });
		expect([path, answer.status, answer.text.includes(`value="${path}"`)]).toEqual([path, 422, true]);
	}
});

describe("an answer that becomes required", () => {
	const lacking = ({ sqlite }: TestPortal) =>
		sqlite.prepare("select id, incomplete, form_version from entries order by id").all();

	/** Two talks without details and one with; details become required, not yet published. */
	async function stricter() {
		const portal = await openPortal();
		const admin = await portal.admin();
		for (const details of ["", "", "All there is"])
			await send(portal, "/hangzhou", { title: `Talk ${details}`, details });
		await press(admin, questionOf("hangzhou", "details"), "do.save", { required: "yes" });
		return { portal, admin, page: await admin.get(`${FORM}/publish`) };
	}

	it("leaves submissions complete, unless organisers say otherwise", async () => {
		const { portal, admin, page } = await stricter();
		expect(said(page)).toContain("2 submissions lack an answer that becomes required");
		await publish(admin, "hangzhou");
		const complete = [1, 2, 3].map((id) => ({ id, incomplete: "[]", form_version: 1 }));
		expect(lacking(portal)).toEqual(complete);
		expect(said(await admin.get("/admin/proposals?modal=details&id=1"))).toContain(
			"sent with version 1 of the form; the form is at version 2 now",
		);
		// The next one is judged by the new form.
		await send(portal, "/hangzhou", { title: "New", details: "Here" });
		expect(lacking(portal)).toEqual([...complete, { id: 4, incomplete: "[]", form_version: 2 }]);
		expect(said(await admin.get("/admin/proposals?modal=details&id=4"))).not.toContain("sent with version");
	});

	it("also where it was required of others only", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const actor = await organiser(portal);
		const asked = (when?: { field: string; is: string }) =>
			portal.services.callForms.edit(actor, "hangzhou", (form) => ({
				...form,
				sections: form.sections.map((section) => ({
					...section,
					fields: section.fields.map((field) =>
						field.name === "details" ? ({ ...field, required: true, when } as Field) : field,
					),
				})),
			}));
		expect(await asked({ field: "language", is: "Chinese" })).toEqual({ ok: true });
		await publish(admin, "hangzhou");
		await send(portal, "/hangzhou", { language: "English", details: "" });
		expect(await asked()).toEqual({ ok: true });
		expect(said(await admin.get(`${FORM}/publish`))).toContain("1 submission lacks an answer that becomes required");
	});

	it("makes them incomplete where organisers choose so, and complete again once it is not required", async () => {
		const { portal, admin, page } = await stricter();
		const form = { selector: "form:has([name=note])" };
		const forgotten = await submitForm(admin, page.text, { note: "", lacking: "incomplete" }, form);
		expect(forgotten.status).toBe(422);
		expect(forgotten.text).toMatch(/value="incomplete"[^>]* checked|checked="" [^>]*value="incomplete"/);
		await submitForm(admin, page.text, { note: "Details, please", lacking: "incomplete" }, form);
		expect(lacking(portal).map((row) => (row as { incomplete: string }).incomplete)).toEqual([
			'["details"]',
			'["details"]',
			"[]",
		]);
		expect(said(await admin.get("/admin/proposals?need=incomplete"))).toContain("Proposals 2");
		// Required of nobody who talks in Chinese, as these do.
		await press(admin, questionOf("hangzhou", "details"), "do.save", { when: "language=English" });
		await publish(admin, "hangzhou");
		expect(said(await admin.get("/admin/proposals?need=incomplete"))).toContain("Proposals 0");
		portal.sqlite.exec(`update entries set incomplete = '["details"]' where id = 1`);
		await press(admin, questionOf("hangzhou", "details"), "do.save", { required: "no", when: "" });
		await publish(admin, "hangzhou");
		expect(lacking(portal).map((row) => (row as { incomplete: string }).incomplete)).toEqual(["[]", "[]", "[]"]);
	});
});
