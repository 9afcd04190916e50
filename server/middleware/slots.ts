import type { Request } from "express";
import { ipPrefix, networkOf } from "./network.ts";

/** Maximum concurrent requests per address, per network and in total. */
export interface Room {
	address: number;
	network: number;
	all: number;
}

/** Releases a place. May be called twice. */
export type Leave = () => void;

/** Limits concurrent requests. The limit per network keeps one network from taking all places. */
export function createSlots(room: Room, scale: number) {
	const held = new Map<string, number>();
	let all = 0;

	/** @returns undefined where there is no room */
	function take(req: Request): Leave | undefined {
		const keys = [`address ${networkOf(req.ip)}`, `network ${ipPrefix(req.ip)}`] as const;
		const [mine, near] = keys.map((key) => held.get(key) ?? 0) as [number, number];
		const isFull = mine >= room.address * scale || near >= room.network * scale || all >= room.all * scale;
		if (isFull) return;
		for (const key of keys) held.set(key, (held.get(key) ?? 0) + 1);
		all += 1;
		let left = false;
		return () => {
			if (left) return;
			left = true;
			all -= 1;
			for (const key of keys) {
				const rest = (held.get(key) ?? 1) - 1;
				if (rest > 0) held.set(key, rest);
				else held.delete(key);
			}
		};
	}

	return { take };
}
