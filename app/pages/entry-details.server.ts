import type { AppLoadContext } from "@remix-run/node";
import { boardPath } from "../components/schedule/board-url.ts";
import { LOG_STATES, mailWord } from "../enumerations.ts";
import { notFound } from "../http.ts";
import { consolePath } from "../kinds.ts";
import { PRESENCE_AFTER, STATUSES } from "../lifecycle.ts";
import { chosenTrack } from "../programmes/answers.ts";
import { type Attendance, RECORD_BUTTONS } from "../programmes/attendance.ts";
import { marks } from "../programmes/marks.ts";
import { numberIn } from "../programmes/number.ts";
import { changedParts } from "../programmes/shown-again.ts";
import { idFromSpot, spotId } from "../programmes/spot-ids.ts";
import { formatLocal } from "../programmes/window.ts";
import { type SlotName, slotOf } from "../schedule/grid.ts";
import { scheduleWords } from "./board.server.ts";
import { valueNames } from "./changed-values.server.ts";
import { entryResult, entryReviews } from "./entry-reviews.server.ts";
import { reasonOf } from "./mail-reason.server.ts";

type Details = ReturnType<AppLoadContext["services"]["triage"]["details"]>;

/** An entry as its details show it to organisers. Server only. */
export function shownDetails(context: AppLoadContext, details: Details) {
	const { entry } = details;
	const { services, actor, t, locale, zone } = context;
	const messages = services.messages.about(actor, entry.id);
	return {
		id: entry.id,
		reference: spotId(entry),
		status: entry.status,
		notes: services.entries.notesOf(entry),
		lacking: services.entries.lackingIn(entry, locale),
		judged: judgedBy(context, entry),
		presence: entry.presence,
		messages: messages.waits ? t("messages.waits") : messages.count > 0 ? String(messages.count) : "",
		answers: answersTo(context, entry),
		created: formatLocal(entry.createdAt, zone, locale),
		updated: formatLocal(entry.updatedAt, zone, locale),
		shown: services.entries.asShown(entry, "admin", locale),
		history: historyOf(context, details),
		mails: mailsTo(context, entry),
		reviews: entryReviews(context, entry),
		result: entryResult(context, entry),
		placed: placedAt(context, entry),
	};
}

/** Its place in the organisers' schedule, and where it is taken off; or that it waits for one, and where it gets it. */
function placedAt(context: AppLoadContext, entry: Details["entry"]) {
	const { place, isLost, waits } = context.services.schedule.placeOf(context.actor, entry);
	if (waits) {
		const to = boardPath({ entries: chosenTrack(entry) ?? "" }, String(entry.id));
		return { text: context.t("scheduleMessages.waits"), isLost, to };
	}
	if (!place) return;
	const said = isLost ? "scheduleMessages.placedLost" : "scheduleMessages.placed";
	return {
		text: context.t(said, { place: scheduleWords(context).placeOf(place) }),
		isLost,
		to: boardPath({ entries: place.trackId, day: place.dayId }),
	};
}

/** Buttons that record what its author said elsewhere, by what is known now. */
function answersTo({ services, t }: AppLoadContext, entry: Details["entry"]) {
	const state = services.attendance.stateOf(entry);
	return (state ? RECORDABLE[state] : []).map((name) => ({
		name: RECORD_BUTTONS[name],
		label: t(`attendance.record.${name}`),
	}));
}

const RECORDABLE = {
	asked: ["confirm", "decline"],
	confirmed: ["decline"],
	declined: ["ask"],
} as const satisfies Record<Attendance, readonly (keyof typeof RECORD_BUTTONS)[]>;

/** Every mail that went to its people, and where more are found. */
function mailsTo({ services, actor, t, locale, zone, mailLeaves }: AppLoadContext, entry: Details["entry"]) {
	const rows = services.outbox.to(actor, entry).map(({ id, subject, state, lastError, sentAt, createdAt }) => ({
		id,
		subject,
		state: t(`mailState.${mailWord(state, mailLeaves)}`),
		failed: state === "failed",
		reason: state !== "sent" && lastError ? reasonOf(lastError, t) : "",
		at: formatLocal(sentAt ?? createdAt, zone, locale),
	}));
	const href = `/admin/mail?${new URLSearchParams({ q: entry.email })}`;
	return { rows, heading: t("outbox.which"), all: { href, text: t("entryMails.all", { address: entry.email }) } };
}

/** By which version of its form an entry was judged, where that has changed since; "" where it has not. */
function judgedBy({ services, t }: AppLoadContext, { category, formVersion }: Details["entry"]): string {
	const present = services.programmes.versionOf(category);
	if (formVersion === null || present === undefined || formVersion === present) return "";
	return t("callPage.judged", { version: formVersion, present });
}

