/** What the console's start page shows. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { listPath } from "../components/lists/list-url.ts";
import { BOARD, LOST_TALKS } from "../components/schedule/board-url.ts";
import type { Need } from "../enumerations.ts";
import type { Translate } from "../i18n.ts";
import { type EntryKind, CONSOLE_LISTS as LISTS } from "../kinds.ts";
import type { Locale } from "../programmes/define.ts";
import { eventTitle } from "../schedule/grid.ts";
import { callPath, questionPath } from "./call-page.server.ts";
import { UNCHECKED } from "./spam.server.ts";

type TextPlace = ReturnType<AppLoadContext["services"]["copiedTexts"]["list"]>[number]["place"];
type Todo = ReturnType<AppLoadContext["services"]["overview"]["todos"]>["others"][number];

const listed = (kind: EntryKind, need: Need) => listPath(LISTS[kind], { need });

/** Where each to-do is done. */
const PLACES: Record<Todo["name"], string> = {
	unreadTalks: listed("talk", "unread"),
	unreadWorks: listed("aigc", "unread"),
	unreadNominations: listed("nomination", "unread"),
	unreadRegistrations: listed("forum", "unread"),
	late: "/admin/late",
	unchecked: UNCHECKED,
	messages: "/admin/messages",
	incompleteTalks: listed("talk", "incomplete"),
	incompleteWorks: listed("aigc", "incomplete"),
	untracked: listed("talk", "untracked"),
	changed: listed("talk", "changed"),
	unplaced: listed("talk", "unplaced"),
	lost: `${BOARD}/conflicts#${LOST_TALKS}`,
	conflicts: `${BOARD}/conflicts`,
	unreleased: `${BOARD}/release`,
	untoldTalks: listed("talk", "untold"),
	untoldWorks: listed("aigc", "untold"),
	untoldNominations: listed("nomination", "untold"),
	untoldRegistrations: listed("forum", "untold"),
	unmailed: listed("talk", "unmailed"),
	promotable: "/admin/waiting",
	unconfirmed: listed("talk", "unconfirmed"),
	failedMails: "/admin/mail?state=failed",
	pendingMails: "/admin/mail?state=pending",
	savedMails: "/admin/mail?state=pending",
	noMailServer: "/admin/mail",
	noSender: "/admin/mail",
	lacksSender: "/admin/mail",
	noCall: "/admin/programmes",
	undatedCall: "/admin/programmes",
	overdueCall: "/admin/programmes",
	copiedText: "/admin/event",
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
	...([
		"unreadTalks",
		"unreadWorks",
		"unreadNominations",
		"unreadRegistrations",
		"late",
		"messages",
		"unchecked",
	] as const),
	...([
		"incompleteTalks",
		"incompleteWorks",
		"untracked",
		"changed",
		"unplaced",
		"lost",
		"unreleased",
		"unmailed",
		"failedMails",
		"unconfirmed",
		"promotable",
	] as const),
	...(["untoldTalks", "untoldWorks", "untoldNominations", "untoldRegistrations"] as const),
]);

/** The page with the form of a text. */
function editedAt(place: TextPlace): string {
	switch (place.of) {
		case "event":
			return `/admin/event#f-${place.field}`;
		case "track":
			return `/admin/tracks?${new URLSearchParams({ modal: "track", id: place.id, edit: "1" })}`;
		case "call":
			return callPath(place.category);
		case "question":
			return questionPath(place.category, place.name);
		case "mail":
			return `/admin/mail/texts/${place.kind}`;
		case "special":
			return `${BOARD}/grid?special=${place.id}`;
	}
}

function placeInWords(t: Translate, locale: Locale, place: TextPlace): string {
	switch (place.of) {
		case "event":
			return t(`eventPage.fields.${place.field}`);
		case "track":
			return t("overviewMessages.copied.track", { label: (locale === "zh" && place.labelZh) || place.label });
		case "call":
			return t("overviewMessages.copied.call", { call: place.title[locale] });
		case "question":
			return t("overviewMessages.copied.question", { question: place.label[locale] });
		case "mail": {
			const mail = t(`mailTexts.kinds.${place.kind}.name`);
			return t("overviewMessages.copied.mail", { mail, language: t(`letters.languages.${place.locale}`) });
		}
		case "special":
			return t("overviewMessages.copied.special", { title: eventTitle(place, locale) });
	}
}

/** What is to be done, each as a sentence and the page where it is done. */
export function todosShown({ services, actor, t, locale }: AppLoadContext) {
	const shown = ({ name, count, category, copied, reason }: Todo) => ({
		name,
		id: name + (category ?? copied?.key ?? ""),
		/** It is about entries or their schedule, not about what is set up once. */
		isOfEntries: OF_ENTRIES.has(name),
		to: copied ? editedAt(copied.place) : PLACES[name] + (category === undefined ? "" : `#p-${category}`),
		text: t(`overviewMessages.todo.${name}`, {
			count,
			call: category && services.registry().programmeOf(category).title[locale],
			...(copied && { place: placeInWords(t, locale, copied.place), words: copied.found }),
		}),
		/** Names the text in the form that says it is right. */
		copied: copied?.key,
		reason: reason && t("overviewMessages.heldUpBy", { reason }),
	});
	const { firstDay, others } = services.overview.todos(actor);
	const isCopied = ({ copied }: Todo) => copied !== undefined;
	return {
		firstDay: firstDay.map(shown),
		copied: others.filter(isCopied).map(shown),
		others: others.filter((one) => !isCopied(one)).map(shown),
	};
}

/** The number of entries of each kind and status, each kind with its list. */
export function totalsShown({ services, actor, t }: AppLoadContext) {
	return services.overview
		.totals(actor)
		.map(({ kind, by, total }) => ({ id: kind, label: t(`kind.${kind}`), to: LISTS[kind], by, total }));
}
