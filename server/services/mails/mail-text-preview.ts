import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { LETTER_KINDS } from "../../../app/enumerations.ts";
import { ENTRY_KINDS } from "../../../app/kinds.ts";
import { ACTIVE, FIRST_PRESENCE, FIRST_STATUS, SCHEDULABLE, type Status, statusesOf } from "../../../app/lifecycle.ts";
import { kindsToldBy, type MailText, type MailTextKind, SAMPLES } from "../../../app/mails/mail-texts.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { spotId } from "../../../app/programmes/spot-ids.ts";
import { dayOf } from "../../../app/programmes/window.ts";
import { type Place, placesIn } from "../../../app/schedule/grid.ts";
import { referencesIn } from "../../../app/search/references.ts";
import { withoutKeys } from "../../../db/kept-mails.ts";
import { entries } from "../../../db/schema.ts";
import { draftValues } from "../../mail/templates.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Reminders } from "../attendance/reminders.ts";
import type { EntryRow, ToldEntry } from "../entries/entry-rows.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import type { MessageMails } from "../messages/message-mails.ts";
import type { Runtime } from "../runtime.ts";
import { readGrid } from "../schedule/grid.ts";
import type { ReleaseLetters } from "../schedule/release-letters.ts";
import { combinedReceipt } from "./deliveries.ts";
import type { Letters } from "./letters.ts";
import type { MailTexts } from "./mail-texts.ts";
import type { Receipts } from "./receipts.ts";

/** Entries in the preview of a receipt of several. */
const MOST_TOGETHER = 3;
/** Characters of a reference that are looked at. */
const LONGEST_REFERENCE = 100;

export interface MailPreview {
	/** The entry it is about; undefined for an example. */
	reference: string | undefined;
	letters: Readonly<Record<Locale, MailText>>;
}

interface Parts {
	letters: Letters;
	links: PrivateLinks;
	messageMails: Pick<MessageMails, "written">;
	receipts: Receipts;
	reminders: Pick<Reminders, "written">;
	releaseLetters: ReleaseLetters;
	texts: MailTexts;
}

