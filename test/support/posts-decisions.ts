import { parse } from "node-html-parser";
import { SEND, TEXT, WRITE, written } from "./broadcasts.ts";
import { ASK, openDecisions, RELEASE } from "./decisions.ts";
import { submitForm } from "./form.ts";
import type { Post } from "./posts.ts";
import { organiser } from "./released-schedule.ts";
import { sendAccepted } from "./schedule.ts";

/** What the pages on which many are written to do with a form. */
export const DECISION_POSTS: readonly Post[] = [
	{
		row: "/admin/decisions",
		what: "releases decisions",
		agent: async (portal) => {
			await sendAccepted(portal, ["A talk"]);
			return portal.admin();
		},
		path: async (portal) => {
			const page = parse(await openDecisions(await portal.admin()));
			return page.querySelector(ASK)?.getAttribute("href") ?? "";
		},
		options: RELEASE,
		says: "Saved 1",
	},
	{
		row: "/admin/decisions/:release",
		what: "stops a release",
		agent: async (portal) => {
			await sendAccepted(portal, ["A talk"]);
			const filter = { category: "hangzhou", statuses: [], tracks: [] };
			const actor = await organiser(portal);
			const { seen } = portal.services.decisions.pending(actor, filter);
			await portal.services.decisions.release(actor, filter, seen);
			return portal.admin();
		},
		path: "/admin/decisions/1",
		options: { selector: 'main form[method="post"]', press: "do.stop" },
		says: "1 email was cancelled.",
	},
	{
		row: "/admin/mail/broadcasts",
		what: "keeps the text of a broadcast",
		agent: async (portal) => {
			await sendAccepted(portal, ["A talk"]);
			return portal.admin();
		},
		filling: TEXT,
		options: WRITE,
		says: "The text is saved.",
	},
	{
		row: "/admin/mail/broadcasts/:broadcast",
		what: "stops a broadcast",
		agent: async (portal) => {
			await sendAccepted(portal, ["A talk"]);
			const admin = await portal.admin();
			await submitForm(admin, await written(admin), {}, SEND).expect(200);
			return admin;
		},
		path: "/admin/mail/broadcasts/1",
		options: { selector: 'main form[method="post"]', press: "do.stop" },
		says: "1 email was cancelled.",
	},
	{
		row: "/admin/waiting",
		what: "moves an entry on the waiting list",
		agent: async (portal) => {
			await sendAccepted(portal, ["First", "Second"]);
			portal.sqlite.exec("update entries set status = 'Hold'");
			return portal.admin();
		},
		options: { selector: 'main form[method="post"]', button: "do.up" },
		says: "Waiting lists",
	},
];
