import { z } from "zod";
import { MAIL_STATES } from "../enumerations.ts";
import type { RawForm } from "../programmes/answers.ts";
import { numberIn } from "../programmes/number.ts";
import { pageNumber, searchText } from "./listing.ts";

/** What the outbox reads from its address. */
export const mailQuery = z.object({
	state: z.enum(MAIL_STATES).or(z.literal("")).catch(""),
	q: searchText,
	page: pageNumber,
	/** The mail that was just cancelled. */
	cancelled: z.string().transform(numberIn).catch(0),
});

/** The mail whose button was pressed, and which. */
export function pressedMail(form: RawForm): { what: "retry" | "cancel" | "undo"; id: number } | undefined {
	for (const name of Object.keys(form)) {
		const [, what, digits = ""] = /^do\.(retry|cancel|undo)\.(\d+)$/.exec(name) ?? [];
		const id = numberIn(digits);
		if (what && id > 0) return { what: what as "retry" | "cancel" | "undo", id };
	}
}

/** Whether all mails that failed are to be tried again. */
export function pressedRetryAll(form: RawForm): boolean {
	return form["do.retry-all"] !== undefined;
}