/** Shows a text as a mail before it is saved, written by what writes the mails. Links lack their keys. */
export function createMailTextPreview({ db, event, now, registry }: Runtime, parts: Parts) {
	const { letters, links, messageMails, receipts, reminders, releaseLetters, texts } = parts;

	/**
	 * A mail about the entry that a reference names, else about the newest that would get it, else about an example.
	 * @returns undefined where the reference names no entry that can get such a mail
	 */
	function preview(
		actor: Actor,
		kind: MailTextKind,
		tried: Readonly<Record<Locale, MailText>>,
		reference: string,
	): MailPreview | undefined {
		requireCan(actor, "mails.manage");
		const entry = reference.trim() === "" ? newest(kind) : named(kind, reference.slice(0, LONGEST_REFERENCE));
		if (!entry && reference.trim() !== "") return;
		const show = (locale: Locale): MailText => {
			const { subject, body } = written(kind, entry, locale, tried[locale]);
			return { subject, body: withoutKeys(body) };
		};
		return { reference: entry && spotId(entry), letters: { en: show("en"), zh: show("zh") } };
	}

	function named(kind: MailTextKind, reference: string): EntryRow | undefined {
		const [wanted] = referencesIn(reference);
		if (!wanted) return;
		const kinds = kindsToldBy(kind).filter((one) => one === (wanted.kind ?? one));
		const isIt = and(
			eq(entries.id, wanted.id),
			eq(entries.eventId, event.id()),
			inArray(entries.kind, kinds),
			inArray(entries.presence, [...ACTIVE]),
		);
		return db.orm.select().from(entries).where(isIt).get();
	}

	function newest(kind: MailTextKind): EntryRow | undefined {
		const told = inArray(entries.kind, kindsToldBy(kind));
		const statuses = statusesTold(kind);
		const fits = and(
			told,
			eq(entries.eventId, event.id()),
			inArray(entries.presence, [...ACTIVE]),
			statuses.length > 0 ? inArray(entries.status, [...statuses]) : undefined,
			isAboutPlace(kind) ? inArray(entries.id, [...placesIn(readGrid(db.orm)).keys()]) : undefined,
		);
		return db.orm.select().from(entries).where(fits).orderBy(desc(entries.id)).limit(1).get();
	}

	function written(kind: MailTextKind, entry: EntryRow | undefined, locale: Locale, text: MailText): MailText {
		const told = entry ?? example(kind, locale);
		switch (kind) {
			case "draft":
				return texts.write(kind, locale, draftValues(locale, draftOf()), text);
			case "receipt":
				return receipts.written(told, locale, text);
			case "receipts":
				return combinedReceipt(entry ? besides(entry) : [told], locale, { links, texts, registry }, text);
			case "slot":
			case "removal": {
				const place = placesIn(readGrid(db.orm)).get(told.id) ?? somePlace(locale);
				return releaseLetters.written({ kind, entry: told, place }, releaseLetters.pageOf(told.id), locale, text);
			}
			case "attendance":
				return reminders.written(told, locale, text);
			case "message":
				return messageMails.written(told, locale, text);
			default:
				return letters.written(told, kind, locale, text);
		}
	}

	/** The newest entries of an address, as a receipt of several tells of them. */
	function besides({ emailFolded, id }: EntryRow): EntryRow[] {
		const mine = and(
			eq(entries.emailFolded, emailFolded),
			eq(entries.eventId, event.id()),
			inArray(entries.presence, [...ACTIVE]),
		);
		const found = db.orm.select().from(entries).where(mine).orderBy(desc(entries.id)).limit(MOST_TOGETHER).all();
		const wanted = found.filter((one) => one.id !== id).slice(0, MOST_TOGETHER - 1);
		const ids = [id, ...wanted.map((one) => one.id)];
		return db.orm.select().from(entries).where(inArray(entries.id, ids)).orderBy(asc(entries.id)).all();
	}

	function draftOf() {
		const [programme = registry().programmeOf("")] = registry().all;
		return { programme, link: `${links.origin()}${programme.path}?token=…` };
	}

	/** An entry of somebody's who left something out. */
	function example(kind: MailTextKind, locale: Locale): ToldEntry {
		const [told = ENTRY_KINDS[0]] = kindsToldBy(kind);
		const { all, programmeOf } = registry();
		const { category, fields } = all.find((one) => one.kind === told) ?? programmeOf("");
		return {
			id: 0,
			kind: told,
			category,
			userId: null,
			linkVersion: 1,
			locale,
			name: SAMPLES.name[locale],
			title: SAMPLES.title[locale],
			email: event.brand(locale).support,
			answers: {},
			incomplete: fields
				.filter((field) => field.required)
				.flatMap(({ name }) => name)
				.slice(-1),
			status: FIRST_STATUS,
			toldStatus: null,
			presence: FIRST_PRESENCE,
			confirmedAt: null,
			createdAt: now(),
		};
	}

	function somePlace(locale: Locale): Place {
		const day = readGrid(db.orm).days[0];
		const slot = day?.slots[0];
		return {
			dayId: day?.id ?? "",
			trackId: slot?.trackId ?? "",
			date: day?.date ?? dayOf(now(), event.zone()),
			time: slot?.time ?? "10:00",
			minutes: slot?.minutes ?? 30,
			room: day?.tracks.find(({ id }) => id === slot?.trackId)?.room || SAMPLES.room[locale],
		};
	}

	return { preview };
}

const isAboutPlace = (kind: MailTextKind) => kind === "slot" || kind === "removal";

function statusesTold(kind: MailTextKind): readonly Status[] {
	if (kind === "attendance") return SCHEDULABLE;
	const letter = LETTER_KINDS.find((one) => one === kind);
	return letter ? statusesOf(letter) : [];
}
