import { eq } from "drizzle-orm";
import type { ProgrammeState } from "../app/enumerations.ts";
import { PRESENCES, STATUSES } from "../app/lifecycle.ts";
import type { Orm } from "./client.ts";
import { layDefaultGrid } from "./default-grid.ts";
import { UnusableDatabase } from "./errors.ts";
import { entries, presences, programmeSettings, statuses, tracks } from "./schema.ts";

/** The fallback track options of the specification (section 3), in its order, with Chinese names. */
const TRACKS: readonly (readonly [
	id: string,
	kind: "unselected" | "track" | "divider",
	label: string,
	labelZh: string,
])[] = [
	["assign-me", "unselected", "Select a Track (or Be Assigned)", "请选择分论坛（或由主办方分配）"],
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

export interface ProgrammeSeed {
	category: string;
	state: ProgrammeState;
	opensAt: number | null;
	closesAt: number | null;
}

/**
 * Fills a new database. Tracks are laid only into an empty table, so that one an administrator removed stays removed;
 * a programme gets its row the first time the program knows it.
 */
export function seed(tx: Orm, programmes: readonly ProgrammeSeed[]): void {
	noteStatuses(tx);
	for (const name of PRESENCES) tx.insert(presences).values({ name }).onConflictDoNothing().run();
	if (!tx.select({ id: tracks.id }).from(tracks).limit(1).get()) {
		tx.insert(tracks)
			.values(TRACKS.map(([id, kind, label, labelZh], position) => ({ id, kind, label, labelZh, position })))
			.run();
	}
	layDefaultGrid(tx);
	for (const programme of programmes) {
		tx.insert(programmeSettings).values(programme).onConflictDoNothing().run();
	}
}

/** @throws UnusableDatabase where an entry has a status that this program does not know */
function noteStatuses(tx: Orm): void {
	for (const name of STATUSES) tx.insert(statuses).values({ name }).onConflictDoNothing().run();
	const known: readonly string[] = STATUSES;
	for (const { name } of tx.select().from(statuses).all()) {
		if (
			known.includes(name) ||
			!tx
				.select()
				.from(entries)
				.where(eq(entries.status, name as never))
				.limit(1)
				.get()
		)
			continue;
		throw new UnusableDatabase(
			`An entry has the status ${name}, which this program does not know; start the newer program`,
		);
	}
}
