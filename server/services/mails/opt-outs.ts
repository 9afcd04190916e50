import { createHmac } from "node:crypto";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { inChinese } from "../../../app/brand/event-fields.ts";
import { NOT_SENT } from "../../../app/enumerations.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import type { Orm } from "../../../db/client.ts";
import { broadcasts, events, optOuts, outbox } from "../../../db/schema.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { nameIn } from "../installation.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { cancelWaiting } from "./outdated-letters.ts";

const UNSUBSCRIBE = "/unsubscribe";

/** The link at the end of a stored broadcast: whoever reads the outbox must not unsubscribe others. */
const CUT = `${UNSUBSCRIBE}?…`;

/** Whom a link unsubscribes from which event. */
interface Subscriber {
	eventId: number;
	address: string;
}

export type OptOuts = ReturnType<typeof createOptOuts>;

/**
 * Who wants no more broadcasts of an event. The link in each broadcast says so without a login. It is signed for one
 * address and one event, opens nothing else, and works as long as the event is there.
 */
export function createOptOuts({ db, secrets, now }: Runtime, { links }: { links: Pick<PrivateLinks, "origin"> }) {
	const textOf = ({ eventId, address }: Subscriber) => `${eventId} ${foldEmail(address)}`;
	/** Keyed by a value in the database: every backup has it, and lost keys change nothing. */
	const personOf = (subscriber: Subscriber) =>
		createHmac("sha256", nameIn(db.orm) ?? "")
			.update(`opt-out ${textOf(subscriber)}`)
			.digest("base64url");
	const rowOf = (subscriber: Subscriber) =>
		and(eq(optOuts.eventId, subscriber.eventId), eq(optOuts.person, personOf(subscriber)));

	function pathOf(subscriber: Subscriber): string {
		const { eventId, address } = subscriber;
		const key = secrets.sign("unsubscribe", textOf(subscriber));
		return `${UNSUBSCRIBE}?${new URLSearchParams({ event: String(eventId), to: address, key })}`;
	}

	/** Absolute address of the page on which the reader of a broadcast unsubscribes. */
	const linkOf = (subscriber: Subscriber): string => `${links.origin()}${pathOf(subscriber)}`;

	/** The link without its key, as broadcasts are stored and shown to organisers. */
	const cutLink = (): string => `${links.origin()}${CUT}`;

	/** A broadcast as it leaves, with the whole link. */
	function completed(body: string, link: string): string {
		if (!body.endsWith(`${CUT}\n`)) return body;
		const before = body.slice(0, -CUT.length - 1);
		// The last word, which begins with the origin.
		const start = Math.max(before.lastIndexOf("\n"), before.lastIndexOf(" ")) + 1;
		return `${before.slice(0, start)}${link}\n`;
	}

	/** Whom a link is for, with the name of the event; undefined for a link that is not ours or was cut off. */
	function subscriberOf(search: URLSearchParams) {
		const [eventId, address] = [Number(search.get("event")), search.get("to") ?? ""];
		if (!secrets.verifies("unsubscribe", textOf({ eventId, address }), search.get("key") ?? "")) return;
		const { name, nameZh } = events;
		const event = db.orm.select({ name, nameZh }).from(events).where(eq(events.id, eventId)).get();
		return event && { ...event, eventId, address };
	}

	const hasOptedOut = (tx: Orm, subscriber: Subscriber): boolean =>
		tx.select({ at: optOuts.at }).from(optOuts).where(rowOf(subscriber)).get() !== undefined;

	/** What the page behind a link shows; undefined for a link that is not ours. */
	function look(search: URLSearchParams, locale: Locale) {
		const found = subscriberOf(search);
		if (!found) return;
		const event = locale === "zh" ? inChinese(found.name, found.nameZh) : found.name;
		return { event, address: found.address, path: pathOf(found), isOut: hasOptedOut(db.orm, found) };
	}

	/**
	 * Unsubscribes the reader of a broadcast, or subscribes them again. What waits for them is cancelled.
	 * @returns the path of the page; undefined for a link that is not ours
	 */
	async function change(search: URLSearchParams, to: "out" | "in"): Promise<string | undefined> {
		const found = subscriberOf(search);
		if (!found) return;
		if (hasOptedOut(db.orm, found) !== (to === "out")) {
			await db.settle((tx) => {
				if (to === "in") tx.delete(optOuts).where(rowOf(found)).run();
				else optOut(tx, found);
			});
		}
		return pathOf(found);
	}

	function optOut(tx: Orm, subscriber: Subscriber): void {
		const { eventId, address } = subscriber;
		tx.insert(optOuts)
			.values({ eventId, person: personOf(subscriber), at: now() })
			.onConflictDoNothing()
			.run();
		const ofEvent = tx.select({ id: broadcasts.id }).from(broadcasts).where(eq(broadcasts.eventId, eventId));
		const theirs = and(sql`lower(${outbox.toAddress}) = lower(${foldEmail(address)})`, eq(outbox.kind, "broadcast"));
		cancelWaiting(tx, NOT_SENT.unsubscribed, and(theirs, inArray(outbox.broadcast, ofEvent)));
	}

	/**
	 * The addresses that have unsubscribed from an event, among these.
	 * @param addresses asked for only if anybody has
	 */
	function among(tx: Orm, eventId: number, addresses: () => readonly string[]): string[] {
		const ofEvent = eq(optOuts.eventId, eventId);
		if (!tx.select({ at: optOuts.at }).from(optOuts).where(ofEvent).limit(1).get()) return [];
		const byPerson = new Map(addresses().map((address) => [personOf({ eventId, address }), address]));
		const asked = sql`(select value from json_each(${JSON.stringify([...byPerson.keys()])}))`;
		return tx
			.select({ person: optOuts.person })
			.from(optOuts)
			.where(and(ofEvent, inArray(optOuts.person, asked)))
			.all()
			.flatMap(({ person }) => byPerson.get(person) ?? []);
	}

	/** Cancels unsent broadcasts to people who have unsubscribed since, also to those that moved to their address. */
	function cancelUnwanted(tx: Orm, ids: readonly number[]): void {
		const rows = tx
			.select({ id: outbox.id, address: outbox.toAddress, broadcast: outbox.broadcast })
			.from(outbox)
			.where(inArray(outbox.id, [...ids]))
			.all();
		const { id, eventId } = broadcasts;
		const named = rows.flatMap(({ broadcast }) => broadcast ?? []);
		const eventOf = new Map(
			tx
				.select({ id, eventId })
				.from(broadcasts)
				.where(inArray(id, named))
				.all()
				.map((one) => [one.id, one.eventId]),
		);
		const isUnwanted = ({ broadcast, address }: (typeof rows)[number]) => {
			const event = eventOf.get(broadcast ?? 0);
			return event !== undefined && hasOptedOut(tx, { eventId: event, address });
		};
		const unwanted = rows.filter(isUnwanted).map((row) => row.id);
		if (unwanted.length > 0) cancelWaiting(tx, NOT_SENT.unsubscribed, inArray(outbox.id, unwanted));
	}

	/** The events that an address has unsubscribed from, the newest first, with the time in milliseconds. */
	function of(address: string): { event: string; at: number }[] {
		const all = db.orm.select({ id: events.id, name: events.name }).from(events).orderBy(desc(events.id)).all();
		return all.flatMap(({ id: eventId, name }) => {
			const row = db.orm.select({ at: optOuts.at }).from(optOuts).where(rowOf({ eventId, address })).get();
			return row ? [{ event: name, at: row.at }] : [];
		});
	}

	return { linkOf, cutLink, completed, look, change, among, cancelUnwanted, of };
}
