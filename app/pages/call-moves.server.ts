/** What moves calls, sections and questions: buttons by one place, and a drop to any place. Server only. */
import { type RawForm, textOf } from "../programmes/answers.ts";
import type { Move } from "../programmes/order.ts";

const WAYS: readonly [string, (form: RawForm) => Move][] = [
	["up", () => -1],
	["down", () => 1],
	["place", (form) => ({ before: textOf(form, "before") })],
];

/** @param of what the buttons are for, before the way in their names */
export function moveIn(form: RawForm, of: "" | "section-" = ""): { name: string; to: Move } | undefined {
	for (const [way, to] of WAYS) {
		const name = textOf(form, `do.${of}${way}`);
		if (name) return { name, to: to(form) };
	}
}
