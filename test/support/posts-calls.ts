import type { TestPortal } from "./portal.ts";
import type { Options, Post } from "./posts.ts";
import { organiser } from "./released-schedule.ts";

const admin = (portal: TestPortal) => portal.admin();
const ofForm = (name: string): Options => ({ selector: `form:has([name="${name}"])`, button: name });

/** The talk form with another introduction, which nobody but organisers sees. */
const changed = async (portal: TestPortal) => {
	await portal.services.callForms.edit(await organiser(portal), "hangzhou", (present) => ({
		...present,
		lead: { en: "Talk to us", zh: "欢迎投稿" },
	}));
	return portal.admin();
};

/** What the pages of calls do with a form. */
export const CALL_POSTS: readonly Post[] = [
	{
		row: "/admin/programmes/all",
		what: "adds a call",
		agent: admin,
		filling: { from: "hangzhou", label: "Workshops", labelZh: "工作坊", path: "/workshops" },
		options: ofForm("do.create"),
		says: "“Workshops” was added.",
	},
	{
		row: "/admin/programmes/:call",
		what: "changes what a form says",
		agent: admin,
		path: "/admin/programmes/hangzhou",
		filling: { lead: "Tell us something" },
		options: ofForm("do.call"),
		says: "Saved. Visitors see it after you publish.",
	},
	{
		row: "/admin/programmes/:call",
		what: "adds a section",
		agent: admin,
		path: "/admin/programmes/hangzhou",
		filling: { title: "Travel", titleZh: "差旅" },
		options: ofForm("do.add-section"),
		says: "“Travel” was added.",
	},
	{
		row: "/admin/programmes/:call",
		what: "forgets changes",
		agent: changed,
		path: "/admin/programmes/hangzhou?discard=1",
		options: ofForm("do.discard"),
		says: "The changes were discarded.",
	},
	{
		row: "/admin/programmes/:call/questions/:name",
		what: "changes a question",
		agent: admin,
		path: "/admin/programmes/hangzhou/questions/subject",
		filling: { label: "Our notes" },
		options: ofForm("do.save"),
		says: "Saved. Visitors see it after you publish.",
	},
	{
		row: "/admin/programmes/:call/questions/:name",
		what: "retires a question",
		agent: admin,
		path: "/admin/programmes/hangzhou/questions/details",
		options: ofForm("do.retire"),
		says: "“Talk Details” is not asked any more once you publish.",
	},
	{
		row: "/admin/programmes/:call/publish",
		what: "publishes changes",
		agent: changed,
		path: "/admin/programmes/hangzhou/publish",
		filling: { note: "A warmer welcome" },
		options: { selector: "form:has([name=note])" },
		says: "Version 2 is public.",
	},
];
