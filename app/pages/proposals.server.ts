/** What the list of talks and its dialogs show. Server only. */

import type { AppLoadContext } from "@remix-run/node";
import { LETTER_KINDS, LETTER_LANGUAGES, type LetterKind, type MailState, mailWord } from "../enumerations.ts";
import { DETAILS } from "../fragments.ts";
import { notFound } from "../http.ts";
import type { EntryKind } from "../kinds.ts";
import { letterBeside, statusAnnouncedBy } from "../lifecycle.ts";
import { BULK, KEYS } from "../open-in-list.ts";
import { UNSELECTED_TRACK } from "../programmes/answers.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatLocal } from "../programmes/window.ts";
import { entryNumber, readList } from "../schemas/listing.ts";
import { writeTo } from "./broadcasts.server.ts";
import { bulkQuestion, lastBulk } from "./bulk-changes.server.ts";
import { entryListPage, keysOf, type Listed } from "./entry-list.server.ts";
import { consoleFinding, needsOffered } from "./finding.server.ts";
import { foundText } from "./found-text.server.ts";
import { inList, listedEntries } from "./listed-entries.server.ts";
import { reasonOf } from "./mail-reason.server.ts";
import { viewsOf } from "./saved-views.server.ts";
import { removedLink } from "./spam.server.ts";

/** The kind that this list is of. */
const LISTED: EntryKind = "talk";

/** The page of talks that an address names. @throws as `entryListPage` */
export const proposalsPage = (context: AppLoadContext, search: URLSearchParams) =>
	entryListPage(context, search, talks(context, search));

function talks(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, t, locale, zone } = context;
	const { state, query } = readList("talk", search, services.tracks.ids(), services.registry());
	const { ofRow, tracked } = listedEntries(context);
	return {
		kind: LISTED,
		title: t("admin.proposals"),
		state,
		query,
		about: {
			tracks: services.tracks.listed(locale, [state.track]),
			counts: services.lists.statusCounts(actor, LISTED),
		},
		// They are read only for a search, which may find its words there.
		hasAnswers: state.q !== "",
		rowOf: (row: Listed) => {
			const [shown, { track, ...others }] = [ofRow(row), tracked(row)];
			const texts = [shown.title, shown.name, shown.org];
			return {
				...shown,
				...others,
				track,
				found: foundText(services.registry(), row, state.q, locale, texts, { field: t("admin.track"), text: track }),
				mailBeside: row.mailBeside,
				updated: formatLocal(row.updatedAt, zone, locale),
			};
		},
		more: (total: number) => ({
			views: viewsOf(context, LISTED, search),
			needs: needsOffered(context, LISTED),
			finding: consoleFinding(context, LISTED, { state, query }, total),
			write: writeTo(context, LISTED, state),
			batch: lastBulk(context),
			removed: removedLink(context),
		}),
		dialog: () => dialogOf(context, search),
	};
}

/** The dialog the address names. @throws Response 404 for an entry or a dialog that is not there */
export function dialogOf(context: AppLoadContext, search: URLSearchParams) {
	const name = search.get("modal");
	if (name === null || name === DETAILS) return;
	if (name === BULK) return bulkQuestion(context, LISTED, search);
	if (name === KEYS) return keysOf(context);
	const id = entryNumber.parse(search.get("id"));
	const entry = context.services.triage.entry(context.actor, id);
	inList(context, LISTED, entry);
	switch (name) {
		case "email": {
			const asked = LETTER_KINDS.find((kind) => kind === search.get("letter"));
			return letterOf(context, id, asked ?? letterBeside(entry.status), search);
		}
		case "panelist":
			return panelOf(context, id);
		default:
			throw notFound(context);
	}
}

/** A mail about an entry, before it goes, in the language the address names, or as it went. */
export function letterOf(context: AppLoadContext, id: number, letter: LetterKind, search: URLSearchParams) {
	const { services, actor, t, locale, zone } = context;
	const asked = LETTER_LANGUAGES.find((one) => one === search.get("language"));
	const { entry, to, subject, body, language, isKept, present, hindrance } = services.letters.draft(
		actor,
		id,
		letter,
		asked,
	);
	const state = present && mailWord(present.state, context.mailLeaves);
	const at = present && formatLocal(present.sentAt ?? present.createdAt, zone, locale);
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
		isKept,
		state,
		lastError: present?.lastError ? reasonOf(present.lastError, t) : undefined,
		words: letterWords(context, { entry, letter, state, at, hindrance }),
	};
}

/** The texts of its dialog, which no other page needs. */
function letterWords(
	{ t }: AppLoadContext,
	about: Pick<ReturnType<AppLoadContext["services"]["letters"]["draft"]>, "entry" | "hindrance"> & {
		letter: LetterKind;
		state: MailState | "saved" | undefined;
		at: string | undefined;
	},
) {
	const { entry, hindrance, letter, state, at } = about;
	const announced = statusAnnouncedBy(letter);
	const status = announced && t(`status.${announced}`);
	const present = t(`status.${entry.status}`);
	return {
		which: t("outbox.which"),
		titles: Object.fromEntries(LETTER_KINDS.map((kind) => [kind, t(`letters.title.${kind}`)])) as Record<
			LetterKind,
			string
		>,
		already: t("outbox.already"),
		state: state && t("letters.state", { state: t(`mailState.${state}`), time: at }),
		hindrance: hindrance && hindrance !== "sent" && t(`letters.hindrance.${hindrance}`, { status, present }),
		lead: t("letters.lead", { name: entry.name, language: t(`letters.languages.${entry.locale}`) }),
		language: t("letters.language"),
		languages: { en: t("letters.languages.en"), zh: t("letters.languages.zh"), both: t("letters.languages.both") },
		to: t("letters.to"),
		subject: t("letters.subject"),
		body: t("letters.body"),
		privateLink: t("letters.privateLink"),
		isKept: t("letters.isKept"),
		send: t("letters.send"),
		keep: t("letters.keep"),
		drop: t("letters.drop"),
	};
}

function panelOf({ services, actor, t, locale }: AppLoadContext, id: number) {
	const entry = services.triage.entry(actor, id);
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
