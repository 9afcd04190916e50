import { z } from "zod";
import { NUMBER, numberIn } from "../programmes/number.ts";
import { MOST_FOR_REVIEWER } from "../reviews/assigning.ts";
import { carried } from "./carried.ts";

/** More than any committee has. */
const MOST_TICKS = 1_000;

/** Numbers of people, as forms and addresses hold them; others are left out. */
export const assignmentNumbers = z.array(z.string()).transform((texts) =>
	texts
		.slice(0, MOST_TICKS)
		.map(numberIn)
		.filter((id) => id > 0),
);

/** The ticks that a form was made with. */
export const seenTicks = z
	.string()
	.max(20 * MOST_TICKS)
	.pipe(carried(z.array(z.int().positive()).max(MOST_TICKS)))
	.catch([]);

/** A limit of entries; "" for none. */
export const mostEntries = z
	.string()
	.trim()
	.refine((text) => text === "" || (NUMBER.test(text) && numberIn(text) <= MOST_FOR_REVIEWER))
	.transform((text) => (text === "" ? undefined : numberIn(text)));

/** Pairs of an entry and a reviewer, as `12-3`. */
export const conflictPairs = z.array(z.string()).transform((texts) =>
	texts.slice(0, MOST_TICKS).flatMap((text) => {
		const [entryId = 0, reviewerId = 0, ...more] = text.split("-").map(numberIn);
		return entryId > 0 && reviewerId > 0 && more.length === 0 ? [{ entryId, reviewerId }] : [];
	}),
);
