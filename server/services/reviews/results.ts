import { and, eq } from "drizzle-orm";
import { rulesOfKind } from "../../../app/kinds.ts";
import type { Status } from "../../../app/lifecycle.ts";
import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { idFromSpot, spotId } from "../../../app/programmes/spot-ids.ts";
import { type ConflictReason, type HiddenEntries, hiddenMark } from "../../../app/reviews/conflicts.ts";
import type { RESULT_FILTERS } from "../../../app/reviews/criteria.ts";
import { entries } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import type { NoteExport } from "../accounts/export-notes.ts";
import { type Actor, requireCan, requireFresh } from "../actor.ts";
import { acceptedByTrack, slotsByTrack } from "../decisions/track-places.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import { grouped } from "../grouped.ts";
import type { CsvFile } from "../lists/csv-exports.ts";
import { toCsv } from "../lists/csv-format.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { inOrder } from "./result-order.ts";
import { countedReviews, hiddenFrom, type ReviewedEntry, reviewedEntries, reviewsOf } from "./result-rows.ts";
import type { OfCall } from "./reviewer-scope.ts";
import { criteriaOf, earlierVersions, rulesIn, type StoredRules } from "./rule-rows.ts";
import { type Score, scoresOf } from "./scores.ts";

/** Entries on one page. */
const PAGE_SIZE = 25;
/** Reviewers disagree if one says yes and another no, or if marks have a greater standard deviation, in points. */
const MUCH_SPREAD = 1;

export interface ResultQuery {
	/** "" for all. */
	track: string;
	status: Status | "";
	only: (typeof RESULT_FILTERS)[number] | "";
	/** A `ResultOrder`, with "-" before it for the greatest first. */
	sort: string;
	page: number;
	/** By the ids of criteria: weights that are tried instead of those of the rules. */
	weights: Readonly<Record<string, number>>;
}

/** An entry with what its reviewers say. */
export interface Result extends ReviewedEntry {
	/** Undefined without reviews, and where the reader may not see them. */
	score: Score | undefined;
	/** Why the reader has a conflict of interest, if they do. */
	hidden: ConflictReason | undefined;
	/** Reviews made before the entry was last edited, and under criteria that meant something else. */
	beforeEdit: number;
	earlier: number;
	disagrees: boolean;
}

export type Results = ReturnType<typeof createResults>;

