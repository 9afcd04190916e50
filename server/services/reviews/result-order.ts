import type { ResultOrder } from "../../../app/reviews/criteria.ts";
import type { Result } from "./results.ts";
import type { Score } from "./scores.ts";

const FIGURES: Record<Exclude<ResultOrder, "title">, (score: Score) => number | undefined> = {
	adjusted: ({ adjusted }) => adjusted?.value,
	mean: ({ mean }) => mean,
	median: ({ median }) => median,
	spread: ({ spread }) => spread,
	number: ({ number }) => number,
	yes: ({ yes }) => yes,
};

/** Entries without the figure come last in either direction; equal ones by their numbers. */
export function inOrder(sort: string): (one: Result, other: Result) => number {
	const direction = sort.startsWith("-") ? -1 : 1;
	const name = sort.replace(/^-/, "") as ResultOrder;
	if (name === "title") {
		const collator = new Intl.Collator(["en", "zh"], { numeric: true });
		return (one, other) => direction * collator.compare(one.title, other.title) || one.id - other.id;
	}
	const figure = ({ score, hidden }: Result) => {
		if (score) return FIGURES[name](score);
		return name === "number" && !hidden ? 0 : undefined;
	};
	return (one, other) => {
		const [a, b] = [figure(one), figure(other)];
		if (a === undefined || b === undefined)
			return Number(a === undefined) - Number(b === undefined) || one.id - other.id;
		return direction * (a - b) || one.id - other.id;
	};
}
