import { eq } from "drizzle-orm";
import { idFromSpot } from "../../../app/programmes/index.ts";
import { entries } from "../../../db/schema.ts";
import type { Runtime } from "../runtime.ts";
import type { EntryRow } from "./entry-rows.ts";
import type { PrivateLinks } from "./private-links.ts";

/** How long a proof is valid, in milliseconds: as long as the cookie used otherwise. */
const PROOF_MS = 10 * 60 * 1000;

/** What a guest has just sent, for the page of thanks. */
export function createSentEntries({ db, secrets, now }: Runtime, { links }: { links: PrivateLinks }) {
	const byId = (id: number) => db.orm.select().from(entries).where(eq(entries.id, id)).get();

	/** The key of an entry, by which the same browser goes on with it; of an account's entry there is none. */
	function keyOfSent({ id }: { id: number }): string | undefined {
		const row = byId(id);
		return row?.userId === null ? links.keyOf(id, row.linkVersion) : undefined;
	}

	/**
	 * Proves for ten minutes that its holder has just submitted an entry, for browsers without cookies. It is part of
	 * an address, so it opens no form.
	 */
	function proofOfSent(id: number): string {
		const until = String(now() + PROOF_MS);
		return `${until}.${secrets.sign("sent", `${id}.${until}`)}`;
	}

	/** The entry that such a proof was made for. */
	function sentEntry(spot: string, proof: string): EntryRow | undefined {
		const id = idFromSpot(spot);
		const [until = "", signature = ""] = proof.split(".");
		const isValid = Number(until) > now() && secrets.verifies("sent", `${id}.${until}`, signature);
		return isValid ? byId(id) : undefined;
	}

	return { keyOfSent, proofOfSent, sentEntry };
}
