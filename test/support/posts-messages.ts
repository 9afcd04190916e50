import { sendTalk } from "./entries.ts";
import type { TestPortal } from "./portal.ts";
import type { Post } from "./posts.ts";

/** An administrator, after the author of a talk has written. */
const agent = async (portal: TestPortal) => {
	await sendTalk(portal);
	const question = "insert into messages (entry_id, thread, from_team, body, at) values (1, 'people', 0, 'When?', 1)";
	await portal.db.write(() => void portal.sqlite.exec(question));
	return portal.admin();
};

const about = { row: "/admin/messages/:entry", agent, path: "/admin/messages/talk-1" } as const;
const form = (name: string) => ({ selector: `form:has([name="${name}"])`, button: name });

/** What the page of messages about an entry does with a form. */
export const MESSAGE_POSTS: readonly Post[] = [
	{
		...about,
		what: "writes to the author",
		filling: { message: "At ten." },
		options: form("do.message"),
		says: "The message is on the author’s page.",
	},
	{
		...about,
		what: "writes a note",
		filling: { note: "An early one." },
		options: form("do.note"),
		says: "The note was saved for organisers only.",
	},
	{ ...about, what: "says that nothing is to be answered", options: form("do.settle"), says: "no longer waits" },
];
