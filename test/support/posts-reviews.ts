import { sendTalk } from "./entries.ts";
import type { Post } from "./posts.ts";
import { addReviewer, MARKED, REVIEWED, REVIEWER } from "./reviews.ts";

/** What the pages of reviews do with a form. */
export const REVIEW_POSTS: readonly Post[] = [
	{
		row: "/admin/programmes/:call/review",
		what: "saves the rules",
		agent: (portal) => portal.admin(),
		path: "/admin/programmes/hangzhou/review",
		options: { selector: "main form", button: "do.save" },
		says: "The rules were saved.",
	},
	{
		row: "/admin/reviews/:call",
		what: "sets the status of an entry",
		agent: async (portal) => {
			await sendTalk(portal);
			await portal.db.write(() => void portal.sqlite.exec(REVIEWED));
			return portal.admin();
		},
		path: "/admin/reviews/hangzhou",
		filling: { ids: ["1"], "bulk-status": "Hold" },
		options: { selector: "main form[method=post]", button: "do.bulk-status" },
		says: "1 entry changed:",
	},
	{
		row: "/admin/programmes/:call/assignments",
		what: "assigns an entry by hand",
		agent: async (portal) => {
			await sendTalk(portal);
			await portal.db.write(() => void portal.sqlite.exec(REVIEWED));
			return portal.admin();
		},
		path: "/admin/programmes/hangzhou/assignments?entry=talk-1",
		options: { selector: "main form", button: "do.save" },
		says: "The reviewers of talk-1 were saved.",
	},
	{
		row: "/admin/programmes/:call/conflicts",
		what: "dismisses a conflict of interest",
		agent: async (portal) => {
			await sendTalk(portal);
			const agent = await portal.admin();
			await addReviewer(portal);
			const found = `insert into conflicts select 1, id, 'found', 1, null from users where email = '${REVIEWER}'`;
			await portal.db.write(() => void portal.sqlite.exec(REVIEWED + found));
			return agent;
		},
		path: "/admin/programmes/hangzhou/conflicts",
		filling: { pair: "1-2" },
		options: { selector: "main form[aria-labelledby=h-standing]", button: "do.dismiss" },
		says: "1 pair has no conflict of interest.",
	},
	{
		row: "/admin/programmes/:call/redactions",
		what: "redacts a text",
		agent: async (portal) => {
			await sendTalk(portal);
			await portal.db.write(() => void portal.sqlite.exec(REVIEWED));
			return portal.admin();
		},
		path: "/admin/programmes/hangzhou/redactions?entry=talk-1",
		filling: { "text-abstract": "Redacted" },
		options: { selector: "main form", button: "do.save" },
		says: "The redactions of talk-1 were saved.",
	},
	{
		row: "/review/:spot",
		what: "saves a review",
		agent: async (portal) => {
			await sendTalk(portal);
			await portal.db.write(() => void portal.sqlite.exec(REVIEWED));
			return portal.admin();
		},
		path: "/review/talk-1",
		filling: { "mark-content": "4", committeeNote: "Good." },
		options: { selector: "main form[aria-labelledby=h-review]", button: "do.save" },
		says: "Your review of talk-1 was saved.",
	},
	{
		row: "/review/:spot",
		what: "saves a review and goes on",
		agent: async (portal) => {
			await sendTalk(portal);
			await portal.db.write(() => void portal.sqlite.exec(REVIEWED));
			return portal.admin();
		},
		path: "/review/talk-1",
		filling: MARKED,
		options: { selector: "main form[aria-labelledby=h-review]", button: "do.next" },
		says: "Your review of talk-1 is done.",
	},
	{
		row: "/review/:spot/discussion",
		what: "writes a comment",
		agent: async (portal) => {
			await sendTalk(portal);
			await portal.db.write(() => void portal.sqlite.exec(REVIEWED));
			return portal.admin();
		},
		path: "/review/talk-1/discussion",
		filling: { comment: "I would take it." },
		options: { selector: "main form[aria-labelledby=h-say]", button: "do.comment" },
		says: "Your comment was added.",
	},
];
