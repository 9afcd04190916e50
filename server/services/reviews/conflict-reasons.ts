import type { ConflictReason, HiddenEntries } from "../../../app/reviews/conflicts.ts";
import type { Committee, ReviewableEntry } from "./committee.ts";
import { pairKey } from "./committee.ts";
import { isPublicMailDomain, organisationIn } from "./organisations.ts";
import type { Reviewer } from "./reviewer-scope.ts";

/** What makes a conflict of interest likely. */
export interface Suggestion {
	entryId: number;
	reviewerId: number;
	reason: "organisation" | "domain";
	/** The organisation or domain that both have. */
	text: string;
}

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

/**
 * The conflicts of interest that organisers should look at: an entry of a reviewer's organisation, or with an address of
 * their mail domain, unless that gives addresses to everyone. Not those that are conflicts or were dismissed.
 * @param organisations of the reviewers, by their numbers
 */
export function suggestionsIn(
	committee: Committee,
	organisations: ReadonlyMap<number, readonly string[]>,
): Suggestion[] {
	const known = conflictsIn(committee);
	for (const pair of committee.conflicts) if (!known.has(pairKey(pair))) known.set(pairKey(pair), "found");
	const ofOrganisation = new Map<string, number[]>();
	const ofDomain = new Map<string, number[]>();
	for (const { id, address } of committee.reviewers) {
		for (const organisation of new Set((organisations.get(id) ?? []).map(organisationIn)))
			add(ofOrganisation, organisation, id);
		add(ofDomain, domainOf(address), id);
	}
	return committee.entries.flatMap((entry) => {
		const suggested = new Map<number, Suggestion>();
		const suggest = (reviewerIds: readonly number[] | undefined, about: Pick<Suggestion, "reason" | "text">) => {
			for (const reviewerId of reviewerIds ?? [])
				if (!known.has(pairKey({ entryId: entry.id, reviewerId })) && !suggested.has(reviewerId))
					suggested.set(reviewerId, { entryId: entry.id, reviewerId, ...about });
		};
		suggest(ofOrganisation.get(organisationIn(entry.org)), { reason: "organisation", text: entry.org });
		for (const domain of domainsOf(entry)) suggest(ofDomain.get(domain), { reason: "domain", text: domain });
		return [...suggested.values()].sort((one, other) => one.reviewerId - other.reviewerId);
	});
}

/** @param key "" for none */
function add(groups: Map<string, number[]>, key: string, id: number): void {
	if (key !== "") groups.set(key, [...(groups.get(key) ?? []), id]);
}

const domainsOf = ({ addresses }: ReviewableEntry) => new Set(addresses.map(domainOf).filter(Boolean));

/** The mail domain of an address, in which people know each other; "" for one of a public provider. */
function domainOf(address: Reviewer["address"]): string {
	const domain = address.slice(address.lastIndexOf("@") + 1);
	return address.includes("@") && !isPublicMailDomain(domain) ? domain : "";
}
