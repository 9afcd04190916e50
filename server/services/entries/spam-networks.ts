import { BlockList, isIPv6 } from "node:net";
import { and, count, desc, eq, gt, inArray, isNotNull, lte, ne, sql } from "drizzle-orm";
import { FIRST_PRESENCE, PRESENCE_AFTER } from "../../../app/lifecycle.ts";
import type { Orm } from "../../../db/client.ts";
import { entries } from "../../../db/schema.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Runtime } from "../runtime.ts";
import type { EntryRow } from "./entry-rows.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a network stays marked after an entry of one of its guests was removed as spam. */
const MARKED_MS = 7 * DAY_MS;
/** How long the network of a guest's entry is known. */
const KNOWN_MS = 30 * DAY_MS;

/** Marked networks on a page. */
const PAGE = 50;

/** Networks of machines that are not guests: behind a proxy that is not trusted, all guests come from one of them. */
const LOCAL = new BlockList();
for (const [address, prefix] of [
	["0.0.0.0", 8],
	["10.0.0.0", 8],
	["100.64.0.0", 10],
	["127.0.0.0", 8],
	["169.254.0.0", 16],
	["172.16.0.0", 12],
	["192.168.0.0", 16],
] as const)
	LOCAL.addSubnet(address, prefix, "ipv4");
for (const [address, prefix] of [
	["::", 127],
	["fc00::", 7],
	["fe80::", 10],
] as const)
	LOCAL.addSubnet(address, prefix, "ipv6");

/** What is stored instead of a hash for a guest from a loopback or private network. */
const SENT_FROM_LOCAL = "local";

/** Columns of a new entry that follow from where it came from. */
export type Origin = Pick<EntryRow, "sentFrom" | "presence" | "toldPresence" | "apartAt">;

export type SpamNetworks = ReturnType<typeof createSpamNetworks>;

/**
 * The networks that spam came from. A network is marked while an entry of it is removed as spam, for seven days: undoing
 * the last removal lifts the mark, and so does forgetting which network the removed entries came from. Nothing else is
 * stored of a mark.
 */
export function createSpamNetworks({
	db,
	event,
	log,
	now,
	secrets,
}: Pick<Runtime, "db" | "event" | "log" | "now" | "secrets">) {
	const isSpam = () => and(eq(entries.presence, PRESENCE_AFTER.removingAsSpam), gt(entries.apartAt, now() - MARKED_MS));

	/** Removed entries that mark their network; the index of entries that are kept apart finds them. */
	const marks = () =>
		and(isNotNull(entries.apartAt), isSpam(), isNotNull(entries.sentFrom), ne(entries.sentFrom, SENT_FROM_LOCAL));

	/**
	 * A new entry of a guest waits for organisers if its network is marked. Loopback and private networks never are.
	 * @param actor without a proven account
	 */
	function ofGuest(tx: Orm, { network }: Actor): Partial<Origin> {
		if (!network) return {};
		if (isLocal(network)) return { sentFrom: SENT_FROM_LOCAL };
		const sentFrom = secrets.lastingName("network", network);
		const spam = and(eq(entries.sentFrom, sentFrom), isSpam());
		const isMarked = tx.select({ id: entries.id }).from(entries).where(spam).limit(1).get() !== undefined;
		if (!isMarked) return { sentFrom };
		return { sentFrom, presence: PRESENCE_AFTER.holding, toldPresence: FIRST_PRESENCE, apartAt: now() };
	}

	/** How many networks are marked now. */
	function counted(actor: Actor): number {
		requireCan(actor, "entries.manage");
		const networks = sql<number>`count(distinct ${entries.sentFrom})`;
		return db.orm.select({ n: networks }).from(entries).where(marks()).get()?.n ?? 0;
	}

	/**
	 * A page of the marked networks, each with the entry of its that was removed last: of a network only a hash is stored, so
	 * that entry names it. A page beyond the end gives the last one.
	 */
	function list(actor: Actor, wanted: number) {
		const total = counted(actor);
		const pages = Math.max(1, Math.ceil(total / PAGE));
		const page = Math.min(Math.max(1, wanted), pages);
		const { id, eventId, kind, category, title, name, email, apartAt } = entries;
		// SQLite takes the other columns from the row that has the maximum.
		const last = sql<number>`max(${apartAt})`;
		const rows = db.orm
			.select({ id, eventId, kind, category, title, name, email, last, removed: count() })
			.from(entries)
			.where(marks())
			.groupBy(entries.sentFrom)
			.orderBy(desc(last), desc(id))
			.limit(PAGE)
			.offset((page - 1) * PAGE)
			.all();
		const marked = rows.map(({ eventId: of, ...row }) => ({
			...row,
			lapsesAt: row.last + MARKED_MS,
			isOfEvent: of === event.id(),
		}));
		return { rows: marked, total, page, pages };
	}

	/**
	 * Lifts the mark of a network, by one of its removed entries: forgets which network they came from. They stay removed, and
	 * what waits goes on waiting. A later removal of another entry marks the network again.
	 * @returns whether it was marked
	 */
	async function lift(actor: Actor, entryId: number): Promise<boolean> {
		const organiser = requireCan(actor, "entries.manage");
		const removed = await db.settle((tx) => {
			const of = tx
				.select({ sentFrom: entries.sentFrom })
				.from(entries)
				.where(and(eq(entries.id, entryId), marks()))
				.get();
			if (!of?.sentFrom) return 0;
			const ofNetwork = and(eq(entries.sentFrom, of.sentFrom), isSpam());
			return tx.update(entries).set({ sentFrom: null }).where(ofNetwork).run().changes;
		});
		if (removed === 0) return false;
		const facts = { event: "spam mark lifted", entry: entryId, removed, user: organiser.id };
		log.info(facts, "the mark of a network was lifted");
		return true;
	}

	/** How many of these entries came from loopback or private networks, which are never marked. */
	function fromLocal(actor: Actor, ids: readonly number[]): number {
		requireCan(actor, "entries.manage");
		const among = sql`(select value from json_each(${JSON.stringify(ids)}))`;
		const local = and(inArray(entries.id, among), eq(entries.sentFrom, SENT_FROM_LOCAL));
		return db.orm.select({ n: count() }).from(entries).where(local).get()?.n ?? 0;
	}

	/** Forgets the networks of entries after a month, but not of spam while it marks its network. */
	async function sweep(): Promise<void> {
		const isOver = and(isNotNull(entries.sentFrom), lte(entries.createdAt, now() - KNOWN_MS), sql`not (${isSpam()})`);
		await db.settle((tx) => tx.update(entries).set({ sentFrom: null }).where(isOver).run());
	}

	return { ofGuest, counted, list, lift, fromLocal, sweep };
}

/** @param network as `Actor` has it: `192.0.2.0/24`, `2001:db8:1::/48` */
function isLocal(network: string): boolean {
	const [address = ""] = network.split("/");
	return LOCAL.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
