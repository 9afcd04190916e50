/** What the table of registrations and its dialogs show, and what their buttons do. Server only. */

import type { AppLoadContext } from "@remix-run/node";
import { withParameters } from "../components/lists/list-url.ts";
import { DETAILS, entryIn } from "../fragments.ts";
import { notFound, seeOther } from "../http.ts";
import { BULK, KEYS } from "../open-in-list.ts";
import { textOf } from "../programmes/answers.ts";
import { countryIn } from "../programmes/countries.ts";
import { NOTES, type Notes, notesIn, REGISTRATIONS } from "../programmes/forum.ts";
import { marks } from "../programmes/marks.ts";
import { formatLocal } from "../programmes/window.ts";
import { entryNumber, readList } from "../schemas/listing.ts";
import { choicesIn, invitationChanges } from "../schemas/triage.ts";
import { writeTo } from "./broadcasts.server.ts";
import { bulkQuestion, lastBulk, takeBulk } from "./bulk-changes.server.ts";
import { entryListPage, keysOf, type Listed } from "./entry-list.server.ts";
import { consoleFinding, needsOffered } from "./finding.server.ts";
import { foundText } from "./found-text.server.ts";
import { inList, inRow, listedEntries } from "./listed-entries.server.ts";
import { orNotNow, pathForRows, type Report, saveRows, sendLetter, titleInMessage } from "./proposal-actions.server.ts";
import { letterOf } from "./proposals.server.ts";
import { takeView, viewsOf } from "./saved-views.server.ts";
import { removedLink } from "./spam.server.ts";

/** The page of registrations that an address names. @throws as `entryListPage` */
export const forumPage = (context: AppLoadContext, search: URLSearchParams) =>
	entryListPage(context, search, registrations(context, search));

function registrations(context: AppLoadContext, search: URLSearchParams) {
	const { services, t, locale, zone } = context;
	const { state, filters, query } = readList("forum", search, services.tracks.ids(), services.registry());
	const { ofRow } = listedEntries(context);
	const text = (answer: unknown) => (typeof answer === "string" ? answer : "");
	const countryOf = ({ countryRegionOther, countryRegion }: Listed["answers"]) =>
		inRow(countryIn(text(countryRegionOther), locale) || text(countryRegion), "person");
	return {
		kind: "forum" as const,
		title: t("forum.title"),
		state,
		query,
		about: { filters, ...questionsOf(context) },
		rowOf: (row: Listed) => {
			const shown = ofRow(row);
			const position = inRow(text(row.answers.position), "person");
			return {
				...shown,
				found: foundText(services.registry(), row, state.q, locale, [shown.name, shown.org, position]),
				position,
				country: countryOf(row.answers),
				themes: [row.answers.forumTopic ?? []].flat().map(String),
				invitation: text(row.answers.invitationConfirmed),
				updated: formatLocal(row.updatedAt, zone, locale),
			};
		},
		more: (total: number) => ({
			views: viewsOf(context, "forum", search),
			needs: needsOffered(context, "forum"),
			finding: consoleFinding(context, "forum", { state, query }, total),
			write: writeTo(context, "forum", state),
			batch: lastBulk(context),
			removed: removedLink(context),
			/** Rows of a file are registrations of a call that has a form. */
			takesFiles: services.registry().categoriesOf(REGISTRATIONS).length > 0,
		}),
		dialog: () => dialogOf(context, search),
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

/** The dialog that the address names: a mail, or a question. @throws Response 404 for an entry or a dialog that is not there */
function dialogOf(context: AppLoadContext, search: URLSearchParams) {
	const name = search.get("modal");
	if (name === null || name === DETAILS) return;
	if (name === BULK) return bulkQuestion(context, "forum", search);
	if (name === KEYS) return keysOf(context);
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
	const report = "status" in outcome ? outcome : reportOnNotes(context, outcome, to);
	// Its script sends them when the entry is left.
	if (entryIn(context.fragment) === undefined) return report;
	const title = titleInMessage(context, id);
	const line = report.wrong
		? t("admin.notSaved", { title, message: report.lines.join(marks[locale].space) })
		: t("forum.notesSaved", { title });
	return { ...report, topic: `notes-${id}`, lines: [line] };
}

function reportOnNotes(
	{ t }: AppLoadContext,
	outcome: Awaited<ReturnType<AppLoadContext["services"]["forum"]["note"]>>,
	to: Notes,
): ForumReport {
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
