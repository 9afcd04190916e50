import type { TestContext } from "vitest";

declare module "vitest" {
	interface TaskMeta {
		/** Figures in words; `npm run test:long` writes them into RELIABILITY.md. */
		figures?: string[];
	}
}

const MISSED = "NOT REACHED";

/** A figure that is held against a target. */
export const judged = (figure: string, target: string, isReached: boolean) =>
	`${figure} (target ${target}: ${isReached ? "reached" : MISSED})`;

export const isMissed = (figure: string) => figure.includes(MISSED);

/** The figures of a test that a promise shows. Those that begin with the number of one, as in `R7: `, are for it alone. */
export function figuresFor(id: string, figures: readonly string[]): string[] {
	return figures.flatMap((figure) => {
		const [, only = id, words = figure] = /^([A-Z]\d+): (.*)$/.exec(figure) ?? [];
		return only === id ? [words] : [];
	});
}

/** Hands figures to the run that asked for them. */
export function tell({ task }: TestContext, ...figures: string[]): void {
	task.meta.figures = [...(task.meta.figures ?? []), ...figures];
}
