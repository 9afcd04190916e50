import { setImmediate } from "node:timers/promises";
import type { TestPortal } from "./portal.ts";

/**
 * Keeps every place taken that the queue for hashing gives to a network: one that is free again is taken again before
 * anybody else is heard, however short hashing takes. @param network undefined: every place there is
 * @returns ends it, when the last of them is done
 */
export function fillHashing(portal: TestPortal, network?: string): () => Promise<void> {
	let isOver = false;
	const hash = () =>
		portal.services.accounts.authenticate("nobody@example.org", "x", network).then(
			() => true,
			() => false,
		);
	const goOn = async () => {
		while (!isOver) if (!(await hash())) await setImmediate();
	};
	const all = Array.from({ length: 66 }, goOn);
	return async () => {
		isOver = true;
		await Promise.all(all);
	};
}
