/** What the table of talks and its dialogs show. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { LETTER_KINDS, LETTER_LANGUAGES, type LetterKind, mailWord } from "../enumerations.ts";
import { notFound } from "../http.ts";
import type { EntryKind } from "../kinds.ts";
import { isActive, type Status } from "../lifecycle.ts";
import { UNSELECTED_TRACK } from "../programmes/answers.ts";
import { spotId } from "../programmes/index.ts";
import { formatInstant } from "../programmes/window.ts";
import { entryNumber, readList } from "../schemas/listing.ts";
import { shownDetails } from "./entry-details.server.ts";
import { reasonOf } from "./mail-reason.server.ts";

export function proposalsPage({ services, actor, t, locale, zone }: AppLoadContext, search: URLSearchParams) {
	const { state, query } = readList("talk", search, services.tracks.ids());
	const labels = services.tracks.labels(locale);
	const { rows, ...about } = services.lists.list(actor, "talk", query);
	const batch = services.triage.lastBatch(actor);
	return {
		state,
		...about,
		rows: rows.map((row) => ({
			id: row.id,
			reference: spotId(row),
			displayIndex: row.displayIndex,
			category: row.category,
			name: row.name,
			org: row.org,
			title: row.title,
			trackId: row.trackId ?? UNSELECTED_TRACK,
			track: labels.get(row.trackId) ?? t("entry.trackMissing"),
			status: row.status,
			incomplete: row.incomplete,
			withdrawn: !isActive(row),
			changed: row.changed,
			acceptMail: row.acceptMail,
			panel: [...row.panelists.map((id) => labels.get(id) ?? id), ...row.keywords],
			updated: formatInstant(row.updatedAt, zone, locale),
		})),
		tracks: services.tracks.options(locale, [state.track]).filter((track) => !track.divider),
		counts: services.lists.statusCounts(actor, "talk"),
		batch: batch && {
			...batch,
			time: formatInstant(batch.at, zone, locale),
			state: batch.kind === "status" ? t(`status.${batch.value as Status}`) : (labels.get(batch.value) ?? batch.value),
		},
	};
}

/** The kind that this list is of. */
const LISTED: EntryKind = "talk";

/** The dialog the address names. @throws Response 404 for an entry or a dialog that is not there */
export function modalOf(context: AppLoadContext, search: URLSearchParams) {
	const name = search.get("modal");
	if (name === null) return;
	const id = entryNumber.parse(search.get("id"));
	const { kind } = context.services.triage.details(context.actor, id).entry;
	if (kind !== LISTED) throw notFound(context);
	switch (name) {
		case "details":
			return detailsOf(context, id);
		case "email":
			return letterOf(context, id, LETTER_KINDS.find((kind) => kind === search.get("letter")) ?? "accept", search);
		case "panelist":
			return panelOf(context, id);
		default:
			throw notFound(context);
	}
}

function detailsOf(context: AppLoadContext, id: number) {
	const details = context.services.triage.details(context.actor, id);
	const title = details.entry.title || context.t("entry.untitled");
	return { kind: "details" as const, title, ...shownDetails(context, details) };
}

/** A letter about an entry, before it goes, in the language the address names, or as it went. */
export function letterOf(context: AppLoadContext, id: number, letter: LetterKind, search: URLSearchParams) {
	const { services, actor, t, locale, zone } = context;
	const asked = LETTER_LANGUAGES.find((one) => one === search.get("language"));
	const { entry, to, subject, body, language, present, hindrance } = services.letters.draft(actor, id, letter, asked);
	return {
		kind: "email" as const,
		title: t(`letters.title.${letter}`),
		id,
		letter,
		name: entry.name,
		own: entry.locale,
		language,
		status: entry.status,
		to,
		subject,
		body,
		hindrance,
		state: present && mailWord(present.state, context.mailLeaves),
		lastError: present?.lastError ? reasonOf(present.lastError, t) : undefined,
		at: present && formatInstant(present.sentAt ?? present.createdAt, zone, locale),
	};
}

function panelOf({ services, actor, t, locale }: AppLoadContext, id: number) {
	const { entry } = services.triage.details(actor, id);
	const { panelists, keywords } = entry;
	return {
		kind: "panelist" as const,
		title: t("panel.title"),
		id,
		about: entry.title || entry.name,
		reference: spotId(entry),
		// A retired track that sits in the panel stays in it until it is taken out.
		tracks: services.tracks
			.options(locale, panelists)
			.filter(({ id: track, divider }) => !divider && track !== UNSELECTED_TRACK),
		panel: { panelists, keywords },
	};
}
