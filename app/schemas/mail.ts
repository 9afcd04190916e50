import { z } from "zod";
import { MAIL_STATES } from "../enumerations.ts";
import type { RawForm } from "../programmes/answers.ts";

/** What the outbox reads from its address. */
export const mailQuery = z.object({
	state: z.enum(MAIL_STATES).or(z.literal("")).catch(""),
	page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
});

/** The mail whose button was pressed, and which. */
export function pressedMail(form: RawForm): { what: "retry" | "cancel"; id: number } | undefined {
	for (const name of Object.keys(form)) {
		const [, what, id] = /^do\.(retry|cancel)\.(\d{1,15})$/.exec(name) ?? [];
		if (what && id) return { what: what as "retry" | "cancel", id: Number(id) };
	}
}
