import { eq, sql } from "drizzle-orm";
import type { EventTemplate, PublicTalks } from "../app/enumerations.ts";
import { PRESENCES, STATUSES } from "../app/lifecycle.ts";
import type { ProgrammeDefinition } from "../app/programmes/define.ts";
import { MEMBER_ROLES } from "../app/roles.ts";
import type { Orm } from "./client.ts";
import { layDefaultGrid } from "./default-grid.ts";
import { UnusableDatabase } from "./errors.ts";
import { currentTemplate, type FirstEventSeed, layFirstEvent } from "./first-event.ts";
import { layProgrammes } from "./first-programmes.ts";
import { FIRST_EVENT } from "./schema/first-event.ts";
import { entries, events, memberships, presences, programmeVersions, roles, statuses, tracks } from "./schema.ts";

/** The fallback track options of the specification (section 3), in its order, with Chinese names. */
const TRACKS: readonly (readonly [
	id: string,
	kind: "unselected" | "track" | "divider",
	label: string,
	labelZh: string,
])[] = [
	["assign-me", "unselected", "Select a Track (or Be Assigned)", "请选择专题（或由主办方分配）"],
	["ai-models-infra", "track", "AI Models & Infra", "AI模型与基础设施"],
	["embodied-ai", "track", "Embodied AI", "具身智能"],
	["agentic-web", "track", "Agentic Web", "智能体网络"],
	["apps-agents", "track", "Apps & Agents", "应用与智能体"],
	["ai-next", "track", "AI Next", "AI未来"],
	["divider-1", "divider", "──────────", "──────────"],
	["forum-aivision", "track", "AI Vision Forum", "AI愿景论坛"],
	["ws-cangjie", "track", "Cangjie Workshop", "仓颉工作坊"],
	["ws-dora", "track", "Dora Workshop", "Dora工作坊"],
	["ws-openwallet", "track", "GDC / OpenWallet Workshop", "GDC / OpenWallet工作坊"],
	["ws-sglang", "track", "SGLang Workshop", "SGLang工作坊"],
];

/** What an event starts with. */
export interface Supplies {
	/** For a database without an event. */
	first: FirstEventSeed | undefined;
	programmesOf(template: EventTemplate): readonly ProgrammeDefinition[];
	/** Which talks the public sees of an event from before organisers could choose. */
	publicTalksOf(template: EventTemplate): PublicTalks;
}

/**
 * Fills a database that has no definitions yet, new or from before it had any, with what its template has. From then on
 * it is the organisers': what they remove stays removed. @param at milliseconds since the epoch
 */
export function seed(tx: Orm, { first, programmesOf, publicTalksOf }: Supplies, at: number): void {
	for (const one of NAMED) noteNames(tx, one);
	if (first) layFirstEvent(tx, first);
	for (const { id, template } of tx.select().from(events).where(eq(events.publicTalks, "")).all())
		tx.update(events)
			.set({ publicTalks: publicTalksOf(template) })
			.where(eq(events.id, id))
			.run();
	if (tx.select({ category: programmeVersions.category }).from(programmeVersions).limit(1).get()) return;
	const template = currentTemplate(tx);
	const isBlank = template === "blank";
	const supplied = TRACKS.filter(([, kind]) => !isBlank || kind === "unselected");
	if (!tx.select({ id: tracks.id }).from(tracks).limit(1).get()) {
		tx.insert(tracks)
			.values(
				supplied.map(([id, kind, label, labelZh], position) => ({
					id,
					eventId: kind === "unselected" ? null : FIRST_EVENT,
					kind,
					label,
					labelZh,
					position,
				})),
			)
			.run();
	}
	if (!isBlank) layDefaultGrid(tx);
	layProgrammes(tx, programmesOf(template), at);
}

/** Names that rows refer to: the program writes those it knows. */
const NAMED = [
	{ table: statuses, known: STATUSES, users: entries, by: entries.status, fault: "An entry has the status" },
	{ table: presences, known: PRESENCES, users: entries, by: entries.presence, fault: "An entry has the presence" },
	{ table: roles, known: MEMBER_ROLES, users: memberships, by: memberships.role, fault: "A member has the role" },
] as const;

/** @throws UnusableDatabase if a row has a name that this program does not know */
function noteNames(tx: Orm, { table, known, users, by, fault }: (typeof NAMED)[number]): void {
	for (const name of known) tx.insert(table).values({ name }).onConflictDoNothing().run();
	const names: readonly string[] = known;
	for (const { name } of tx.select().from(table).all()) {
		if (names.includes(name)) continue;
		const user = tx.select({ name: by }).from(users).where(sql`${by} = ${name}`).limit(1).get();
		if (user) throw new UnusableDatabase(`${fault} ${name}, which this program does not know; start the newer program`);
	}
}
