import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { median, milliseconds, type Part, verdict } from "./report.ts";
import { bothCheckouts, type Checkout, spawnPortal, untilOk } from "./servers.ts";
import { fillVolumeOf, MANY_TALKS, withDirectory } from "./volumes.ts";

const ROUNDS = 3;

interface Upgrade {
	/** From the start of the program until its first answer, in milliseconds. */
	first: number;
	/** The same on the next start. */
	next: number;
	isKept: boolean;
}

/**
 * The first start on a database that an older program has left, with its entries: how long it takes, and that each entry
 * is what it was. `AGAINST=folder` is the older checkout, installed and built.
 * @throws Error without an older checkout
 */
export async function measureUpgrade(): Promise<Part> {
	const { older } = bothCheckouts();
	const upgrades: Upgrade[] = [];
	for (let round = 0; round < ROUNDS; round++) upgrades.push(await withDirectory((volume) => upgrade(older, volume)));
	const isKept = upgrades.every((one) => one.isKept);
	return {
		title: "Upgrade",
		tables: [
			{
				headings: ["What", "Measured"],
				rows: [
					["First answer after the upgrade", milliseconds(median(upgrades.map(({ first }) => first)))],
					["First answer on the next start", milliseconds(median(upgrades.map(({ next }) => next)))],
					["Every entry keeps its number, call, status, answers and times", verdict(isKept)],
				],
				notes: [`${MANY_TALKS} talks with their log and a receipt each; median of ${ROUNDS} upgrades, /hangzhou asked`],
			},
		],
	};
}

async function upgrade(older: Checkout, volume: string): Promise<Upgrade> {
	fillVolumeOf(older, volume, { talks: MANY_TALKS });
	const before = entriesIn(volume);
	const first = await startOnce(volume);
	const isKept = before === entriesIn(volume);
	return { first, next: await startOnce(volume), isKept };
}

async function startOnce(volume: string): Promise<number> {
	const server = await spawnPortal(volume);
	try {
		return await untilOk(server, "/hangzhou");
	} finally {
		await server.stop();
	}
}

/** What makes up each entry, as one text. */
function entriesIn(volume: string): string {
	const sqlite = new Sqlite(join(volume, "data/rostrum.db"), { readonly: true });
	try {
		const rows = sqlite
			.prepare(
				"select id, category, status, name, email, org, title, track_id, answers, incomplete, submission_key, created_at, updated_at from entries order by id",
			)
			.all();
		return JSON.stringify(rows);
	} finally {
		sqlite.close();
	}
}
