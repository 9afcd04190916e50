import { eq } from "drizzle-orm";
import { formatInstant } from "../../../app/programmes/window.ts";
import { outbox } from "../../../db/schema.ts";
import { exportedLetter } from "../../mail/account-letters.ts";
import { inLanguage } from "../../mail/templates.ts";
import type { SignedIn } from "../actor.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";

export type NoteExport = ReturnType<typeof createExportNotes>;

/**
 * Notes each export of other people's data. Nobody is asked for proof again while a bearer token works, so its account is
 * told of the first export of a day by mail.
 */
export function createExportNotes(
	{ db, event, log, security, now }: Pick<Runtime, "db" | "event" | "log" | "security" | "now">,
	{ mailing }: { mailing: Mailing },
) {
	/** @param what was exported, for the log */
	return function noteExport(user: SignedIn, what: string): void {
		security.note("data.exported", { what, user: user.id, by: user.byToken ? "token" : "session" });
		if (user.byToken) tell(user).catch((error) => log.error({ err: error }, "the notice of an export was not written"));
	};

	async function tell({ id, email, isVerified }: SignedIn): Promise<void> {
		const dedupeKey = `notice:export:${id}:${new Date(now()).toISOString().slice(0, 10)}`;
		const told = db.orm.select({ id: outbox.id }).from(outbox).where(eq(outbox.dedupeKey, dedupeKey)).get();
		if (told || email === "") return;
		// A full disk does not keep anyone from reading.
		await db.settle((tx) => {
			if (!isVerified && !mailing.mayGo(tx, "notice", email)) return;
			// Accounts have no language.
			const letter = inLanguage("en", "both", (one) =>
				exportedLetter(one, event.brand(one), formatInstant(now(), event.zone(), one)),
			);
			mailing.enqueue(tx, { kind: "notice", dedupeKey, to: email, ...letter });
		});
	}
}
