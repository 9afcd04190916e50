import { and, count, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { EntryKind } from "../../../app/kinds.ts";
import type { Presence, Status } from "../../../app/lifecycle.ts";
import type { Field, Option } from "../../../app/programmes/define.ts";
import { entries, events, users } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";
import { notApart } from "./entry-facets.ts";
import { answerTo } from "./entry-query.ts";

/** How many entries of a call have the same track, status and presence. */
export interface Counted {
	category: string;
	kind: EntryKind;
	trackId: string | null;
	status: Status;
	presence: Presence;
	n: number;
}

/** How many entries of a call gave an answer; "" for none. */
export interface Answered {
	/** The question as its call asks it. */
	options: readonly Option[];
	value: string;
	n: number;
}

export interface Authors {
	first: number;
	returning: number;
	/** Entries without an account and an address, which have an author each. */
	unknown: number;
}

/** The questions about a country: that of registrations, and that of works. */
const COUNTRIES = ["countryRegion", "country"] as const;
const LANGUAGE = "language";

/** Counts of the entries of the event, grouped by the database; kept until anything changes. */
export function createStatisticsCounts({ db, event, registry }: Pick<Runtime, "db" | "event" | "registry">) {
	const ofEvent = () => and(eq(entries.eventId, event.id()), notApart());
	const those = (call: string | undefined) =>
		and(ofEvent(), call === undefined ? undefined : eq(entries.category, call));

	const byState = db.remembering((call?: string): Counted[] => {
		const by = {
			category: entries.category,
			kind: entries.kind,
			trackId: entries.trackId,
			status: entries.status,
			presence: entries.presence,
		};
		return db.orm
			.select({ ...by, n: count() })
			.from(entries)
			.where(those(call))
			.groupBy(...Object.values(by))
			.all();
	});

	/** The question of a call, if an answer to it is one short text. */
	const asked = ({ category, kind }: Counted, name: string): Field | undefined =>
		registry()
			.programmeOf(category, { kind, answers: {} })
			.fields.find((field) => field.name === name && ["radio", "select", "text"].includes(field.kind));

	/** What entries of the calls that ask answered; none where no call asks. @param place where the answer stands */
	function answers(call: string | undefined, name: string, place: SQL): Answered[] {
		const fields = new Map(byState(call).map((one) => [one.category, asked(one, name)]));
		const asking = [...fields.keys()].filter((category) => fields.get(category));
		if (asking.length === 0) return [];
		const value = sql<string>`trim(coalesce(${place}, ''))`;
		return db.orm
			.select({ category: entries.category, value, n: count() })
			.from(entries)
			.where(and(ofEvent(), inArray(entries.category, asking)))
			.groupBy(entries.category, value)
			.all()
			.map(({ category, value, n }) => {
				const field = fields.get(category);
				return { options: field && "options" in field ? field.options : [], value, n };
			});
	}

	const languages = db.remembering((call?: string) => answers(call, LANGUAGE, answerTo(LANGUAGE)));

	/** A country that its options lack was typed. */
	const countries = db.remembering((call?: string) =>
		COUNTRIES.flatMap((name) => {
			const typed = sql`nullif(trim(${answerTo(`${name}Other`)}), '')`;
			return answers(call, name, sql`coalesce(${typed}, ${answerTo(name)})`);
		}),
	);

	const hasEarlier = db.rememberingSetup(() => {
		const archived = db.orm.select({ id: events.id }).from(events).where(eq(events.state, "archived"));
		return archived.limit(1).get() !== undefined;
	});

	/**
	 * Authors by whether their account or address has an entry of an earlier event; undefined where there was none. What a
	 * guest sent with the proven address of an account is of that account, as it will be at the next login (`claim`).
	 */
	const authors = db.remembering((call?: string): Authors | undefined => {
		if (!hasEarlier()) return;
		const earlier = sql`before.event_id in (select id from ${events} where ${eq(events.state, "archived")})`;
		const hasEntry = (own: SQL) => sql`exists (select 1 from entries as before where ${own} and ${earlier})`;
		const accountOfAddress = sql`(select ${users.id} from ${users} where ${users.email} = ${entries.emailFolded} and ${isNotNull(users.verifiedAt)})`;
		const account = sql`coalesce(${entries.userId}, ${accountOfAddress})`;
		const isReturning = sql`${hasEntry(sql`before.user_id = ${account}`)} or (${entries.emailFolded} <> ''
			and ${hasEntry(sql`before.email_folded = ${entries.emailFolded}`)})`;
		const isUnknown = sql`${entries.userId} is null and ${entries.emailFolded} = ''`;
		const author = sql`case when ${isUnknown} then ${entries.id} else coalesce('of ' || ${account}, ${entries.emailFolded}) end`;
		const each = db.orm
			.select({
				isReturning: sql<number>`max(${isReturning})`.as("is_returning"),
				isUnknown: sql<number>`max(${isUnknown})`.as("is_unknown"),
			})
			.from(entries)
			.where(those(call))
			.groupBy(author)
			.as("each");
		const found = db.orm
			.select({
				all: count(),
				returning: sql<number>`coalesce(sum(${each.isReturning}), 0)`,
				unknown: sql<number>`coalesce(sum(${each.isUnknown}), 0)`,
			})
			.from(each)
			.get();
		const { all, returning, unknown } = found ?? { all: 0, returning: 0, unknown: 0 };
		return { first: all - returning - unknown, returning, unknown };
	});

	return { byState, languages, countries, authors };
}