/** What reviewers say of the entries of each call, for organisers. */
export function createResults(
	{ db, event, registry }: Pick<Runtime, "db" | "event" | "registry">,
	{ noteExport, tracks }: { noteExport: NoteExport; tracks: Pick<Tracks, "labeller"> },
) {
	const stored = db.remembering((category: string) => ({
		entries: reviewedEntries(db.orm, registry(), callOf(category)),
		reviews: countedReviews(db.orm, registry(), callOf(category)),
		versions: criteriaOf(db.orm, category),
	}));

	function callOf(category: string): OfCall {
		return { eventId: event.id(), kind: registry().programmeOf(category).kind, category };
	}

	/** By the weights of the rules. Others are calculated anew: they are tried and forgotten. */
	const usual = db.remembering((category: string) => scored(rulesOf(category), {}));

	/** @throws AppError NOT_FOUND for a call that is not reviewed, or has no form any more */
	function rulesOf(category: string): StoredRules {
		const rules = registry().find(category) && rulesIn(db.orm, category);
		if (!rules) throw new AppError("NOT_FOUND");
		return rules;
	}

	function scored({ category, criteria }: StoredRules, tried: ResultQuery["weights"]): ReadonlyMap<number, Score> {
		const { reviews, versions } = stored(category);
		const own = new Map(criteria.map(({ id, weight }) => [id, weight]));
		const given = new Map(criteria.map(({ id, weight }) => [id, tried[id] ?? weight]));
		// Weights that leave every criterion out say nothing.
		return scoresOf(reviews, versions, [...given.values()].some((weight) => weight > 0) ? given : own);
	}

	/** @throws AppError FORBIDDEN for who may not read results */
	function hiddenIn(actor: Actor, call: OfCall): HiddenEntries {
		const { id, email } = requireCan(actor, "reviews.manage");
		return hiddenFrom(db.orm, registry(), { id, address: email }, call);
	}

	/** Every entry of a call in its order, as the reader may see it. */
	function all(actor: Actor, rules: StoredRules, weights: ResultQuery["weights"]): Result[] {
		const { entries, reviews } = stored(rules.category);
		const scores = Object.keys(weights).length > 0 ? scored(rules, weights) : usual(rules.category);
		const reasons = hiddenIn(actor, callOf(rules.category));
		const outdated = new Set(earlierVersions(db.orm, rules));
		const reviewsBy = grouped(reviews, ({ entryId }) => entryId);
		return entries.map((entry) => {
			const hidden = reasons.get(entry.id);
			const score = hidden ? undefined : scores.get(entry.id);
			const own = hidden ? [] : (reviewsBy.get(entry.id) ?? []);
			return {
				...entry,
				score,
				hidden,
				beforeEdit: own.filter(({ entryVersion }) => entryVersion < entry.version).length,
				earlier: own.filter(({ rulesVersion }) => outdated.has(rulesVersion)).length,
				disagrees: score !== undefined && (score.isSplit || (score.spread ?? 0) > MUCH_SPREAD),
			};
		});
	}

	function matching(actor: Actor, rules: StoredRules, query: ResultQuery): Result[] {
		const { track, status, only } = query;
		return all(actor, rules, query.weights)
			.filter((one) => (!track || one.trackId === track) && (!status || one.status === status))
			.filter((one) => only !== "disagreement" || one.disagrees)
			.filter((one) => only !== "few" || (!one.hidden && (one.score?.number ?? 0) < rules.wanted))
			.sort(inOrder(query.sort));
	}

	/** The rules of a call with the title of the call. @throws AppError NOT_FOUND for one that is not reviewed */
	function open(actor: Actor, category: string) {
		requireCan(actor, "reviews.manage");
		return { rules: rulesOf(category), programme: registry().programmeOf(category) };
	}

	/**
	 * A page of the results of a call. A page beyond the end is the last one; entries without figures come last. Reviews of
	 * entries that the reader has a conflict of interest with are not counted.
	 * @throws AppError NOT_FOUND for a call that is not reviewed
	 */
	function list(actor: Actor, category: string, query: ResultQuery) {
		const { rules, programme } = open(actor, category);
		const found = matching(actor, rules, query);
		const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
		const page = Math.min(Math.max(1, query.page), pages);
		const { entries, reviews: everyReview } = stored(category);
		const hidden = hiddenIn(actor, callOf(category));
		const reviews = everyReview.filter(({ entryId }) => !hidden.has(entryId));
		return {
			rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
			page,
			pages,
			entries: entries.length,
			reviews: reviews.length,
			reviewers: new Set(reviews.map(({ reviewer }) => reviewer)).size,
			capacity: rulesOfKind(programme.kind).hasTracks ? capacityOf(entries) : [],
		};
	}

	/** The tracks of these entries, with all accepted entries of the event and the slots of the grid. */
	function capacityOf(entries: readonly ReviewedEntry[]) {
		const [accepted, slots] = [acceptedByTrack(db.orm, event.id()), slotsByTrack(db.orm)];
		const counted = grouped(entries, ({ trackId }) => trackId);
		return [...counted].map(([trackId, own]) => ({
			trackId,
			entries: own.length,
			accepted: accepted.get(trackId) ?? 0,
			slots: slots.get(trackId) ?? 0,
		}));
	}

	/** All results that match, as a file. Points have two decimals. @throws AppError NOT_FRESH, NOT_FOUND */
	function file(actor: Actor, category: string, query: ResultQuery, locale: Locale): CsvFile {
		const user = requireFresh(actor);
		const { rules } = open(actor, category);
		const rows = matching(actor, rules, query);
		noteExport(user, `results of ${category}`);
		const t = translators[locale];
		const trackName = tracks.labeller(locale);
		return {
			name: `results-${category}.csv`,
			lines: toCsv(
				COLUMNS,
				rows.map(({ score, ...entry }) => [
					spotId(entry),
					entry.title,
					trackName(entry.trackId),
					t(`status.${entry.status}`),
					entry.hidden ? t(hiddenMark(entry.hidden)) : (score?.number ?? 0),
					...figuresOf(score).map((value) => value?.toFixed(2)),
					entry.beforeEdit,
					entry.earlier,
				]),
			),
		};
	}

	/** The adjusted means of all entries that have one, by their numbers; without those that the reader must not see. */
	function adjusted(actor: Actor): ReadonlyMap<number, number> {
		requireCan(actor, "reviews.manage");
		const reviewed = registry().all.flatMap(({ category }) => rulesIn(db.orm, category) ?? []);
		const found = reviewed.flatMap((rules) => all(actor, rules, {}));
		return new Map(
			found.flatMap(({ id, score }): [number, number][] => (score?.adjusted ? [[id, score.adjusted.value]] : [])),
		);
	}

	/** The reviews of an entry with the criteria that they were made under, or why the reader must not see them. */
	function ofEntry(actor: Actor, entry: Pick<EntryRow, "id" | "category" | "kind" | "eventId">) {
		return hiddenIn(actor, entry).get(entry.id) ?? reviewsOf(db.orm, registry(), entry);
	}

	/** The same, by its reference. @throws AppError NOT_FOUND for a call that is not reviewed, or an entry that is not of it */
	function ofSpot(actor: Actor, category: string, spot: string) {
		open(actor, category);
		const id = idFromSpot(spot);
		const entry = db.orm
			.select({ id: entries.id, kind: entries.kind, category: entries.category, eventId: entries.eventId })
			.from(entries)
			.where(and(eq(entries.id, id), eq(entries.category, category), eq(entries.eventId, event.id())))
			.get();
		if (!entry || spotId(entry) !== spot) throw new AppError("NOT_FOUND");
		return ofEntry(actor, entry);
	}

	/** What the reviews of an entry say, for a reader who may see it. */
	const scoreOf = ({ id, category }: Pick<EntryRow, "id" | "category">): Score | undefined => usual(category).get(id);

	const scoreFor = (actor: Actor, entry: EntryRow) =>
		hiddenIn(actor, entry).has(entry.id) ? undefined : scoreOf(entry);

	/** Whether a call is reviewed. */
	const isReviewed = (category: string): boolean => rulesIn(db.orm, category) !== undefined;

	return { isReviewed, open, list, adjusted, file, ofEntry, ofSpot, scoreOf, scoreFor };
}

const COLUMNS =
	"reference title track status reviews adjusted adjusted_low adjusted_high mean median spread yes before_edit earlier_criteria".split(
		" ",
	);

/** In the order of their columns. */
function figuresOf(score: Score | undefined): (number | undefined)[] {
	const { adjusted, mean, median, spread, yes } = score ?? {};
	return [adjusted?.value, adjusted?.low, adjusted?.high, mean, median, spread, yes];
}
