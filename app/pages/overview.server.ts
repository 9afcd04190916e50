/** What the console's start page shows. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { listPath } from "../components/lists/list-url.ts";
import { BOARD } from "../components/schedule/board-url.ts";
import type { Need } from "../enumerations.ts";
import { type EntryKind, CONSOLE_LISTS as LISTS } from "../kinds.ts";

type Todo = ReturnType<AppLoadContext["services"]["overview"]["todos"]>["others"][number];

const listed = (kind: EntryKind, need: Need) => listPath(LISTS[kind], { need });

/** Where each to-do is done. */
const PLACES: Record<Todo["name"], string> = {
	unreadTalks: listed("talk", "unread"),
	unreadWorks: listed("aigc", "unread"),
	unreadNominations: listed("nomination", "unread"),
	unreadRegistrations: listed("forum", "unread"),
	late: "/admin/late",
	incompleteTalks: listed("talk", "incomplete"),
	incompleteWorks: listed("aigc", "incomplete"),
	untracked: listed("talk", "untracked"),
	changed: listed("talk", "changed"),
	unplaced: listed("talk", "unplaced"),
	conflicts: `${BOARD}/conflicts`,
	unreleased: `${BOARD}/release`,
	unmailed: listed("talk", "unmailed"),
	failedMails: "/admin/mail?state=failed",
	pendingMails: "/admin/mail?state=pending",
	savedMails: "/admin/mail?state=pending",
	noMailServer: "/admin/mail",
	noCall: "/admin/programmes",
	undatedCall: "/admin/programmes",
	oneAdministrator: "/admin/team",
	noName: "/admin/event",
	noDays: `${BOARD}/grid`,
	noTracks: "/admin/tracks",
	noSlots: `${BOARD}/grid`,
	noFrontText: "/admin/event",
	noSupport: "/admin/event",
	untestedMail: "/admin/mail",
};

const OF_ENTRIES: ReadonlySet<Todo["name"]> = new Set([
	...(["unreadTalks", "unreadWorks", "unreadNominations", "unreadRegistrations", "late", "incompleteTalks"] as const),
	...(["incompleteWorks", "untracked", "changed", "unplaced", "unreleased", "unmailed", "failedMails"] as const),
]);

/** What is to be done, each as a sentence and the page where it is done. */
export function todosShown({ services, actor, t, locale }: AppLoadContext) {
	const shown = ({ name, count, category, reason }: Todo) => ({
		name,
		id: name + (category ?? ""),
		/** It is about entries or their schedule, not about what is set up once. */
		isOfEntries: OF_ENTRIES.has(name),
		to: PLACES[name] + (category === undefined ? "" : `#p-${category}`),
		text: t(`overviewMessages.todo.${name}`, {
			count,
			call: category && services.registry().programmeOf(category).title[locale],
		}),
		reason: reason && t("overviewMessages.heldUpBy", { reason }),
	});
	const { firstDay, others } = services.overview.todos(actor);
	return { firstDay: firstDay.map(shown), others: others.map(shown) };
}

/** The number of entries of each kind and status, each kind with its list. */
export function totalsShown({ services, actor, t }: AppLoadContext) {
	return services.overview
		.totals(actor)
		.map(({ kind, by, total }) => ({ id: kind, label: t(`kind.${kind}`), to: LISTS[kind], by, total }));
}
