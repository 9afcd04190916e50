import { TZDate } from "@date-fns/tz";
import { eq } from "drizzle-orm";
import { changeInWords } from "../../../app/programmes/change-words.ts";
import type { ProgrammeDefinition } from "../../../app/programmes/define.ts";
import { definitionChanges } from "../../../app/programmes/definition-changes.ts";
import { marks } from "../../../app/programmes/marks.ts";
import { formatInstant, phaseAt } from "../../../app/programmes/window.ts";
import type { SetupCall } from "../../../app/schemas/setup.ts";
import type { Orm } from "../../../db/client.ts";
import { programmeDrafts, programmes, programmeVersions } from "../../../db/schema.ts";
import { tellRest, untoldIn } from "../entries/told.ts";
import { isInUse } from "../programmes/call-use.ts";
import { appendVersion } from "../programmes/call-versions.ts";
import { currentEventId } from "../programmes/current-programmes.ts";
import { callFaults } from "./call-faults.ts";
import { type CallRow, callRows, sorted } from "./call-rows.ts";
import { planReview, readReview } from "./review-part.ts";
import type { Planning, Section } from "./section.ts";

/** Instants of a row as texts, in the zone of the event. */
const written = (instant: number | null, zone: string) =>
	instant === null ? null : new TZDate(instant, zone).toISOString();

const instantOf = (text: string | null) => (text === null ? null : Date.parse(text));

/** @param isFree whether no page of the portal has an address @param zoneOf the zone of the event */
export function createCallSection(isFree: (path: string) => boolean, zoneOf: () => string): Section<"calls"> {
	const toCall = (tx: Orm, row: CallRow): SetupCall => {
		const { live, state, link, tells, remindDays, archived } = row;
		const { window: _, ...definition } = live;
		const at = (instant: number | null) => written(instant, zoneOf());
		return {
			definition: sorted(definition),
			state,
			opensAt: at(row.opensAt),
			closesAt: at(row.closesAt),
			link,
			tells,
			confirmBy: at(row.confirmBy),
			remindDays,
			review: readReview(tx, row.category, zoneOf()),
			archived,
		};
	};

	return {
		needs: ["tracks"],
		read: (tx) => callRows(tx).map((row) => toCall(tx, row)),
		plan(planning, document) {
			const { tx, t, locale } = planning;
			const wanted = document.calls;
			const present = new Map(callRows(tx).map((row) => [row.category, row]));
			const faults = callFaults(planning, document, isFree, present);
			const work: (() => void)[] = [];
			const changes: string[] = [];
			for (const [index, call] of wanted.entries()) {
				const row = present.get(call.definition.category);
				const title = call.definition.title[locale];
				const definition = {
					...call.definition,
					window: row?.live.window ?? { state: "closed" },
				} as ProgrammeDefinition;
				const tells = call.tells ?? row?.tells ?? "at once";
				const settings = { state: call.state, link: call.link, tells, archived: call.archived };
				const endsTelling = row !== undefined && tells === "at once" && row.tells !== tells;
				if (endsTelling && untoldIn(tx, row.category) > 0)
					faults.push({ pointer: `/calls/${index}/tells`, message: t("setupMessages.untold", { title }) });
				const window = { opensAt: instantOf(call.opensAt), closesAt: instantOf(call.closesAt) };
				const asked = askedIn(call, row);
				const isSameForm =
					row && JSON.stringify(toCall(tx, row).definition) === JSON.stringify(sorted(call.definition));
				if (!row) changes.push(t("setupMessages.callAdded", { title, becomes: becomesOf(planning, call, zoneOf()) }));
				else if (!isSameForm) {
					const parts = definitionChanges(row.live, definition).map((one) => changeInWords(t, locale, one));
					const said = parts.length > 0 ? parts : [t("setupMessages.otherwise")];
					for (const change of said) changes.push(t("setupMessages.callForm", { title, change }));
				}
				const isSet = row && settingsIn(planning, row, call) === "";
				if (row && !isSet)
					changes.push(t("setupMessages.callSettings", { title, settings: settingsIn(planning, row, call) }));
				const review = planReview(planning, call, index);
				faults.push(...review.faults);
				changes.push(...review.changes);
				work.push(() => {
					const values = { ...settings, ...window, ...asked, position: index };
					const { category } = call.definition;
					tx.insert(programmes)
						.values({ category, eventId: currentEventId(tx), ...values })
						.onConflictDoUpdate({ target: programmes.category, set: values })
						.run();
					if (endsTelling) tellRest(tx, category);
					review.apply();
					if (isSameForm) return;
					const { actorId, at } = planning;
					appendVersion(tx, row?.live, { category, definition, actorId, at, note: t("setupMessages.note") });
				});
			}
			const categories = wanted.map(({ definition }) => definition.category);
			const missing = [...present.values()].filter(({ category }) => !categories.includes(category));
			for (const [index, row] of missing.entries()) {
				const { category } = row;
				const title = row.live.title[locale];
				if (isInUse(tx, category)) {
					if (!row.archived) changes.push(t("setupMessages.callArchived", { title }));
					const set = { archived: true, position: wanted.length + index };
					work.push(() => tx.update(programmes).set(set).where(eq(programmes.category, category)).run());
				} else if (hasChanges(tx, category)) {
					faults.push({ pointer: "/calls", message: t("setupMessages.unpublished", { category }) });
				} else {
					changes.push(t("setupMessages.callRemoved", { title }));
					work.push(() => remove(tx, category));
				}
			}
			const order = [...present.keys()].filter((one) => categories.includes(one));
			const after = categories.filter((one) => present.has(one));
			if (JSON.stringify(order) !== JSON.stringify(after)) changes.push(t("setupMessages.callsMoved"));
			return { faults, changes, apply: () => (changes.length > 0 ? work.forEach((one) => void one()) : undefined) };
		},
	};
}

