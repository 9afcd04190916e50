import type { ConflictReason, HiddenEntries } from "../../../app/reviews/conflicts.ts";
import type { Committee } from "./committee.ts";
import { pairKey } from "./committee.ts";
import { isPublicMailDomain } from "./organisations.ts";
import type { Reviewer } from "./reviewer-scope.ts";

/** The conflicts of interest that there are, by `pairKey`. Those that organisers dismissed are none, but one's own entry always is. */
export function conflictsIn({ entries, reviewers, conflicts }: Committee): Map<string, ConflictReason> {
	const found = new Map<string, ConflictReason>();
	for (const { state, ...pair } of conflicts) if (state !== "dismissed") found.set(pairKey(pair), state);
	const byAddress = new Map(reviewers.flatMap((one) => (one.address ? [[one.address, one.id] as const] : [])));
	const ids = new Set(reviewers.map(({ id }) => id));
	for (const { id: entryId, userId, addresses } of entries) {
		const own = [userId, ...addresses.map((address) => byAddress.get(address))];
		for (const reviewerId of own)
			if (typeof reviewerId === "number" && ids.has(reviewerId)) found.set(pairKey({ entryId, reviewerId }), "own");
	}
	return found;
}

/** The entries that someone has a conflict of interest with: they learn neither the reviewers of these nor the marks. */
export function inConflictOf(committee: Committee, reviewerId: number): HiddenEntries {
	const conflicts = conflictsIn(committee);
	return new Map(
		committee.entries.flatMap(({ id }) => {
			const reason = conflicts.get(pairKey({ entryId: id, reviewerId }));
			return reason ? [[id, reason] as const] : [];
		}),
	);
}

/** The mail domain of an address, in which people know each other; "" for one of a public provider. */
export function domainOf(address: Reviewer["address"]): string {
	const domain = address.slice(address.lastIndexOf("@") + 1);
	return address.includes("@") && !isPublicMailDomain(domain) ? domain : "";
}
