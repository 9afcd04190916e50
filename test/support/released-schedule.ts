import type { Actor } from "../../server/services/actor.ts";
import { ADMIN, type TestPortal } from "./portal.ts";
import { multiplyAccepted } from "./schedule.ts";
import { appoint } from "./sessions.ts";

/** Eight tracks of the shipped event. */
export const TRACKS = [
	"ai-models-infra",
	"embodied-ai",
	"agentic-web",
	"apps-agents",
	"ai-next",
	"ws-dora",
	"ws-sglang",
	"ws-cangjie",
];

/** An administrator for the services. */
export async function organiser(portal: TestPortal): Promise<Actor> {
	await appoint(portal);
	const id = Number(portal.sqlite.prepare("select id from users where email = ?").pluck().get(ADMIN.email));
	const user = { id, email: ADMIN.email, name: "", role: "administrator" as const, isVerified: true };
	return { user: { ...user, expiresAt: Number.POSITIVE_INFINITY, isFresh: true, sessionHash: "" }, visitor: undefined };
}

/** Makes the draft public. */
export async function release(portal: TestPortal, note = ""): Promise<void> {
	const actor = await organiser(portal);
	const { draft, version } = portal.services.releases.pending(actor);
	const released = await portal.services.releases.release(actor, { draft, note, withLetters: false });
	if (released.version !== version) throw new Error("nothing to release");
}

/** Puts an entry into a slot, or takes it out of all. */
export async function place(portal: TestPortal, entryId: number, slot?: [day: string, track: string, time: string]) {
	await portal.db.write(() => {
		portal.sqlite.prepare("update slots set entry_id = null where entry_id = ?").run(entryId);
		if (!slot) return;
		const update = "update slots set entry_id = ? where day_id = ? and track_id = ? and time = ?";
		if (portal.sqlite.prepare(update).run(entryId, ...slot).changes !== 1) throw new Error(`no slot ${slot}`);
	});
}

/** Words that talks are about, so that a page full of them compresses as a real one does. */
const WORDS = [
	"compilers",
	"attention",
	"kernels",
	"agents",
	"memory",
	"robots",
	"schedulers",
	"vectors",
	"privacy",
	"inference",
	"tokenizers",
	"gradients",
	"benchmarks",
	"speech",
	"planning",
	"retrieval",
	"safety",
	"caching",
	"tensors",
	"vision",
];
const CHINESE = [
	"编译器",
	"注意力",
	"算子",
	"智能体",
	"显存",
	"机器人",
	"调度",
	"向量",
	"隐私",
	"推理",
	"分词",
	"梯度",
	"评测",
	"语音",
	"规划",
	"检索",
	"安全",
	"缓存",
	"张量",
	"视觉",
];
const FAMILIES = [
	"Okafor",
	"Lindqvist",
	"Haddad",
	"Moreau",
	"Tanaka",
	"Novak",
	"Silva",
	"Adeyemi",
	"Kowalski",
	"Rossi",
];
const PLACES = [
	"University",
	"Labs",
	"Foundation",
	"Institute",
	"Robotics",
	"Cloud",
	"Research",
	"Studio",
	"Systems",
	"AI",
];

/** A number that looks like chance and is always the same. */
const spread = (seed: number) => Math.floor(Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) * 1e4);
const pick = (list: readonly string[], seed: number) => list[spread(seed) % list.length] ?? "";

/** Fills days from their first slots on with different talks, half of them in Chinese, and makes them public. */
export async function publishTalks(
	portal: TestPortal,
	{ count, tracks, days = ["day1"] }: { count: number; tracks: readonly string[]; days?: readonly string[] },
): Promise<number[]> {
	const ids = await multiplyAccepted(portal, count);
	const marks = (list: readonly string[]) => list.map(() => "?").join();
	await portal.db.write(() => {
		const free = portal.sqlite
			.prepare(
				`select day_id, track_id, time from slots where day_id in (${marks(days)}) and track_id in (${marks(tracks)})
				order by time, day_id, track_id`,
			)
			.raw()
			.all(...days, ...tracks) as string[][];
		const put = portal.sqlite.prepare("update slots set entry_id = ? where day_id = ? and track_id = ? and time = ?");
		const write = portal.sqlite.prepare(
			"update entries set title = ?, name = ?, org = ?, answers = json_set(answers, '$.language', ?) where id = ?",
		);
		for (const [index, id] of ids.entries()) {
			const isChinese = index % 2 === 1;
			const title = isChinese
				? `${pick(CHINESE, id)}与${pick(CHINESE, id + 7)}：${pick(CHINESE, id + 31)}的实践 ${id}`
				: `${pick(WORDS, id)} for ${pick(WORDS, id + 7)}: what ${pick(WORDS, id + 31)} taught us, part ${id}`;
			const name = isChinese ? `王${pick(CHINESE, id + 3)}` : `${pick(FAMILIES, id + 5)} ${pick(FAMILIES, id + 9)}`;
			const org = isChinese ? `${pick(CHINESE, id + 4)}研究院` : `${pick(FAMILIES, id + 1)} ${pick(PLACES, id)}`;
			write.run(title, name, org, isChinese ? "Chinese" : "English", id);
			put.run(id, ...(free[index] ?? []));
		}
	});
	await release(portal, "First version. Rooms may still change.");
	return ids;
}
