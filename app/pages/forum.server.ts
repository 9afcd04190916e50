/** What the table of registrations and its dialogs show, and what their buttons do. Server only. */

import type { AppLoadContext } from "@remix-run/node";
import { withParameters } from "../components/lists/list-url.ts";
import { notFound, seeOther } from "../http.ts";
import { BULK, DETAILS } from "../open-in-list.ts";
import { textOf } from "../programmes/answers.ts";
import { countryIn } from "../programmes/countries.ts";
import { NOTES, type Notes, notesIn, REGISTRATIONS } from "../programmes/forum.ts";
import { formatLocal } from "../programmes/window.ts";
import { entryNumber, readList } from "../schemas/listing.ts";
import { choicesIn, invitationChanges } from "../schemas/triage.ts";
import { writeTo } from "./broadcasts.server.ts";
import { bulkQuestion, lastBulk, takeBulk } from "./bulk-changes.server.ts";
import { consoleFinding, needsOffered } from "./finding.server.ts";
import { foundText } from "./found-text.server.ts";
import { inRow, listedEntries } from "./listed-entries.server.ts";
import { orNotNow, pathForRows, type Report, saveRows, sendLetter } from "./proposal-actions.server.ts";
import { inList, letterOf } from "./proposals.server.ts";
import { takeView, viewsOf } from "./saved-views.server.ts";
import { removedLink } from "./spam.server.ts";

/** @param around an entry that is being read: its page is shown */
export function forumPage(context: AppLoadContext, search: URLSearchParams, around?: number) {
	const { services, actor, locale, zone } = context;
	const { state, filters, query } = readList("forum", search, services.tracks.ids(), services.registry());
	const { rows, ...about } = services.lists.list(actor, "forum", query, around);
	const { ofRow } = listedEntries(context);
	const text = (answer: unknown) => (typeof answer === "string" ? answer : "");
	const countryOf = ({ countryRegionOther, countryRegion }: (typeof rows)[number]["answers"]) =>
		inRow(countryIn(text(countryRegionOther), locale) || text(countryRegion), "person");
	return {
		...about,
		state: { ...state, page: about.page },
		views: viewsOf(context, "forum", search),
		needs: needsOffered(context, "forum"),
		finding: consoleFinding(context, "forum", { state, query }, about.total),
		write: writeTo(context, "forum", state),
		batch: lastBulk(context),
		removed: removedLink(context),
		filters,
		/** Rows of a file are registrations of a call that has a form. */
		takesFiles: services.registry().categoriesOf(REGISTRATIONS).length > 0,
		...questionsOf(context),
		rows: rows.map((row) => {
			const shown = ofRow(row);
			const position = inRow(text(row.answers.position), "person");
			return {
				...shown,
				displayIndex: row.displayIndex,
				found: foundText(services.registry(), row, state.q, locale, [shown.name, shown.org, position]),
				position,
				country: countryOf(row.answers),
				themes: [row.answers.forumTopic ?? []].flat().map(String),
				invitation: text(row.answers.invitationConfirmed),
				updated: formatLocal(row.updatedAt, zone, locale),
			};
		}),
	};
}

/** What the list names of the questions of a registration. */
function questionsOf({ services, locale }: AppLoadContext) {
	const fields = services.registry().fieldsOfKind("forum");
	const field = (name: string) => fields.find((one) => one.name === name);
	const topics = field("forumTopic");
	return {
		topics: topics && "options" in topics ? topics.options : [],
		labels: Object.fromEntries(NOTES.map((name) => [name, field(name)?.label[locale] ?? name])) as Notes,
	};
}

/** The dialog that the address names: a mail, or a question. @param total of the list @throws Response 404 for an entry or a dialog that is not there */
export function forumModal(context: AppLoadContext, search: URLSearchParams, total: number) {
	const name = search.get("modal");
	if (name === null || name === DETAILS) return;
	if (name === BULK) return bulkQuestion(context, "forum", search, total);
	if (name !== "email") throw notFound(context);
	const id = entryNumber.parse(search.get("id"));
	inList(context, "forum", context.services.triage.entry(context.actor, id));
	return letterOf(context, id, "forum", search);
}

/** `notes`: what was typed and could not be saved; null if it is settled. */
export type ForumReport = Report & { notes?: Notes | null };

export async function takeForum(context: AppLoadContext, url: URL): Promise<ForumReport | Response> {
	const { form } = context;
	const elsewhere = pathForRows(context, "forum", url);
	if (elsewhere) return seeOther(elsewhere);
	if ("do.send" in form) return sendLetter(context);
	if ("do.notes" in form) return saveNotes(context);
	if ("do.notes-next" in form) {
		const report = await saveNotes(context);
		const next = withParameters(url.pathname + url.search, {
			modal: DETAILS,
			id: entryNumber.parse(textOf(form, "next")),
		});
		return report.wrong ? report : seeOther(context.flash.say(next, report.lines));
	}
	const save = async () =>
		(await takeView(context, "forum", url)) ??
		(await takeBulk(context, "forum", url)) ??
		saveRows(context, () => context.services.forum.invite(context.actor, invitationChanges(form)));
	return orNotNow(context, save, { kept: choicesIn(form) });
}

async function saveNotes(context: AppLoadContext): Promise<ForumReport> {
	const { services, actor, form, t, locale } = context;
	const id = entryNumber.parse(textOf(form, "id"));
	const to = notesIn(Object.fromEntries(NOTES.map((name) => [name, tidy(textOf(form, name))])));
	const was = notesIn(seen(textOf(form, "was")));
	const outcome = await orNotNow(context, () => services.forum.note(actor, id, was, to, locale), { notes: to });
	if ("status" in outcome) return outcome;
	switch (outcome.state) {
		case "wrong":
			return { status: 422, lines: outcome.problems.map(({ message }) => message), wrong: true, notes: to };
		case "stale":
			return {
				status: 409,
				lines: [t("consoleMessages.notesStale", { by: outcome.by || t("consoleMessages.someone") })],
				wrong: true,
				notes: null,
			};
		case "same":
			return { status: 200, lines: [t("consoleMessages.notesSame")], wrong: false, notes: null };
		case "saved":
			return { status: 200, lines: [t("consoleMessages.notesSaved")], wrong: false, notes: null };
	}
}

/** Line ends as they are stored. */
const tidy = (text: string) => text.replace(/\r\n?/g, "\n").trim();

function seen(text: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
	} catch {
		return {};
	}
}
