import { and, desc, eq } from "drizzle-orm";
import { RECOMMENDATIONS } from "../../app/enumerations.ts";
import type { Status } from "../../app/lifecycle.ts";
import { FIRST_RULES, marksOf } from "../../app/reviews/criteria.ts";
import { outbox } from "../../db/schema.ts";
import { sha256 } from "../../server/secrets.ts";
import { type Actor, GUEST } from "../../server/services/actor.ts";
import type { Accepted } from "../../server/services/entries/accepted.ts";
import type { Volume } from "../../server/volume.ts";
import { type Clock, signedIn } from "./simulation.ts";

const CALL = "hangzhou";

/** How long a review takes. */
const REVIEW_MS = 4 * 60_000;

/** A member of the programme committee. */
interface DemoReviewer {
	name: string;
	email: string;
	/** None: all. */
	tracks: readonly string[];
	/** How many tenths of their reviews are done. */
	done: number;
	/** How much milder than the others they mark; negative: harsher. */
	mildness: number;
}

const COMMITTEE: readonly DemoReviewer[] = [
	{ name: "Helen Marsh", email: "reviewer@demo.example", tracks: [], done: 5, mildness: 0 },
	{ name: "方静姝", email: "fang.jingshu@demo.example", tracks: [], done: 10, mildness: 1 },
	{ name: "Tomás Rivera", email: "tomas.rivera@demo.example", tracks: [], done: 9, mildness: -1 },
	{ name: "秦若谷", email: "qin.ruogu@demo.example", tracks: [], done: 8, mildness: 0 },
	{ name: "Ingrid Solberg", email: "ingrid.solberg@demo.example", tracks: [], done: 6, mildness: 0 },
	{
		name: "孟庭轩",
		email: "meng.tingxuan@demo.example",
		tracks: ["ai-models-infra", "embodied-ai"],
		done: 7,
		mildness: 1,
	},
	{
		name: "Priya Raman",
		email: "priya.raman@demo.example",
		tracks: ["agentic-web", "apps-agents"],
		done: 3,
		mildness: 0,
	},
	{ name: "卓一鸣", email: "zhuo.yiming@demo.example", tracks: [], done: 0, mildness: 0 },
];

/** How good talks are, by what the committee decides: steps above or below the middle of a scale. */
const MERIT: Partial<Record<Status, number>> = { Accept: 1, Reject: -1 };

/** What one of them says to the others. */
const COMMENTS = [
	"两位评审人意见不一，请再看一下。",
	"The abstract promises more than an hour can hold, but I would take it.",
	"和去年的演讲相似吗？",
] as const;

const NOTES = [
	"Clear, with results to show.",
	"Close to a product pitch.",
	"内容扎实，案例具体。",
	"提纲偏宽，建议聚焦。",
];

/**
 * A committee of eight that reviews the talks, three reviews each, and is halfway through.
 * @returns the sign-in of one of them @throws Error if anything is refused
 */
export async function review(
	volume: Volume,
	clock: Clock,
	admin: Actor,
	received: readonly (Accepted & { arrival: { status: Status } })[],
	password: string,
): Promise<string> {
	const { services } = volume;
	const merits = new Map(received.map(({ spotId, arrival }) => [spotId, MERIT[arrival.status] ?? 0]));
	if (!(await services.reviewRules.save(admin, CALL, 0, { ...FIRST_RULES, opens: "", closes: "" })))
		throw new Error(`no rules for ${CALL}`);
	const reviewers: { actor: Actor; done: number; mildness: number }[] = [];
	for (const one of COMMITTEE) reviewers.push({ ...one, actor: await join(volume, admin, one, password) });

	const numbers = reviewers.flatMap(({ actor }) => actor.user?.id ?? []);
	const request = { way: "balance", reviewers: numbers, most: undefined } as const;
	const plan = await services.assignments.plan(admin, CALL, request);
	if (!plan.ok) throw new Error(`no assignment: ${plan.problem}`);
	await services.assignments.apply(admin, CALL, request, plan.seen);

	for (const { actor, done, mildness } of reviewers) {
		const spots = spotsOf(volume, actor);
		const begun = clock.now;
		for (const spot of spots.slice(0, Math.round((spots.length * done) / 10))) {
			clock.now += REVIEW_MS;
			await mark(volume, actor, spot, (merits.get(spot) ?? 0) + mildness);
		}
		clock.now = begun;
	}
	const [first] = reviewers;
	const talked = first ? spotsOf(volume, first.actor).slice(0, COMMENTS.length) : [];
	for (const [index, spot] of talked.entries())
		await services.discussions.say(first?.actor ?? admin, spot, {
			text: COMMENTS[index] ?? "",
			tell: [],
			tellOrganisers: false,
			locale: "en",
		});
	return COMMITTEE[0]?.email ?? "";
}

/** Invites someone, who follows the link in the email and opens an account. */
async function join(
	{ services, db }: Volume,
	admin: Actor,
	{ name, email, tracks }: DemoReviewer,
	password: string,
): Promise<Actor> {
	const scope = { tracks, calls: [] };
	const refusal = await services.invitations.send(admin, { email, role: "reviewer", scope, locale: "en" });
	const invitation = and(eq(outbox.kind, "invite"), eq(outbox.toAddress, email));
	const { body = "" } =
		db.orm.select({ body: outbox.body }).from(outbox).where(invitation).orderBy(desc(outbox.id)).get() ?? {};
	const token = /\/invitation\?token=([\w-]+)/.exec(body)?.[1] ?? "";
	const account = await services.invitations.joinAnew(GUEST, { token, name, password });
	if (!account) throw new Error(`${email} could not join: ${refusal}`);
	return signedIn(account);
}

/** The references of what someone reviews. */
function spotsOf({ services }: Volume, actor: Actor): string[] {
	const listed = (page: number) => services.reviews.list(actor, { category: CALL, page, locale: "en" });
	return Array.from({ length: listed(1).pages }, (_, index) =>
		listed(index + 1).entries.map(({ spot }) => spot),
	).flat();
}

/** Marks around what an entry deserves, always the same for the same reviewer and entry. */
async function mark({ services }: Volume, actor: Actor, spot: string, merit: number): Promise<void> {
	const { rules, version } = services.reviews.open(actor, spot, "en");
	const dice = sha256(`${actor.user?.email} ${spot}`);
	const marks = Object.fromEntries(
		rules.criteria.map(({ id, scale }, index) => {
			const all = marksOf(scale);
			const at = Math.floor(all.length / 2) + merit + ((dice[index] ?? 0) % 3) - 1;
			return [id, all[Math.min(Math.max(at, 0), all.length - 1)] ?? 0];
		}),
	);
	const opinion = 1 - Math.sign(merit + ((dice[20] ?? 0) % 3) - 1);
	const committeeNote = (dice[21] ?? 0) % 3 === 0 ? (NOTES[(dice[22] ?? 0) % NOTES.length] ?? "") : "";
	const given = { marks, recommendation: RECOMMENDATIONS[opinion] ?? null, committeeNote, authorNote: "" };
	const seen = { revision: 0, entryVersion: version, rulesVersion: rules.version };
	const refusal = await services.reviews.save(actor, spot, seen, given, "done");
	if (refusal) throw new Error(`the review of ${spot} was not kept: ${refusal}`);
}
