import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { addPerson } from "../support/sessions.ts";

it("what a guest sent with the proven address of an account counts with that account, as one author", async () => {
	const portal = await openPortal();
	await addPerson(portal, "mei@example.org", "Mei");
	const before = await sendTalk(portal, { email: "of-work@example.org" });
	const own = await sendTalk(portal, { email: "of-work-now@example.org" });
	await sendTalk(portal, { email: "Mei@example.org" });
	await portal.db.write(() =>
		portal.sqlite.exec(`insert into events (slug, state, name, zone, organisation, support, accent)
			select 'earlier', 'archived', 'Earlier', zone, organisation, support, accent from events where state = 'current';
			update users set verified_at = 1;
			update entries set event_id = 2 where id = ${before};
			update entries set user_id = (select id from users where email = 'mei@example.org') where id in (${before}, ${own})`),
	);
	const admin = await portal.admin();
	const authors = async () => {
		const page = parse((await admin.get("/admin/statistics").expect(200)).text);
		const found = page.querySelectorAll(".figures").find((one) => one.querySelector("h2")?.text.includes("returning"));
		return found?.querySelectorAll("tbody tr").map((row) => row.childNodes.map(({ text }) => text).join(" | "));
	};
	expect(await authors()).toEqual(["First time | 0 | 0%", "Returning | 1 | 100%"]);
	// An address that nobody has proven may be of another person.
	await portal.db.write(() =>
		portal.sqlite.exec("update users set verified_at = null where email = 'mei@example.org'"),
	);
	expect(await authors()).toEqual(["First time | 1 | 50%", "Returning | 1 | 50%"]);
});
