/** No reviewer of this number may have the entry. */
export const NO_ARC = -1;

export interface FlowProblem {
	/** How many different reviewers each entry wants. */
	wanted: readonly number[];
	/** How many entries each reviewer has beforehand; they cannot be moved. */
	loads: readonly number[];
	/** How many more each reviewer may get. */
	room: readonly number[];
	/** Cost of reviewer `r` for entry `e` at `e * loads.length + r`: a whole number from 0, or NO_ARC. */
	costs: Int32Array;
}

/**
 * Gives entries to reviewers as a minimum-cost flow: source, entries (as many units as they want), reviewers (one unit for
 * each pair), sink. In this order of importance:
 * 1. as many units as possible, with those that are missing shared out: the least sum of their squares over the entries,
 *    a convex cost. It is the least only where no further unit is possible;
 * 2. the least sum of the squares of all loads: unit `k + 1` of a reviewer costs `(k + 1)² - k²`, convex too;
 * 3. the least sum of costs.
 *
 * Successive shortest paths with potentials (Ahuja, Magnanti, Orlin: Network Flows, 1993, section 9.7; convex costs, chapter 14),
 * unit by unit as in Jonker and Volgenant, Computing 38 (1987). As reviewers are few, paths are searched among them alone: an
 * arc from one to another is the cheapest entry that can change hands (Ahuja, Orlin, Stein, Tarjan: Improved algorithms for
 * bipartite network flow, SIAM Journal on Computing 23, 1994). What nobody can take goes to one more node, `nobody`, at
 * costs above all others, so that every unit finds a path. With U units and R reviewers: O(U · R²) for the paths, O(U · R · U)
 * at worst for the arcs, and a small part of that usually. Memory: O(entries · R).
 *
 * The packages for this were either without a release for years or took 56 s for 2,000 entries and 60 reviewers.
 * @returns the reviewers of each entry, by number, in no particular order; the same for the same problem
 */
