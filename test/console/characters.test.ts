import { beforeEach, describe, expect, it } from "vitest";
import { sendRegistration } from "../support/entries.ts";
import { shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { adminBearer, sendTalks } from "../support/talks-sent.ts";

const FORM = { selector: 'main form[method="post"]' };
/** A NUL, half of a pair, and what broken UTF-8 is read as. */
const ODD = ["a\0b", "a\ud800b", "a\ufffdb"];
const refusal = (field: string) => `${field} contains characters that cannot be stored. Remove them and try again`;

let portal: TestPortal;
beforeEach(async () => {
	portal = await openPortal();
	await sendTalks(portal, { title: "Talk", email: "speaker@example.org", tracks: "ai-next" });
});

describe("a text with characters that cannot be stored", () => {
	it("is refused in every call that takes JSON, and changes nothing", async () => {
		const bearer = await adminBearer(portal);
		// Written out, since a request in UTF-8 cannot carry half of a pair.
		const send = (method: "post" | "patch", path: string, body: object) =>
			portal.agent()[method](path).set("Authorization", bearer).type("json").send(JSON.stringify(body));
		const rows = () => portal.sqlite.prepare("select * from tracks").all();
		const before = rows();
		for (const odd of ODD) {
			for (const name of ["label", "labelZh", "description", "descriptionZh"]) {
				await send("post", "/api/tracks", { [name]: odd }).expect(422);
				await send("patch", "/api/tracks/ai-next", { [name]: odd }).expect(422);
			}
			await send("patch", "/api/entries/1", { panelist: [], keywords: ["AI", odd] }).expect(400);
		}
		expect(rows()).toEqual(before);
		expect(portal.sqlite.prepare("select keywords from entries").pluck().get()).toBe("[]");
		await send("post", "/api/tracks", { label: "名 😀" }).expect(201);
		await send("patch", "/api/entries/1", { panelist: [], keywords: ["AI"] }).expect(200);
	});

	it.each(ODD)("is refused in the form of a track, with what was typed: %j", async (odd) => {
		const admin = await portal.admin();
		const page = (await admin.get("/admin/tracks?modal=track&id=ai-next&edit=1")).text;
		const refused = await submitForm(admin, page, { label: odd, descriptionZh: odd, labelZh: "新" }, FORM).expect(422);
		for (const field of ["Label", "Description in Chinese"]) {
			expect(textOfPage(refused.text)).toContain(refusal(field));
		}
		expect(shownValue(refused.text, "label")).toBe(odd.toWellFormed());
		expect(shownValue(refused.text, "labelZh")).toBe("新");
		const label = portal.sqlite.prepare("select label from tracks where id = 'ai-next'").pluck();
		expect(label.get()).toBe("AI Next");
	});

	it.each([
		["/admin/schedule/release", "note", "Note for visitors", {}],
		["/admin/proposals?modal=email&id=1", "subject", "Subject", { press: "do.send" }],
		["/admin/proposals?modal=email&id=1", "body", "Text", { press: "do.send" }],
		["/admin/forum?modal=details&id=2", "currentProgress", "Current progress", { press: "do.notes" }],
		["/admin/programmes", "link", "URL of the other site", {}],
	])("is refused at %s in %s, with what was typed", async (path, name, field, press) => {
		await sendRegistration(portal, {});
		portal.sqlite.exec("update entries set status = 'Accept' where id = 1");
		const admin = await portal.admin();
		const page = (await admin.get(path).expect(200)).text;
		const selector = `main form[method="post"]:has([name="${name}"]), dialog form[method="post"]:has([name="${name}"])`;
		const typed = `https://a.example/\ufffd`;
		const refused = await submitForm(admin, page, { [name]: typed }, { selector, ...press }).expect(422);
		expect(textOfPage(refused.text)).toContain(refusal(field));
		expect(shownValue(refused.text, name)).toBe(typed);
	});

	it("is refused among the keywords of a panel", async () => {
		const admin = await portal.admin();
		const page = (await admin.get("/admin/proposals?modal=panelist&id=1")).text;
		const forged = page.replace('name="keywords" value="AI"', 'name="keywords" value="A\0I"');
		const selector = 'form[method="post"]:has([name="had-keywords"])';
		const refused = await submitForm(admin, forged, { keywords: ["A\0I"] }, { selector, press: "do.panel" }).expect(
			422,
		);
		expect(textOfPage(refused.text)).toContain(refusal("Keywords"));
		expect(portal.sqlite.prepare("select keywords from entries").pluck().get()).toBe("[]");
	});
});
