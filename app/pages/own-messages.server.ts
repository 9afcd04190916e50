/** The messages about an entry on the page of its author, and what the form there does. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { withParameters } from "../components/lists/list-url.ts";
import { MESSAGE_CONTROLS, MESSAGE_KEEPS } from "../components/messages/message-controls.ts";
import { entryPath, seeOther } from "../http.ts";
import { textOf } from "../programmes/answers.ts";
import { numberIn } from "../programmes/number.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatInstant, formatLocal } from "../programmes/window.ts";
import { messagesPath, organisersIn, refusedMessage, shownThread } from "./messages.server.ts";

type Entry = NonNullable<ReturnType<AppLoadContext["services"]["entries"]["ownEntry"]>>;

/**
 * What the section shows. Organisers who are none of the entry's people are led to the console: here they would write as
 * its author. @param key of the private link it was opened by, or ""
 */
export function ownMessages(context: AppLoadContext, entry: Entry, key: string, search: URLSearchParams) {
	const { services, actor, t, locale, zone, mailLeaves } = context;
	const spot = spotId(entry);
	const path = entryPath(spot, key);
	const before = numberIn(search.get("before") ?? "");
	const thread = services.messages.ofAuthor(actor, spot, key, before);
	if (!thread) return { consolePath: messagesPath(spot) };
	const organisers = organisersIn(context);
	return {
		path,
		open: thread.open,
		lead: t(mailLeaves && entry.email ? "messages.ownLeadMail" : "messages.ownLead"),
		thread: shownThread(thread, {
			by: ({ fromTeam }) => (fromTeam ? organisers : t("messages.you")),
			time: (at) => ({ text: formatInstant(at, zone, locale), date: formatLocal(at, zone, locale) }),
			earlier: (id) => `${withParameters(path, { before: id })}#h-messages`,
			newest: before > 0 ? path : undefined,
		}),
	};
}

/** Days after which a message is not called new any more, whether or not it was read: reading stores nothing. */
const NEW_DAYS = 14;

/** What the dashboard says of the messages about each entry; nothing for those without. */
export function messageMarks({ services, actor, t, now }: AppLoadContext) {
	const tallies = services.messages.ofOwn(actor);
	return (entry: Entry) => {
		const tally = tallies.get(entry.id);
		if (!tally) return;
		const isNew = tally.fromTeam && now - tally.at < NEW_DAYS * 24 * 60 * 60 * 1000;
		return {
			href: `${entryPath(spotId(entry))}#h-messages`,
			count: t("messages.count", { count: tally.count }),
			mark: isNew ? t("messages.new") : "",
		};
	};
}

/** Sends what an author typed, and leads back to the page. @returns undefined for another button */
export async function takeOwnMessage(context: AppLoadContext, spot: string, key: string) {
	const { services, actor, form, t } = context;
	const { text, button } = MESSAGE_CONTROLS.people;
	if (!(button in form)) return;
	const outcome = await services.messages.writeAsAuthor(actor, spot, key, textOf(form, text));
	if (outcome !== "written") return refusedMessage(context, "people", outcome, MESSAGE_KEEPS);
	return seeOther(context.flash.say(entryPath(spot, key), [t("messages.ownSent")]));
}