export function minCostFlow({ wanted, loads, room, costs }: FlowProblem): number[][] {
	const reviewers = loads.length;
	const nobody = reviewers;
	const nodes = reviewers + 1;
	// A rule outweighs all after it if no cycle without repeated nodes can gain more by them: each node adds two costs at
	// most, and the sink two loads. All numbers stay far below 2⁵³.
	const dearest = costs.reduce((most, cost) => Math.max(most, cost), 0);
	const perSquare = 2 * nodes * dearest + 1;
	const highest = loads.reduce((most, load) => Math.max(most, load), 0) + wanted.length;
	const unmet = perSquare * (2 * highest + 3);

	/** Now, and not beforehand. */
	const isGiven = new Uint8Array(costs.length);
	const given: number[][] = wanted.map(() => []);
	const units = new Int32Array(wanted.length);
	const entriesOf: number[][] = Array.from({ length: nodes }, () => []);
	/** What it costs to pass an entry on from one node to another, and which entry that is. */
	const arcs = new Float64Array(nodes * nodes).fill(Number.POSITIVE_INFINITY);
	const passed = new Int32Array(nodes * nodes).fill(-1);

	const fitOf = (entry: number, reviewer: number) => costs[entry * reviewers + reviewer] ?? NO_ARC;
	/** What one unit more costs there, and what one less saves. */
	const costOf = (entry: number, to: number) =>
		to === nobody ? unmet * (2 * (units[entry] ?? 0) + 1) : fitOf(entry, to);
	const savingOf = (entry: number, from: number) =>
		from === nobody ? unmet * (2 * (units[entry] ?? 0) - 1) : fitOf(entry, from);
	const canTake = (entry: number, to: number) =>
		to === nobody || (fitOf(entry, to) !== NO_ARC && isGiven[entry * reviewers + to] === 0);
	const holders = (entry: number) => (units[entry] ? [...(given[entry] ?? []), nobody] : (given[entry] ?? []));

	function offer(from: number, to: number, entry: number): void {
		if (from === to || !canTake(entry, to)) return;
		const cost = costOf(entry, to) - savingOf(entry, from);
		const arc = from * nodes + to;
		if (cost >= (arcs[arc] ?? 0)) return;
		arcs[arc] = cost;
		passed[arc] = entry;
	}

	/** If this entry was the cheapest and costs more now, or is none any more, the cheapest is sought anew. */
	function withdraw(from: number, to: number, entry: number): void {
		const arc = from * nodes + to;
		if (passed[arc] !== entry) return;
		arcs[arc] = Number.POSITIVE_INFINITY;
		passed[arc] = -1;
		for (const other of entriesOf[from] ?? []) offer(from, to, other);
	}

	function give(entry: number, to: number): void {
		if (to === nobody) {
			units[entry] = (units[entry] ?? 0) + 1;
			if (units[entry] === 1) entriesOf[nobody]?.push(entry);
			for (const holder of given[entry] ?? []) withdraw(holder, nobody, entry);
		} else {
			isGiven[entry * reviewers + to] = 1;
			for (const holder of holders(entry)) withdraw(holder, to, entry);
			given[entry]?.push(to);
			entriesOf[to]?.push(entry);
		}
		for (let other = 0; other < nodes; other += 1) offer(to, other, entry);
	}

	function take(entry: number, from: number): void {
		if (from === nobody) {
			units[entry] = (units[entry] ?? 0) - 1;
			if (units[entry] === 0) remove(entriesOf[nobody], entry);
		} else {
			isGiven[entry * reviewers + from] = 0;
			remove(given[entry], from);
			remove(entriesOf[from], entry);
		}
		for (let other = 0; other < nodes; other += 1) withdraw(from, other, entry);
		for (const holder of holders(entry)) offer(holder, from, entry);
	}

	const potentials = new Float64Array(nodes);
	const distances = new Float64Array(nodes);
	const rests = new Float64Array(nodes);
	const before = new Int32Array(nodes);
	const isDone = new Uint8Array(nodes);
	const added = new Int32Array(nodes);

	/** From a node to the sink, through its next unit of load; potentials included, as distances lack them. */
	function restOf(node: number): number {
		const more = added[node] ?? 0;
		if (node === nobody) return potentials[node] ?? 0;
		if (more >= (room[node] ?? 0)) return Number.POSITIVE_INFINITY;
		return (potentials[node] ?? 0) + perSquare * (2 * ((loads[node] ?? 0) + more) + 1);
	}

	/**
	 * Dijkstra's algorithm, with costs that the potentials keep from being negative, until no shorter way to the sink can come.
	 * Distances of the nodes that it has not reached by then are not below that of the end.
	 * @returns the last node before the sink
	 */
	function findPath(entry: number): number {
		before.fill(-1);
		isDone.fill(0);
		let nearest = Number.POSITIVE_INFINITY;
		let shortestRest = Number.POSITIVE_INFINITY;
		for (let node = 0; node < nodes; node += 1) {
			const distance = canTake(entry, node) ? costOf(entry, node) - (potentials[node] ?? 0) : Number.POSITIVE_INFINITY;
			distances[node] = distance;
			rests[node] = restOf(node);
			nearest = Math.min(nearest, distance);
			shortestRest = Math.min(shortestRest, rests[node] ?? 0);
		}
		for (let node = 0; node < nodes; node += 1) distances[node] = (distances[node] ?? 0) - nearest;
		let end = nobody;
		let shortest = Number.POSITIVE_INFINITY;
		for (;;) {
			let next = -1;
			let least = Number.POSITIVE_INFINITY;
			for (let node = 0; node < nodes; node += 1) {
				const distance = distances[node] ?? 0;
				if (isDone[node] === 0 && distance < least) {
					least = distance;
					next = node;
				}
			}
			if (next < 0 || least + shortestRest >= shortest) return end;
			isDone[next] = 1;
			if (least + (rests[next] ?? 0) < shortest) {
				shortest = least + (rests[next] ?? 0);
				end = next;
			}
			const base = least + (potentials[next] ?? 0);
			for (let node = 0; node < nodes; node += 1) {
				const distance = base + (arcs[next * nodes + node] ?? 0) - (potentials[node] ?? 0);
				if (isDone[node] === 1 || distance >= (distances[node] ?? 0)) continue;
				distances[node] = distance;
				before[node] = next;
			}
		}
	}

	for (const [entry, count] of wanted.entries()) {
		for (let unit = 0; unit < count; unit += 1) {
			const end = findPath(entry);
			const far = distances[end] ?? 0;
			for (let node = 0; node < nodes; node += 1) {
				potentials[node] = (potentials[node] ?? 0) + Math.min(distances[node] ?? 0, far);
			}
			added[end] = (added[end] ?? 0) + 1;
			// All moves are read before the first of them changes an arc.
			const moves: { entry: number; from: number; to: number }[] = [];
			let first = end;
			for (let from = before[first] ?? -1; from >= 0; from = before[first] ?? -1) {
				moves.push({ entry: passed[from * nodes + first] ?? -1, from, to: first });
				first = from;
			}
			for (const move of moves) {
				take(move.entry, move.from);
				give(move.entry, move.to);
			}
			give(entry, first);
		}
	}
	return given;
}

function remove(list: number[] | undefined, item: number): void {
	const place = list?.indexOf(item) ?? -1;
	if (place >= 0) list?.splice(place, 1);
}
