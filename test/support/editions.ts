import { member } from "./drafts.ts";
import { sendTalk } from "./entries.ts";
import { complete } from "./fillings.ts";
import { submitForm } from "./form.ts";
import { openPortal, type TestPortal } from "./portal.ts";
import { place, release } from "./released-schedule.ts";

export const NEXT = "/admin/event/next";
export const BEGIN = { selector: "form[aria-labelledby=h-next]" };
export const UNDO = { selector: "form[aria-labelledby=h-undo]" };
export const YEAR = { name: "Hangzhou 2026", nameZh: "", firstDay: "2026-09-12" };

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

export const pageOf = async (agent: Agent, path = NEXT) => (await agent.get(path).expect(200)).text;
export async function begin(agent: Agent, status = 200) {
	return submitForm(agent, await pageOf(agent), YEAR, BEGIN).expect(status);
}

/** The shipped event with a talk of Lei's that was accepted and placed, and a second one that waits. */
export async function held() {
	const portal = await openPortal();
	const author = await member(portal);
	await submitForm(
		author,
		await pageOf(author, "/hangzhou"),
		await complete("hangzhou", { title: "Agents at work" }),
	).expect(303);
	await sendTalk(portal, { title: "Still new" });
	portal.sqlite.exec("update entries set status = 'Accept', track_id = 'ai-next' where id = 1");
	await place(portal, 1, ["day1", "ai-next", "10:00"]);
	await release(portal, "The first version.");
	return { portal, author, admin: await portal.admin() };
}
