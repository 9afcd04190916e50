import { inArray, sql } from "drizzle-orm";
import { MOST_IN_BROADCAST, type Need } from "../../../app/enumerations.ts";
import type { EntryKind } from "../../../app/kinds.ts";
import { isActive } from "../../../app/lifecycle.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { entries } from "../../../db/schema.ts";
import type { Actor } from "../actor.ts";
import type { EntryRow } from "../entries/entry-rows.ts";
import { grouped } from "../grouped.ts";
import type { EntryLists, ListQuery } from "../lists/entry-lists.ts";
import type { Runtime } from "../runtime.ts";

/** A list of the console, whose people are written to. */
export interface BroadcastList {
	kind: EntryKind;
	query: ListQuery;
	/** Only these entries of the list; none: all. */
	ids: readonly number[];
}

export type MailedEntry = Pick<
	EntryRow,
	"id" | "kind" | "userId" | "name" | "title" | "email" | "emailFolded" | "linkVersion" | "locale"
>;

/** One address, with its entries in the list, the newest first. */
export interface Addressee {
	newest: MailedEntry;
	entries: readonly MailedEntry[];
	/** Language of the newest. */
	locale: Locale;
}

export interface BroadcastPeople {
	addressees: Addressee[];
	/** Entries they are written to about. */
	entries: number;
	/** Entries that are left out: their authors do not know the status yet. */
	untold: number;
	/** Entries without an address. */
	noAddress: number;
	/** The list is too long; then there is nobody. */
	isTooLong: boolean;
}

/** To-dos that follow from a status: a mail to those in it would tell it. */
const OF_STATUS: readonly Need[] = ["untracked", "untold", "unmailed", "unplaced", "changed"];
/** Lists of people who do not take part any more. Elsewhere such people are not written to. */
const OF_ABSENT: readonly Need[] = ["declined", "withdrawn"];

/**
 * Whom a broadcast to a list goes to: each address once. Nobody learns a status from it that they were not told: a list that a
 * status selects leaves out those who do not know it.
 */
export function createBroadcastPeople({ db }: Pick<Runtime, "db">, { lists }: { lists: Pick<EntryLists, "matching"> }) {
	const { id, kind, userId, name, title, email, emailFolded, linkVersion, locale, presence, toldStatus } = entries;
	const named = db.orm
		.select({ id, kind, userId, name, title, email, emailFolded, linkVersion, locale, presence, toldStatus })
		.from(entries)
		.where(inArray(id, sql`(select value from json_each(${sql.placeholder("ids")}))`))
		.prepare();

	return function peopleIn(actor: Actor, list: BroadcastList): BroadcastPeople {
		const { status, need } = list.query;
		const ids = lists.matching(actor, list.kind, { ...list.query, sort: "-id" }, MOST_IN_BROADCAST);
		const chosen = ids?.filter((one) => list.ids.length === 0 || list.ids.includes(one));
		const found = named.all({ ids: JSON.stringify(chosen ?? []) }).sort((one, other) => other.id - one.id);
		const isForAbsent = need !== "" && OF_ABSENT.includes(need);
		const taking = found.filter((entry) => isForAbsent || isActive(entry));
		const tellsStatus = status !== "" || (need !== "" && OF_STATUS.includes(need));
		const told = taking.filter((entry) => !tellsStatus || entry.toldStatus === null);
		const reached = told.filter((entry) => entry.email !== "");
		const byAddress = grouped(reached, (entry) => entry.emailFolded);
		return {
			addressees: [...byAddress.values()].flatMap((own) => {
				const [newest] = own;
				return newest ? [{ newest, entries: own, locale: newest.locale }] : [];
			}),
			entries: reached.length,
			untold: taking.length - told.length,
			noAddress: told.length - reached.length,
			isTooLong: ids === undefined,
		};
	};
}