/** The lines of a history as text. @returns `older`: address of the page before; "" on the first */
function historyOf(context: AppLoadContext, { entry, log, older }: Details) {
	const { services, t, locale, zone } = context;
	const { fields } = services.registry().programmeOf(entry.category, entry);
	const tracks = services.tracks.labels(locale);
	const changedName = valueNames(context);
	const { placeOf } = scheduleWords(context);
	const fieldOf = (changed: string) => fields.find(({ name, column }) => name === changed || column === changed);
	const nameOf = (changed: string) => {
		const own = BESIDE_THE_FORM.find((one) => one === changed);
		if (own) return t(`log.fields.${own}`);
		return fieldOf(changed)?.label[locale] ?? changed;
	};
	const word = (changed: string, value: unknown): string => {
		const parts = partsOf(value);
		if (changed === "slot") return parts.map((key) => placeIn(placeOf, key)).join("");
		if (changed === "reason") return parts.join("");
		if (BESIDE_THE_FORM.some((one) => one === changed)) return parts.length > 0 ? changedName(parts) : "";
		const field = fieldOf(changed);
		if (field?.column === "trackId") return parts.map((id) => tracks.get(id) ?? id).join("");
		// The name of a file says nothing to readers.
		if (field?.column === "photo") return "";
		if (typeof value === "boolean") return t(value ? "entry.consentGiven" : "entry.consentMissing");
		const options = field && "options" in field ? field.options : [];
		return parts
			.map((part) => options.find((option) => option.value === part)?.label[locale] ?? part)
			.join(marks[locale].item);
	};
	const stateOf = (state: string) => {
		const status = STATUSES.find((one) => one === state);
		if (status) return t(`status.${status}`);
		const happened = LOG_STATES.find((one) => one === state);
		return happened ? t(`log.states.${happened}`) : state;
	};
	const changeIn = ({ field, from, to }: Details["log"][number]["changes"][number]) => {
		const name = nameOf(field);
		const text = (value: unknown) => (value === undefined ? t("log.notKept") : word(field, value));
		const [was, is] = changedParts(text(from), text(to));
		if (field === "reason") return { field: name, from: was, to: is, said: `${name}${marks[locale].colon}${is}` };
		// Values that are hidden, or read the same, say nothing.
		return { field: name, from: was, to: is, said: was === is ? t("log.changed", { field: name }) : "" };
	};
	const lines = log.map(({ id, at, by, changes, type, state }) => ({
		id,
		said: `${t(type === "Spam" ? sortedOut(changes) : `log.${type}`)} · ${stateOf(state)}`,
		by: by ?? (BY_AUTHORS.has(type) ? t("admin.guest") : ""),
		at: formatLocal(at, zone, locale),
		// A changed status is all that happened: it is said once, with the one before.
		isChange: type === "Status",
		changes: (type === "Spam" ? [] : changes).filter(({ from, to }) => [from, to].some(isSomething)).map(changeIn),
	}));
	return {
		lines,
		older: older === undefined ? "" : `${historyPath(entry)}?${new URLSearchParams({ before: String(older) })}`,
	};
}

/** The log line of an entry that organisers removed as spam, put back or let in. */
function sortedOut(changes: Details["log"][number]["changes"]) {
	const [{ from, to } = { from: undefined, to: undefined }] = changes;
	if (to === PRESENCE_AFTER.removingAsSpam) return "log.Spam";
	if (to === PRESENCE_AFTER.holding) return "log.unchecked";
	return from === PRESENCE_AFTER.holding ? "log.letIn" : "log.notSpam";
}

/** Where the whole history of an entry is read, page by page. */
const historyPath = (entry: Details["entry"]) => `/admin/history/${spotId(entry)}`;

/** Whether a value of the log is shown. An empty one is not; undefined is, because it stands for a deleted text. */
const isSomething = (value: unknown) => value === undefined || partsOf(value).some(Boolean);

/** A page of the history of the entry that an address names. @throws AppError NOT_FOUND; Response 404 */
export function historyPage(context: AppLoadContext, spot: string, search: URLSearchParams) {
	const { services, actor, t } = context;
	const entry = services.triage.entry(actor, idFromSpot(spot));
	if (spotId(entry) !== spot) throw notFound(context);
	const before = numberIn(search.get("before") ?? "");
	const found = services.triage.history(actor, entry, before || undefined);
	const path = historyPath(entry);
	return {
		heading: entry.title || entry.name || t("admin.guest"),
		reference: spot,
		details: consolePath(entry, path),
		...historyOf(context, { entry, ...found }),
		/** The newest page, where this is another. */
		newest: before > 0 ? path : "",
	};
}

/** Actions of guests on their own entries. Other lines without a name are actions of the portal. */
const BY_AUTHORS: ReadonlySet<string> = new Set([
	...(["Created", "Edited", "Withdrawn", "Restored", "Confirmed", "Declined"] as const),
]);

/** What is changed of an entry that no form asks. */
const BESIDE_THE_FORM = ["status", "track", "panel", "slot", "reason"] as const;

function placeIn(placeOf: (slot: SlotName) => string, key: string): string {
	const slot = slotOf(key);
	return slot ? placeOf(slot) : key;
}

/** The texts of a value in the log. */
function partsOf(value: unknown): string[] {
	if (value === null || value === undefined) return [];
	const parts = typeof value === "object" ? Object.values(value).flat() : [value];
	return parts.map(String);
}
