import { sendTalk } from "./entries.ts";
import { LATE_COPY } from "./late-forms.ts";
import { LATE_LINK } from "./late-links.ts";
import type { Post } from "./posts.ts";

/** What the page of late submissions does with a form. */
export const LATE_POSTS: readonly Post[] = [
	{
		row: "/admin/late",
		what: "lets a form in",
		agent: async (portal) => {
			await sendTalk(portal);
			await portal.db.write(() => void portal.sqlite.exec(LATE_COPY));
			return portal.admin();
		},
		options: { selector: 'main form[method="post"]', button: "do.let-in" },
		says: "talk-2 was let in.",
	},
	{
		row: "/admin/late",
		what: "makes a link",
		agent: (portal) => portal.admin(),
		options: { selector: "form[aria-labelledby=h-links]", button: "do.make-link" },
		says: "The link is ready.",
	},
	{
		row: "/admin/late",
		what: "ends a link",
		agent: async (portal) => {
			await portal.db.write(() => void portal.sqlite.exec(LATE_LINK));
			return portal.admin();
		},
		options: { selector: "section td form", button: "do.end-link" },
		says: "The link was ended.",
	},
];
