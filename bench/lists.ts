import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { DATABASE } from "../server/backup/archive.ts";
import { ask, keptConnections } from "./http.ts";
import { atMost, count, median, type Part, type Row, tableOf } from "./report.ts";
import { type RunningServer, spawnPortal, untilOk } from "./servers.ts";
import { fillVolume, withDirectory } from "./volumes.ts";

const FEW = 1_000;
const MANY = 100_000;
const TIMES = 15;
const TARGET = 1.5;

/** Typical lists and searches of organisers and visitors. */
const LISTS: readonly { what: string; path: string; isPublic?: true }[] = [
	{ what: "talks, newest first", path: "/admin/proposals" },
	{ what: "talks, last page", path: "/admin/proposals?page=99999" },
	{ what: "talks by title", path: "/admin/proposals?sort=title" },
	{ what: "talks by speaker, descending", path: "/admin/proposals?sort=-name" },
	{ what: "talks by track", path: "/admin/proposals?sort=tracks" },
	{ what: "talks by change", path: "/admin/proposals?sort=-updated" },
	{ what: "talks by status", path: "/admin/proposals?sort=status" },
	{ what: "talks of a status", path: "/admin/proposals?status=Hold" },
	{ what: "talks of a track", path: "/admin/proposals?track=ai-next" },
	{ what: "accepted talks without a mail", path: "/admin/proposals?need=unmailed" },
	{ what: "search for one address", path: "/admin/proposals?q=speaker-777%40mail" },
	{ what: "search for what is nowhere", path: "/admin/proposals?q=quantum%20cheese" },
	{ what: "search for a word of every talk", path: "/admin/proposals?q=traceable" },
	{ what: "search for two Han characters of one in six", path: "/admin/proposals?q=%E7%8E%8B%E8%8A%B3" },
	{ what: "search for two Han characters of every talk", path: "/admin/proposals?q=%E6%95%B0%E6%8D%AE" },
	{ what: "search for two words, one of few talks", path: "/admin/proposals?q=traceable%20speaker-777%40mail" },
	{ what: "search for two words of every talk", path: "/admin/proposals?q=traceable%20models" },
	{ what: "search for a word and two Han characters", path: "/admin/proposals?q=traceable%20%E7%8E%8B%E8%8A%B3" },
	{ what: "search for a reference in a sentence", path: "/admin/proposals?q=We%20received%20talk-777" },
	{ what: "search for a number", path: "/admin/proposals?q=777" },
	{ what: "search without result, with filters", path: "/admin/proposals?q=quantum&status=Hold&track=ai-next" },
	{ what: "public list", path: "/proposals", isPublic: true },
	{ what: "public list by title", path: "/proposals?sort=title", isPublic: true },
	{ what: "public search for one title", path: "/proposals?q=part%20777", isPublic: true },
	{ what: "public search for a word of every talk", path: "/proposals?q=traceable", isPublic: true },
	{ what: "public search for two words", path: "/proposals?q=777%20models", isPublic: true },
	{ what: "overview", path: "/admin" },
	{ what: "outbox", path: "/admin/mail" },
];

/** Nine in ten talks are complete; half of the accepted ones have a mail, one in ten was edited. */
const HISTORY = `
	update entries set incomplete = '[]' where id % 10 > 0;
	insert into outbox (kind, dedupe_key, entry_id, to_address, subject, body, message_id, state, next_at, created_at, sent_at)
		select 'accept', 'accept:' || id, id, email, 'Accepted', title, '<accept-' || id || '@bench.example>', 'sent', 1, 1, 1
		from entries where status = 'Accept' and id % 8 < 4;
	insert into entry_log (entry_id, at, type, state) select id, 1, 'Status', 'Accept' from entries where status = 'Accept';
	insert into entry_log (entry_id, at, type, state, changes)
		select id, 2, 'Edited', 'Accept', '{"title":{"from":"A","to":"B"}}' from entries where status = 'Accept' and id % 40 < 4`;

interface Site {
	server: RunningServer;
	cookie: string;
	/** Changes an entry, which invalidates every cache. */
	change(): void;
}

/** Time of lists with many entries, divided by the time with few. */
export function measureLists(): Promise<Part> {
	return withSite(FEW, (few) =>
		withSite(MANY, async (many) => {
			const rows: Row[] = [];
			for (const list of LISTS) {
				rows.push(await compare(list, few, many, "first time after a change"));
				rows.push(await compare(list, few, many, "again"));
			}
			return { title: "Lists", tables: [tableOf(rows)] };
		}),
	);
}

function withSite<T>(talks: number, work: (site: Site) => Promise<T>): Promise<T> {
	return withDirectory(async (volume) => {
		const cookie = await fillVolume(volume, talks);
		const server = await spawnPortal(volume);
		const db = new Sqlite(join(volume, "data", DATABASE));
		db.exec(HISTORY);
		const changing = db.prepare("update entries set updated_at = updated_at + 1 where id = ?");
		let id = 0;
		try {
			await untilOk(server, "/healthz");
			// Alternates entries, because pages and details share a cache.
			return await work({ server, cookie, change: () => void changing.run(++id) });
		} finally {
			db.close();
			await server.stop();
		}
	});
}

async function compare(list: (typeof LISTS)[number], few: Site, many: Site, when: string): Promise<Row> {
	const times = { few: [] as number[], many: [] as number[] };
	const isFirst = when !== "again";
	for (let turn = -1; turn < TIMES; turn++) {
		const mine = await timeOf(list, few, isFirst);
		const theirs = await timeOf(list, many, isFirst);
		// Warm-up round.
		if (turn < 0) continue;
		times.few.push(mine);
		times.many.push(theirs);
	}
	const [mine, theirs] = [median(times.few), median(times.many)];
	const how = `${theirs.toFixed(1)} ms with ${count(MANY)} entries, ${mine.toFixed(1)} ms with ${count(FEW)}; medians of ${TIMES}, in turns`;
	return atMost(`${list.what}, ${when}`, theirs / mine, TARGET, (n) => n.toFixed(2), how);
}

async function timeOf({ what, path, isPublic }: (typeof LISTS)[number], site: Site, isFirst: boolean): Promise<number> {
	if (isFirst) site.change();
	const headers = { "Accept-Encoding": "br", ...(!isPublic && { Cookie: site.cookie }) };
	const { status, ms } = await ask({ port: site.server.port, path, headers, agent });
	if (status !== 200) throw new Error(`${what} was answered ${status}`);
	return ms;
}

const agent = keptConnections();
