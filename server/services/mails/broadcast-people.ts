import { and, count, desc, eq, inArray, isNull, lte, max, ne, sql } from "drizzle-orm";
import { MOST_IN_BROADCAST, type Need } from "../../../app/enumerations.ts";
import type { EntryKind } from "../../../app/kinds.ts";
import { ACTIVE } from "../../../app/lifecycle.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { entries } from "../../../db/schema.ts";
import { MOST_NAMED } from "../../mail/templates.ts";
import { sha256 } from "../../secrets.ts";
import type { Actor } from "../actor.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import { grouped } from "../grouped.ts";
import type { EntryLists, ListQuery } from "../lists/entry-lists.ts";
import type { Runtime } from "../runtime.ts";
import type { OptOuts } from "./opt-outs.ts";

/** A list of the console, whose people are written to. */
export interface BroadcastList {
	kind: EntryKind;
	query: ListQuery;
	/** Only these entries of the list; none: all. */
	ids: readonly number[];
}

export type MailedEntry = Pick<EntryRow, "id" | "kind" | "userId" | "name" | "title" | "email" | "linkVersion">;

/** One address, with its entries in the list that a letter names, the newest first. */
export interface Addressee {
	newest: MailedEntry;
	entries: readonly MailedEntry[];
	/** Language of the newest. */
	locale: Locale;
}

interface Some {
	first: number;
	limit: number;
	locale?: Locale;
}

/** Counts of a list's people, and readers of them. */
export interface BroadcastPeople {
	/** Addresses by the language of their newest entry. */
	people: Readonly<Record<Locale, number>>;
	/** Entries they are written to about. */
	entries: number;
	/** Entries that are left out: their authors do not know the status yet. */
	untold: number;
	/** Entries without an address. */
	noAddress: number;
	/** Addresses that are left out: their owners have unsubscribed. */
	unsubscribed: number;
	/** The list is too long; then there is nobody. */
	isTooLong: boolean;
	/** Addressees by their newest entry, the newest first: all, or a page of them, of one language or both. */
	addressees(some?: Some): Addressee[];
	/** Changes with everything that the letters are made of. */
	fingerprint(): string;
}

/** To-dos that follow from a status: a mail to those in it would tell it. */
const OF_STATUS: readonly Need[] = ["untracked", "untold", "unmailed", "unplaced", "changed"];
/** Lists of people who do not take part any more. Elsewhere such people are not written to. */
const OF_ABSENT: readonly Need[] = ["declined", "withdrawn"];

/**
 * Whom a broadcast to a list goes to: each address once. Nobody learns a status from it that they were not told: a list that a
 * status selects leaves out those who do not know it. The database counts and compares; only the addressees that are asked
 * for are read.
 */
export function createBroadcastPeople(
	{ db, event }: Pick<Runtime, "db" | "event">,
	{ lists, optOuts }: { lists: Pick<EntryLists, "matching">; optOuts: Pick<OptOuts, "among"> },
) {
	const { id, kind, userId, name, title, email, emailFolded, linkVersion, locale, presence, toldStatus } = entries;

	return function peopleIn(actor: Actor, list: BroadcastList): BroadcastPeople {
		const { status, need } = list.query;
		const ids = lists.matching(actor, list.kind, { ...list.query, sort: "-id" }, MOST_IN_BROADCAST);
		const chosen = ids?.filter((one) => list.ids.length === 0 || list.ids.includes(one)) ?? [];
		const isForAbsent = need !== "" && OF_ABSENT.includes(need);
		const tellsStatus = status !== "" || (need !== "" && OF_STATUS.includes(need));
		const isChosen = sql`${id} in (select value from json_each(${JSON.stringify(chosen)}))`;
		const taking = and(isChosen, isForAbsent ? undefined : inArray(presence, ACTIVE));
		const told = and(taking, tellsStatus ? isNull(toldStatus) : undefined);
		const withAddress = and(told, ne(email, ""));
		const unsubscribed = optOuts.among(db.orm, event.id(), () =>
			db.orm
				.selectDistinct({ address: emailFolded })
				.from(entries)
				.where(withAddress)
				.all()
				.map(({ address }) => address),
		);
		const isWanted = sql`${emailFolded} not in (select value from json_each(${JSON.stringify(unsubscribed)}))`;
		const reached = and(withAddress, unsubscribed.length > 0 ? isWanted : undefined);

		// Beside a maximum, SQLite takes the other columns from the row that has it.
		const newest = db.orm
			.select({ id: max(id).as("newest"), address: emailFolded, locale })
			.from(entries)
			.where(reached)
			.groupBy(emailFolded)
			.as("people");

		function counts() {
			const number = (where: typeof told) => sql<number>`count(*) filter (where ${where})`;
			const row = db.orm
				.select({ taken: number(taking), known: number(told), addressed: number(withAddress), mailed: number(reached) })
				.from(entries)
				.where(isChosen)
				.get();
			const { taken = 0, known = 0, addressed = 0, mailed = 0 } = row ?? {};
			const byLanguage = db.orm.select({ locale: newest.locale, n: count() }).from(newest).groupBy(newest.locale).all();
			const people = { en: 0, zh: 0, ...Object.fromEntries(byLanguage.map((one) => [one.locale, one.n])) };
			return { people, entries: mailed, untold: taken - known, noAddress: known - addressed };
		}

		const addressesOf = ({ first, limit, locale: wanted }: Some) =>
			db.orm
				.select({ address: newest.address })
				.from(newest)
				.where(wanted && eq(newest.locale, wanted))
				.orderBy(desc(newest.id))
				.limit(limit)
				.offset(first);

		function addressees(some?: Some): Addressee[] {
			const place = sql<number>`row_number() over (partition by ${emailFolded} order by ${id} desc)`.as("place");
			const ranked = db.orm
				.select({ id, kind, userId, name, title, email, emailFolded, linkVersion, locale, place })
				.from(entries)
				.where(and(reached, some && inArray(emailFolded, addressesOf(some))))
				.as("ranked");
			const found = db.orm.select().from(ranked).where(lte(ranked.place, MOST_NAMED)).orderBy(desc(ranked.id)).all();
			return [...grouped(found, (entry) => entry.emailFolded).values()].flatMap((own) => {
				const [first] = own;
				return first ? [{ newest: first, entries: own, locale: first.locale }] : [];
			});
		}

		function fingerprint(): string {
			const about = sql`json_array(${id}, ${userId}, ${name}, ${title}, ${email}, ${emailFolded}, ${linkVersion}, ${locale})`;
			const all = db.orm
				.select({ text: sql<Buffer>`cast(json_group_array(${about} order by ${id}) as blob)` })
				.from(entries)
				.where(reached)
				.get();
			return sha256(all?.text ?? "").toString("hex");
		}

		return {
			...counts(),
			unsubscribed: unsubscribed.length,
			isTooLong: ids === undefined,
			addressees,
			fingerprint,
		};
	};
}
