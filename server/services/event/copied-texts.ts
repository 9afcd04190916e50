import { eq } from "drizzle-orm";
import type { EventField } from "../../../app/brand/event-fields.ts";
import type { MailTextKind } from "../../../app/mails/mail-texts.ts";
import type { Locale, ProgrammeDefinition } from "../../../app/programmes/define.ts";
import { foundIn, type OldDates, patternOf } from "../../../app/programmes/old-dates.ts";
import { dayOf } from "../../../app/programmes/window.ts";
import type { Grid } from "../../../app/schedule/grid.ts";
import type { Orm } from "../../../db/client.ts";
import { events, programmes, tracks } from "../../../db/schema.ts";
import { sha256 } from "../../secrets.ts";
import { type Actor, requireCan } from "../actor.ts";
import { changedMailTexts } from "../mails/mail-text-rows.ts";
import type { Runtime } from "../runtime.ts";
import { readGrid } from "../schedule/grid.ts";
import type { EventRow } from "./current-event.ts";
import { callsOf } from "./edition-copies.ts";
import { lastArchived } from "./editions.ts";
import { settingsOf } from "./event-settings.ts";

/** Where a text of an event is edited: each is one form. */
export type TextPlace =
	| { of: "event"; field: EventField }
	| { of: "track"; id: string; label: string; labelZh: string }
	| { of: "call"; category: string; title: ProgrammeDefinition["title"] }
	| { of: "question"; category: string; name: string; label: ProgrammeDefinition["title"] }
	| { of: "mail"; kind: MailTextKind; locale: Locale }
	| { of: "special"; id: number; title: string; titleZh: string };

/** A text that was copied from the event before and holds a date of that. */
export interface CopiedText {
	/** Names the texts of the place as they are now: another text is judged anew. */
	key: string;
	place: TextPlace;
	/** The date with the words around it. */
	found: string;
}

export type CopiedTexts = ReturnType<typeof createCopiedTexts>;

/** Texts that the next event has from the one before, and that still name its year or its days. */
export function createCopiedTexts({ db, event, log }: Pick<Runtime, "db" | "event" | "log">) {
	const found = db.remembering(() => copiedIn(db.orm, event.row()));

	function list(actor: Actor): CopiedText[] {
		requireCan(actor, "programmes.manage");
		const checked = event.row().checkedTexts ?? [];
		return found().filter(({ key }) => !checked.includes(key));
	}

	/** Notes that a text is right as it is. @returns whether there is such a text */
	async function check(actor: Actor, key: string): Promise<boolean> {
		const { id: user } = requireCan(actor, "programmes.manage");
		const done = await db.write((tx) => {
			const row = event.row();
			const keys = copiedIn(tx, row).map((one) => one.key);
			if (!keys.includes(key)) return false;
			// Those of texts that were changed since are forgotten, so there are never more than texts.
			const checkedTexts = [...new Set([...(row.checkedTexts ?? []), key])].filter((one) => keys.includes(one));
			tx.update(events).set({ checkedTexts }).where(eq(events.id, row.id)).run();
			return true;
		});
		if (done) log.info({ event: "copied text checked", user }, "copied text checked");
		return done;
	}

	return { list, check };
}

function copiedIn(tx: Orm, current: EventRow): CopiedText[] {
	const last = lastArchived(tx);
	if (!last) return [];
	const grid = readGrid(tx);
	const lastGrid = last.grid ?? { days: [] };
	const pattern = patternOf(oldDates(tx, { last, lastGrid, current, grid }));
	if (!pattern) return [];
	const before = new Set(placesOf(tx, last, lastGrid).flatMap(({ texts }) => texts));
	return placesOf(tx, current, grid).flatMap(({ place, texts }) => {
		const old = texts.filter((text) => before.has(text) && pattern.test(text));
		const [first] = old;
		if (first === undefined) return [];
		const { title: _, titleZh: __, label: ___, labelZh: ____, ...named } = place as Record<string, unknown>;
		const key = sha256(Buffer.from(JSON.stringify([named, old])))
			.toString("hex")
			.slice(0, 24);
		return [{ key, place, found: foundIn(first, pattern) ?? "" }];
	});
}

interface Both {
	last: EventRow;
	lastGrid: Grid;
	current: EventRow;
	grid: Grid;
}

/** Years and days of the event before, of its calls and of its name, without those that the present one has too. */
function oldDates(tx: Orm, { last, lastGrid, current, grid }: Both): OldDates {
	const calls = tx.select().from(programmes).where(eq(programmes.eventId, last.id)).all();
	const instants = calls.flatMap(({ opensAt, closesAt }) => [opensAt, closesAt]).filter((one) => one !== null);
	const ofCalls = instants.map((instant) => dayOf(instant, last.zone));
	const old = [...lastGrid.days.map(({ date }) => date), ...ofCalls];
	const present = grid.days.map(({ date }) => date);
	const without = (mine: string[], theirs: string[]) => [...new Set(mine)].filter((one) => !theirs.includes(one));
	const yearsOf = (dates: string[], { name, nameZh }: EventRow) =>
		dates.map((date) => date.slice(0, 4)).concat(`${name} ${nameZh}`.match(/(?<!\d)20\d\d(?!\d)/g) ?? []);
	const daysOf = (dates: string[]) => dates.map((date) => date.slice(5));
	return {
		years: without(yearsOf(old, last), yearsOf(present, current)),
		days: without(daysOf(old), daysOf(present)),
	};
}

/** All texts of an event, by the place where they are edited. */
function placesOf(tx: Orm, row: EventRow, grid: Grid): { place: TextPlace; texts: string[] }[] {
	const { name: _, nameZh: __, zone: ___, accent: ____, ...settings } = settingsOf(row);
	const fields = Object.entries(settings) as [EventField, string][];
	const ofTracks = tx.select().from(tracks).where(eq(tracks.eventId, row.id)).all();
	return [
		...fields.map(([field, text]) => ({ place: { of: "event" as const, field }, texts: [text] })),
		...callsOf(tx, row.id).flatMap(({ category, live, draft }) => placesOfCall(category, draft ?? live)),
		...ofTracks.map(({ id, label, labelZh, description, descriptionZh }) => ({
			place: { of: "track" as const, id, label, labelZh },
			texts: [label, labelZh, description, descriptionZh],
		})),
		...changedMailTexts(tx, row.id).map(({ kind, locale, subject, body }) => ({
			place: { of: "mail" as const, kind: kind as MailTextKind, locale: locale as Locale },
			texts: [subject, body],
		})),
		...grid.days.flatMap(({ specials }) =>
			specials.map(({ id, title, titleZh, description, descriptionZh }) => ({
				place: { of: "special" as const, id, title, titleZh },
				texts: [title, titleZh, description, descriptionZh],
			})),
		),
	];
}

function placesOfCall(category: string, definition: ProgrammeDefinition | null) {
	if (!definition) return [];
	const { title, sections } = definition;
	const itself = { ...definition, sections: sections.map(({ fields: _, ...section }) => section) };
	return [
		{ place: { of: "call" as const, category, title }, texts: wordsIn(itself) },
		...sections
			.flatMap(({ fields }) => fields)
			.map((field) => ({
				place: { of: "question" as const, category, name: field.name, label: field.label },
				texts: wordsIn(field),
			})),
	];
}

/** Every text in two languages of a part of a form; what is not asked any more has none. */
function wordsIn(part: unknown): string[] {
	if (typeof part !== "object" || part === null || ("retired" in part && part.retired)) return [];
	if ("en" in part && "zh" in part) return [String(part.en), String(part.zh)];
	return Object.values(part).flatMap(wordsIn);
}
