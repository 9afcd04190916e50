import { and, asc, eq, inArray } from "drizzle-orm";
import { ACTIVE } from "../../../app/lifecycle.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, redactions, users } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import { sha256 } from "../../secrets.ts";
import { type Actor, requireCan } from "../actor.ts";
import { grouped } from "../grouped.ts";
import type { Runtime } from "../runtime.ts";
import { committeeIn } from "./committee.ts";
import { inConflictOf } from "./conflict-reasons.ts";
import { versionOf } from "./entry-version.ts";
import { originalOf, redactable } from "./reviewed-entry.ts";
import { rulesIn } from "./rule-rows.ts";
import { type Named, tellingWords, withoutWords, wordsIn } from "./telling-words.ts";

/** Entries on one page. */
const PAGE_SIZE = 50;

const NAMED = {
	id: entries.id,
	kind: entries.kind,
	category: entries.category,
	title: entries.title,
	name: entries.name,
	org: entries.org,
	email: entries.email,
	answers: entries.answers,
};

type NamedRow = Pick<typeof entries.$inferSelect, keyof typeof NAMED>;

/** What reviewers of blind calls read in the place of answers that say whose entry it is, for organisers. */
export function createRedactions({
	db,
	event,
	log,
	registry,
	now,
}: Pick<Runtime, "db" | "event" | "log" | "registry" | "now">) {
	/** @throws AppError NOT_FOUND for a call that is not reviewed */
	function callOf(tx: Orm, actor: Actor, category: string) {
		requireCan(actor, "reviews.manage");
		const programme = registry().find(category);
		const rules = programme && rulesIn(tx, category);
		if (!rules) throw new AppError("NOT_FOUND");
		return { programme, rules };
	}

	/** A page of the entries whose texts still have telling words, or are redacted. A page beyond the end is the last one. */
	function list(actor: Actor, category: string, wanted: number) {
		const { programme, rules } = callOf(db.orm, actor, category);
		const rows = db.orm
			.select(NAMED)
			.from(entries)
			.where(
				and(
					eq(entries.eventId, event.id()),
					eq(entries.kind, programme.kind),
					eq(entries.category, category),
					inArray(entries.presence, ACTIVE),
				),
			)
			.orderBy(asc(entries.id))
			.all();
		const stored = grouped(
			redactionRows(
				db.orm,
				rows.map(({ id }) => id),
			),
			({ entryId }) => entryId,
		);
		const found = rows.flatMap((row) => {
			const own = stored.get(row.id) ?? [];
			const texts = new Map(own.map(({ field, text }) => [field, text]));
			const read = redactable(programme).map((field) => texts.get(field.name) ?? originalOf(field, row));
			const words = wordsIn(read.join("\n"), tellingWords(programme, row as Named));
			if (words.length === 0 && own.length === 0) return [];
			return [{ spot: spotId(row), title: row.title, words, redacted: own.length, isEdited: isBefore(own, row.id) }];
		});
		const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
		const page = Math.min(Math.max(1, wanted), pages);
		return {
			isBlind: rules.blind,
			total: found.length,
			pages,
			page,
			entries: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
		};
	}

	/** Whether the entry was edited since it was redacted. */
	const isBefore = (own: readonly { entryVersion: number }[], id: number) =>
		own.length > 0 && own.some(({ entryVersion }) => entryVersion < versionOf(db.orm, id));

	/** @throws AppError NOT_FOUND for an entry of another call, or none */
	function find(tx: Orm, category: string, spot: string): NamedRow {
		const row = tx
			.select(NAMED)
			.from(entries)
			.where(
				and(
					eq(entries.id, idFromSpot(spot)),
					eq(entries.category, category),
					eq(entries.eventId, event.id()),
					inArray(entries.presence, ACTIVE),
				),
			)
			.get();
		if (!row || spotId(row) !== spot) throw new AppError("NOT_FOUND");
		return row;
	}

	/**
	 * The texts of an entry that its reviewers read. `text`: what stands in the place of the author's; undefined for their own.
	 * `proposed`: the author's text without telling words. `seen` names this state.
	 */
	function open(actor: Actor, category: string, spot: string, locale: Locale) {
		const { programme, rules } = callOf(db.orm, actor, category);
		const row = find(db.orm, category, spot);
		const words = tellingWords(programme, row as Named);
		const { version, stored, seen } = stateOf(db.orm, row.id);
		return {
			isBlind: rules.blind,
			title: row.title,
			seen,
			fields: redactable(programme).flatMap((field) => {
				const original = originalOf(field, row);
				const redaction = stored.find((one) => one.field === field.name);
				if (original === "" && !redaction) return [];
				return [
					{
						name: field.name,
						label: field.label[locale],
						/** Of several lines. */
						isLong: field.kind === "textarea",
						original,
						text: redaction?.text,
						words: wordsIn(original, words),
						proposed: withoutWords(original, words),
						by: redaction?.by ?? "",
						at: redaction?.at,
						isEdited: redaction !== undefined && redaction.entryVersion < version,
					},
				];
			}),
		};
	}

	function stateOf(tx: Orm, id: number) {
		const version = versionOf(tx, id);
		const stored = redactionRows(tx, [id]);
		const state = stored.map(({ field, text, entryVersion }) => [field, text, entryVersion]);
		return { version, stored, seen: sha256(JSON.stringify([version, state])).toString("base64url") };
	}

	/**
	 * Keeps the texts that differ from the author's, and drops the others. @param texts by the names of questions
	 * @returns false, and nothing changes, where author or organisers have changed something since `seen`
	 * @throws AppError NOT_FOUND, FORBIDDEN to who has a conflict of interest with the entry
	 */
	async function save(
		actor: Actor,
		{
			category,
			spot,
			seen,
			texts,
		}: { category: string; spot: string; seen: string; texts: ReadonlyMap<string, string> },
	): Promise<boolean> {
		const { id: actorId } = requireCan(actor, "reviews.manage");
		const isSaved = await db.write((tx) => {
			const { programme } = callOf(tx, actor, category);
			const row = find(tx, category, spot);
			if (inConflictOf(committeeIn(tx, registry(), category, eq(entries.id, row.id)), actorId).has(row.id))
				throw new AppError("FORBIDDEN");
			const state = stateOf(tx, row.id);
			if (state.seen !== seen) return false;
			for (const field of redactable(programme)) {
				const text = texts.get(field.name);
				if (text === undefined) continue;
				const own = and(eq(redactions.entryId, row.id), eq(redactions.field, field.name));
				if (text === "" || text === originalOf(field, row)) tx.delete(redactions).where(own).run();
				else keep(tx, { entryId: row.id, field: field.name, text, entryVersion: state.version, at: now(), actorId });
			}
			return true;
		});
		if (isSaved) log.info({ event: "entry redacted", entry: spot, user: actorId }, "an entry was redacted");
		return isSaved;
	}

	function keep(tx: Orm, row: typeof redactions.$inferInsert): void {
		const { entryId: _, field: __, ...set } = row;
		tx.insert(redactions)
			.values(row)
			.onConflictDoUpdate({ target: [redactions.entryId, redactions.field], set })
			.run();
	}

	return { list, open, save };
}

/** Rows of one statement. */
const CHUNK = 500;

function redactionRows(tx: Orm, ids: readonly number[]) {
	return Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, at) =>
		tx
			.select({
				entryId: redactions.entryId,
				field: redactions.field,
				text: redactions.text,
				entryVersion: redactions.entryVersion,
				at: redactions.at,
				by: users.name,
			})
			.from(redactions)
			.leftJoin(users, eq(users.id, redactions.actorId))
			.where(inArray(redactions.entryId, ids.slice(at * CHUNK, (at + 1) * CHUNK)))
			.orderBy(asc(redactions.entryId), asc(redactions.field))
			.all(),
	).flat();
}
