import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { linkIn } from "../support/accounts.ts";
import { SAVE } from "../support/drafts.ts";
import { CALL_NAMES, CALLS, complete, expectShown, openAll } from "../support/fillings.ts";
import { errorsOf, type Filling, shownValue, submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { portrait } from "../support/talks.ts";

const EDITOR = "/admin/editor?id=1";

/** A guest's talk, its private edit link, and an organiser. */
async function guestsTalk() {
	const portal = await openPortal();
	const guest = portal.agent();
	await submitForm(guest, (await guest.get("/hangzhou")).text, await complete("hangzhou")).expect(303);
	const edit = `/hangzhou?spot=talk-1&key=${linkIn(portal, "receipt").split("key=")[1]}`;
	const admin = await portal.admin();
	const open = async (path: string) => (await (path === edit ? guest : admin).get(path).expect(200)).text;
	const send = (path: string, page: string, filling: Filling) =>
		submitForm(path === edit ? guest : admin, page, filling).redirects(0);
	const column = (name: string) => portal.sqlite.prepare(`select ${name} from entries where id = 1`).pluck().get();
	const stored = () => {
		const { org, ...answers } = { org: column("org"), ...JSON.parse(String(column("answers"))) };
		return { org, abstract: answers.abstract, role: answers.role };
	};
	return { admin, edit, open, send, column, stored };
}

describe("an entry that two people edit at once", () => {
	it("keeps what each of them changed, and says so to the second", async () => {
		const { admin, edit, open, send, stored } = await guestsTalk();
		const page = await open(EDITOR);
		await send(edit, await open(edit), { abstract: "Rewritten by the author", org: "Their new place" }).expect(303);
		const said = await submitForm(admin, page, { role: "Role by organiser" }).redirects(3).expect(200);
		expect(textOfPage(said.text)).toContain(
			"Changed elsewhere since you opened this form, and kept: Organization, Talk Abstract.",
		);
		expect(stored()).toMatchObject({
			abstract: "Rewritten by the author",
			org: "Their new place",
			role: "Role by organiser",
		});
	});

	it("shows who saves second what the first wrote in the same answer, and takes the second save", async () => {
		const { edit, open, send, stored } = await guestsTalk();
		const page = await open(EDITOR);
		await send(edit, await open(edit), { abstract: "By the author", org: "Their new place" }).expect(303);
		const refused = await send(EDITOR, page, { abstract: "By the organiser", role: "Chair" }).expect(422);
		expect(errorsOf(refused.text).list).toEqual([
			"“Talk Abstract” has changed since you opened this form. It is now: “By the author”. Save again to replace that with yours",
		]);
		expect(textOfPage(refused.text)).toContain("Changed elsewhere since you opened this form, and kept: Organization.");
		expect(stored()).toMatchObject({ abstract: "By the author", role: expect.not.stringContaining("Chair") });
		expectShown(refused.text, { abstract: "By the organiser", role: "Chair", org: "Their new place" });
		await send(EDITOR, refused.text, {}).expect(303);
		expect(stored()).toMatchObject({ abstract: "By the organiser", role: "Chair", org: "Their new place" });
	});

	it("is compared with what the form was opened with, also by way of a draft and of other problems", async () => {
		const { admin, edit, open, send, stored } = await guestsTalk();
		const [first, second] = [await open(EDITOR), await open(EDITOR)];
		await send(edit, await open(edit), { org: "Their new place" }).expect(303);
		const refused = await send(EDITOR, first, { email: "no address", role: "Chair" }).expect(422);
		expectShown(refused.text, { org: "Their new place", role: "Chair" });
		await submitForm(admin, second, { role: "Drafted" }, SAVE);
		const drafted = await open(EDITOR);
		expect(shownValue(drafted, "role")).toBe("Drafted");
		await send(EDITOR, drafted, {}).expect(303);
		expect(stored()).toMatchObject({ org: "Their new place", role: "Drafted" });
	});

	it("keeps a photo that only the other one changed", async () => {
		const { edit, open, send, column } = await guestsTalk();
		const page = await open(EDITOR);
		const before = column("photo");
		await send(edit, await open(edit), { file: await portrait(300, 300) }).expect(303);
		const after = column("photo");
		expect(after).not.toBe(before);
		await send(EDITOR, page, { role: "Chair" }).expect(303);
		expect(column("photo")).toBe(after);
	});

	it("is replaced by clients that do not say what they were shown, and not disturbed by nonsense", async () => {
		const { edit, open, send, stored } = await guestsTalk();
		const page = await open(EDITOR);
		await send(edit, await open(edit), { org: "Their new place" }).expect(303);
		const forged = page.replace(/name="seen" value="[^"]*"/, `name="seen" value="${"x.1 y. .z w ".repeat(900)}"`);
		expect(forged).not.toBe(page);
		await send(EDITOR, forged, { role: "Chair" }).expect(303);
		expect(stored()).toMatchObject({ role: "Chair" });
	});
});

it.each(CALL_NAMES)(
	"an untouched form of %s that is saved again changes nothing of what others changed",
	async (name) => {
		const portal = await openPortal();
		await openAll(portal);
		const guest = portal.agent();
		const filling = await complete(name);
		await submitForm(guest, (await guest.get(CALLS[name].path)).text, filling).expect(303);
		const entry = parse((await guest.get(linkIn(portal, "receipt")).expect(200)).text);
		const edit = entry.querySelectorAll("main a").find(({ textContent }) => textContent === "Edit");
		const page = (await guest.get(edit?.getAttribute("href") ?? "").expect(200)).text;
		portal.sqlite.exec("update entries set name = 'Changed elsewhere', email = 'else@example.org' where id = 1");
		const row = () =>
			portal.sqlite.prepare("select name, title, email, org, answers, photo from entries where id = 1").get();
		const before = row();
		await submitForm(guest, page, {}).expect(303);
		expect(row()).toEqual(before);
	},
);
