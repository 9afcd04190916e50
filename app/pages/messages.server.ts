/** The messages about an entry in the console, and what the forms there do. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { withParameters } from "../components/lists/list-url.ts";
import { MESSAGE_CONTROLS, type MESSAGE_KEEPS, SETTLE, THREAD_KEEPS } from "../components/messages/message-controls.ts";
import { type MessageThread, MOST_IN_MESSAGES } from "../enumerations.ts";
import { seeOther } from "../http.ts";
import { consolePath } from "../kinds.ts";
import { textOf } from "../programmes/answers.ts";
import { numberIn } from "../programmes/number.ts";
import { firstWords } from "../programmes/shown-again.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatLocal } from "../programmes/window.ts";
import { can } from "../roles.ts";
import { pageNumber } from "../schemas/listing.ts";
import { headingOf } from "./entry-heading.server.ts";

export const MESSAGES = "/admin/messages";
const ALL_MESSAGES = `${MESSAGES}?all`;
export const messagesPath = (spot: string) => `${MESSAGES}/${spot}`;

/** Characters of a message in the list. */
const BEGINNING = 120;

/** How organisers sign what they write to authors. */
export const organisersIn = ({ t, brand }: Pick<AppLoadContext, "t" | "brand">): string =>
	t("messages.organisers", { event: brand.product });

type Services = AppLoadContext["services"]["messages"];
type Thread = ReturnType<Services["ofEntry"]>["people"];
type Message = Thread["messages"][number];

interface Words {
	by: (message: Message) => string;
	/** When it was written: in words, and the part of that which never breaks. */
	time: (at: number) => { text: string; date: string };
	/** Address of the messages before one. */
	earlier: (id: number) => string;
	/** Address of the newest ones, where earlier ones are shown. */
	newest: string | undefined;
}

/** A thread as a page shows it, without the numbers and names that it does not. */
export function shownThread({ messages, before }: Thread, { by, time, earlier, newest }: Words) {
	return {
		messages: messages.map((one) => ({ id: one.id, by: by(one), time: time(one.at), body: one.body })),
		earlier: before === undefined ? undefined : earlier(before),
		newest,
	};
}

export type ShownThread = ReturnType<typeof shownThread>;

type Refusal = Exclude<Awaited<ReturnType<Services["write"]>>, "written">;

/** Shows a form again with what was typed and why it was not kept. */
export function refusedMessage(
	context: AppLoadContext,
	thread: MessageThread,
	refusal: Refusal,
	keeps: typeof MESSAGE_KEEPS | typeof THREAD_KEEPS,
) {
	const { characters: max, ...limits } = MOST_IN_MESSAGES;
	const message = context.t(`messages.refused.${refusal}`, { max, ...limits, address: context.brand.support });
	return context.sendBack(keeps, { problems: [{ field: MESSAGE_CONTROLS[thread].text, message }] });
}

/** Both threads of the entry that an address names. @throws AppError NOT_FOUND */
export function threadsPage(context: AppLoadContext, spot: string, search: URLSearchParams) {
	const { services, actor, t, locale, zone } = context;
	const before = (thread: MessageThread) => numberIn(search.get(thread) ?? "");
	const found = services.messages.ofEntry(actor, spot, {
		people: before("people"),
		organisers: before("organisers"),
	});
	const { entry } = found;
	const path = messagesPath(spot);
	const author = entry.name || t("admin.guest");
	const shown = (thread: MessageThread) =>
		shownThread(found[thread], {
			by: ({ fromTeam, by }) => (fromTeam ? by || t("messages.formerMember") : author),
			time: (at) => ({ text: formatLocal(at, zone, locale), date: formatLocal(at, zone, locale) }),
			earlier: (id) => `${withParameters(path, { [thread]: id })}#h-${thread}`,
			newest: before(thread) > 0 ? path : undefined,
		});
	return {
		path,
		heading: entry.title || author,
		reference: spot,
		about: [entry.title ? author : "", services.registry().programmeOf(entry.category).label[locale]]
			.filter(Boolean)
			.join(" · "),
		presence: entry.presence,
		/** The list that this entry is in. */
		list: found.waits === undefined ? ALL_MESSAGES : MESSAGES,
		details: consolePath(entry, path),
		open: found.open && can(actor.user?.role, "entries.manage"),
		as: organisersIn(context),
		hint: hintFor(context, entry.email),
		waits: found.waits,
		people: shown("people"),
		organisers: shown("organisers"),
	};
}

/** What is said of the mail about a message, if anything. */
function hintFor({ t, mailLeaves }: AppLoadContext, email: string): string | undefined {
	if (!email) return t("messages.noAddress");
	return t(mailLeaves ? "messages.mailHint" : "admin.mailStays");
}

/** What became of a message to the author, and of the mail about it. */
function toldAuthor({ services, actor, t, mailLeaves }: AppLoadContext, spot: string): string {
	const { entry } = services.messages.ofEntry(actor, spot, { people: 0, organisers: 0 });
	if (entry.email === "") return t("messages.sentNoAddress");
	return t(mailLeaves ? "messages.sent" : "messages.sentSaved");
}

/** Writes to one of the threads, or says that nothing is to be answered. */
export async function takeMessage(context: AppLoadContext, spot: string) {
	const { services, actor, form, t } = context;
	const say = (line: string) => seeOther(context.flash.say(messagesPath(spot), [line]));
	if (SETTLE in form) {
		const isSettled = await services.messages.settle(actor, spot, numberIn(textOf(form, SETTLE)));
		return say(t(isSettled ? "messages.settled" : "messages.overtaken"));
	}
	const thread = MESSAGE_CONTROLS.organisers.button in form ? "organisers" : "people";
	const outcome = await services.messages.write(actor, spot, thread, textOf(form, MESSAGE_CONTROLS[thread].text));
	if (outcome !== "written") return refusedMessage(context, thread, outcome, THREAD_KEEPS);
	return say(thread === "people" ? toldAuthor(context, spot) : t("messages.noteSaved"));
}

/** The messages of authors that wait for an answer, or the last ones of all entries. */
export function messageList(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, t, locale, zone } = context;
	const all = search.has("all");
	const { rows, page, pages } = services.messages.list(actor, { all, page: pageNumber.parse(search.get("page")) });
	const counts = services.messages.counts(actor);
	return {
		path: all ? ALL_MESSAGES : MESSAGES,
		lead: t(all ? "messages.listLeadAll" : "messages.listLead"),
		none: t(all ? "messages.none" : "messages.noneWait"),
		total: counts[all ? "all" : "waiting"],
		views: [
			{ id: "waiting", label: t("messages.showWaiting"), count: counts.waiting, to: MESSAGES, isCurrent: !all },
			{ id: "all", label: t("messages.showAll"), count: counts.all, to: ALL_MESSAGES, isCurrent: all },
		],
		page,
		pages,
		rows: rows.map(({ message, entry }) => ({
			id: message.id,
			to: messagesPath(spotId(entry)),
			title: headingOf(context, entry),
			reference: spotId(entry),
			from: message.fromTeam ? organisersIn(context) : entry.name || t("admin.guest"),
			beginning: firstWords(message.body, BEGINNING),
			time: formatLocal(message.at, zone, locale),
		})),
	};
}