/** What a new call is to visitors: it may be public at once. Dates open and close only a call by dates. */
function becomesOf({ t, locale, at }: Planning, call: SetupCall, zone: string): string {
	if (call.archived) return t("setupMessages.becomes.archived");
	const { state, link } = call;
	const window = { state, link, opensAt: instantOf(call.opensAt), closesAt: instantOf(call.closesAt) };
	const phase = phaseAt(window, at);
	const date = (instant: number | null) => formatInstant(instant ?? 0, zone, locale);
	if (phase === "soon") return t("setupMessages.becomes.soon", { date: date(window.opensAt) });
	const ends = phase === "open" && state === "dates" && window.closesAt !== null;
	return ends ? t("setupMessages.becomes.until", { date: date(window.closesAt) }) : t(`setupMessages.becomes.${phase}`);
}

/** Until when authors confirm and when they are reminded, for the columns of a call; as it is where nothing is said. */
function askedIn({ confirmBy, remindDays }: SetupCall, row: CallRow | undefined) {
	return {
		confirmBy: confirmBy === undefined ? (row?.confirmBy ?? null) : instantOf(confirmBy),
		remindDays: remindDays ?? row?.remindDays,
	};
}

/** What is different beside the form; "" for nothing. */
function settingsIn({ t, locale }: Planning, row: CallRow, call: SetupCall): string {
	const parts = [
		["state", row.state, call.state],
		["opensAt", row.opensAt, instantOf(call.opensAt)],
		["closesAt", row.closesAt, instantOf(call.closesAt)],
		["link", row.link, call.link],
		["tells", row.tells, call.tells ?? row.tells],
		["confirmBy", row.confirmBy, askedIn(call, row).confirmBy],
		["remindDays", row.remindDays, askedIn(call, row).remindDays],
		["archived", row.archived, call.archived],
	] as const;
	const changed = parts.filter(([, was, now]) => was !== now);
	return changed.map(([name]) => t(`setupMessages.settings.${name}`)).join(marks[locale].item);
}

const hasChanges = (tx: Orm, category: string): boolean =>
	tx.select().from(programmeDrafts).where(eq(programmeDrafts.category, category)).get() !== undefined;

function remove(tx: Orm, category: string): void {
	tx.delete(programmeDrafts).where(eq(programmeDrafts.category, category)).run();
	tx.delete(programmeVersions).where(eq(programmeVersions.category, category)).run();
	tx.delete(programmes).where(eq(programmes.category, category)).run();
}
