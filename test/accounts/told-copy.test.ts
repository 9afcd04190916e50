import { expect, it } from "vitest";
import { askRelease, holdBack, RELEASE } from "../support/decisions.ts";
import { sendTalk } from "../support/entries.ts";
import { complete } from "../support/fillings.ts";
import { submitForm } from "../support/form.ts";
import { type Agent, dated, decide, END, MINUTE } from "../support/late-forms.ts";
import { personalCopy } from "../support/personal-copy.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { signedIn } from "../support/reviews.ts";
import { addPerson, makeMember } from "../support/sessions.ts";
import { openMailbox, until } from "../support/smtp.ts";
import { removeAsSpam, SPAM, sortOut } from "../support/spam.ts";
import { adminBearer } from "../support/talks-sent.ts";

const MEI = "mei@example.org";

/** Someone with a confirmed address. */
async function proven(portal: TestPortal): Promise<Agent> {
	await addPerson(portal, MEI, "");
	portal.sqlite.prepare("update users set verified_at = 1 where email = ?").run(MEI);
	return signedIn(portal, MEI);
}

const copyOf = async (agent: Agent) => (await agent.get("/api/me/export").expect(200)).body;
const kindsIn = ({ mails }: { mails: { kind: string }[] }) => mails.map(({ kind }) => kind).sort();

it("a copy of one's data says no more of an entry that is kept apart than before: its emails have no state", async () => {
	const portal = await openPortal({ SMTP_URL: "smtp://127.0.0.1:9" });
	const id = await sendTalk(portal, { title: "Mine", email: MEI });
	await portal.db.write(() => portal.sqlite.exec("update outbox set state = 'pending', next_at = 9e12"));
	const author = await proven(portal);
	const before = await copyOf(author);
	expect(kindsIn(before)).toEqual(["receipt"]);
	const admin = await portal.admin();
	await removeAsSpam(admin, "/admin/proposals", id);
	expect(portal.sqlite.prepare("select state from outbox where kind = 'receipt'").pluck().get()).toBe("cancelled");
	expect(await copyOf(author)).toEqual(before);
	await sortOut(admin, SPAM, "do.let-in", id);
	expect(await copyOf(author)).toEqual(before);
	expect(personalCopy(portal, MEI, { notes: true }).mails).toEqual([expect.objectContaining({ state: "cancelled" })]);
});

it("a copy of one's data has a decision once its email has left, and none that waits or was cancelled", async () => {
	const mailbox = await openMailbox();
	const portal = await openPortal({ SMTP_URL: mailbox.url });
	await holdBack(portal);
	const id = await sendTalk(portal, { title: "Mine", email: MEI });
	const author = await proven(portal);
	const bearer = await adminBearer(portal);
	await portal.agent().patch(`/api/entries/${id}`).set("Authorization", bearer).send({ status: "Reject" }).expect(200);
	const admin = await portal.admin();
	await submitForm(admin, await askRelease(admin), {}, RELEASE).expect(200);
	const letter = () => portal.sqlite.prepare("select id, state from outbox where kind = 'reject'").raw().get();
	const press = async (what: string) => {
		const page = (await admin.get("/admin/mail").expect(200)).text;
		const [mail] = letter() as [number];
		await submitForm(admin, page, {}, { selector: 'main form[method="post"]', press: `do.${what}.${mail}` }).expect(
			200,
		);
	};

	const waiting = await copyOf(author);
	expect([letter(), kindsIn(waiting)]).toEqual([[expect.any(Number), "pending"], ["receipt"]]);
	expect(JSON.stringify(waiting)).not.toMatch(/reject/i);
	await press("cancel");
	const cancelled = await copyOf(author);
	expect([letter(), kindsIn(cancelled)]).toEqual([[expect.any(Number), "cancelled"], ["receipt"]]);
	expect(JSON.stringify(cancelled)).not.toMatch(/reject|cancelled/i);

	await press("undo");
	portal.start();
	await until(() => (letter() as [number, string])[1] === "sent");
	const told = await copyOf(author);
	expect([kindsIn(told), told.entries[0].status]).toEqual([["receipt", "reject"], "Reject"]);
	// An operator looks at everything that is stored.
	expect(personalCopy(portal, MEI, { notes: true }).mails).toHaveLength(told.mails.length);
});

it("a copy of one's data does not say that a late form was declined, which no page does", async () => {
	const { portal, admin } = await dated();
	const author = await proven(portal);
	const text = (await author.get("/hangzhou").expect(200)).text;
	portal.clock.now = END + MINUTE;
	await submitForm(author, text, await complete("hangzhou", { email: MEI })).expect(409);
	const again = await signedIn(portal, MEI);
	const before = await copyOf(again);
	expect(before.late).toHaveLength(1);
	await decide(admin, "do.decline");
	expect((await copyOf(again)).late).toEqual(before.late);
});

it("a reviewer's copy has the conflicts that they declared, and none that organisers set or dismissed", async () => {
	const portal = await openPortal();
	for (const title of ["Declared", "Set", "Dismissed"]) await sendTalk(portal, { title });
	await addPerson(portal, MEI, "");
	makeMember(portal, MEI, "reviewer");
	const reviewer = await signedIn(portal, MEI);
	for (const [entry, state] of ["declared", "found", "dismissed"].entries())
		portal.sqlite
			.prepare("insert into conflicts select ?, id, ?, 1, null from users where email = ?")
			.run(entry + 1, state, MEI);
	const { conflicts } = (await copyOf(reviewer)).account;
	expect(conflicts).toEqual([{ entry: "talk-1", state: "declared", at: expect.any(String) }]);
});
