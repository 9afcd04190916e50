import { SCALES, type Scale } from "../enumerations.ts";
import type { Words } from "../programmes/define.ts";

/** What reviewers mark. */
export interface Criterion {
	/** Marks are stored by it. It never becomes that of another criterion of the same call. */
	id: string;
	scale: Scale;
	/** How much it counts beside the others. */
	weight: number;
	label: Words;
	/** What is meant, for reviewers; "" for nothing. */
	help: Words;
}

/** How the entries of a call are reviewed. */
export interface ReviewRules {
	/** Milliseconds since the epoch; null: no first, or no last day. */
	opensAt: number | null;
	closesAt: number | null;
	/** How many reviews an entry should get. */
	wanted: number;
	blind: boolean;
	/** Reviewers see those of others only after their own. */
	hidden: boolean;
	/** Reviewers may see the results. */
	results: boolean;
	criteria: readonly Criterion[];
}

/** `help`: code points. */
export const MOST_IN_RULES = { criteria: 12, weight: 10, wanted: 20, help: 500 } as const;

/** What results are ordered by. */
export const RESULT_ORDERS = ["adjusted", "mean", "median", "spread", "number", "yes", "title"] as const;
export type ResultOrder = (typeof RESULT_ORDERS)[number];

/** Entries that reviewers disagree about, and those with fewer reviews than wanted. */
export const RESULT_FILTERS = ["disagreement", "few"] as const;

/** Before the id of a criterion: another weight, in the address of results. */
export const WHAT_IF = "w.";

const ENDS: Record<Scale, [lowest: number, highest: number]> = { "1-5": [1, 5], "0-3": [0, 3] };

/** The marks of a scale, the lowest first. */
export function marksOf(scale: Scale): number[] {
	const [lowest, highest] = ENDS[scale];
	return Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index);
}

/** What the rules of a call begin with. */
export const FIRST_RULES: Omit<ReviewRules, "opensAt" | "closesAt"> = {
	wanted: 3,
	blind: true,
	hidden: true,
	results: false,
	criteria: [
		{
			id: "relevance",
			scale: SCALES[0],
			weight: 1,
			label: { en: "Relevance", zh: "相关性" },
			help: { en: "Does it fit the event and its audience?", zh: "是否符合大会主题和听众的需要？" },
		},
		{
			id: "content",
			scale: SCALES[0],
			weight: 2,
			label: { en: "Content", zh: "内容" },
			help: { en: "Is it new, correct and worth knowing?", zh: "内容是否新颖、正确、有价值？" },
		},
		{
			id: "clarity",
			scale: SCALES[0],
			weight: 1,
			label: { en: "Clarity", zh: "表述" },
			help: { en: "Is it clear what people will learn?", zh: "听众能学到什么，是否讲得清楚？" },
		},
	],
};

/** Whether marks under one list of criteria mean the same under another. Order and weight change no mark. */
export function meansTheSame(one: readonly Criterion[], other: readonly Criterion[]): boolean {
	const asked = (criteria: readonly Criterion[]) =>
		JSON.stringify(
			criteria
				.map(({ id, scale, label, help }) => [id, scale, label.en, label.zh, help.en, help.zh])
				.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
		);
	return asked(one) === asked(other);
}

/** Whether reviews have not begun, are written now, or are closed. A closing date lasts to the end of its last second. */
export function reviewPhase({ opensAt, closesAt }: Pick<ReviewRules, "opensAt" | "closesAt">, instant: number) {
	if (opensAt !== null && instant < opensAt) return "soon";
	return closesAt !== null && instant >= closesAt + 1_000 ? "closed" : "open";
}

/** Whether two rules are the same, with the order and the weights of their criteria. */
export function sameRules(one: ReviewRules, other: ReviewRules): boolean {
	const text = ({ opensAt, closesAt, wanted, blind, hidden, results, criteria }: ReviewRules) =>
		JSON.stringify([
			[opensAt, closesAt, wanted, blind, hidden, results],
			criteria.map(({ id, scale, weight, label, help }) => [id, scale, weight, label.en, label.zh, help.en, help.zh]),
		]);
	return text(one) === text(other);
}

/** Given marks by the ids of criteria, without those whose criterion means something else now. No other is offered again. */
export function marksThatHold(
	criteria: readonly Criterion[],
	given: readonly { criterion: Criterion; mark: number }[],
): [id: string, mark: number][] {
	const holds = (one: Criterion) => criteria.some((now) => now.id === one.id && meansTheSame([now], [one]));
	return given.flatMap(({ criterion, mark }) => (holds(criterion) ? [[criterion.id, mark]] : []));
}
