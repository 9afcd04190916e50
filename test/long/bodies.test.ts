import { expect, it } from "vitest";
import type { AccessRow } from "../../server/access.ts";
import { encoded, LONGEST, NAMES, post, type Type, ways } from "../support/bodies.ts";
import { openAll } from "../support/fillings.ts";
import { openPortal } from "../support/portal.ts";

it("parsing time of the worst body is linear", async () => {
	const portal = await openPortal();
	await openAll(portal);
	const admin = await portal.admin();
	const guest = portal.agent();
	const worst = [
		["a@", "."],
		["", "[["],
		["", "\r\n"],
		["", " \t"],
		["x", "-"],
		["", "😀"],
	] as const;
	/** CPU time of a request with this many bytes of text. */
	const spent = async (row: AccessRow, type: Type, [before, again]: readonly [string, string], bytes: number) => {
		const each = Math.floor(bytes / NAMES.length / (type === "form" ? 3 : type === "json" ? 2 : 1));
		const text = before + again.repeat(Math.floor((each - before.length - 1) / Buffer.byteLength(again)));
		const body = encoded(type, [...NAMES.map((name) => [name, `${text}@`] as const)]);
		const started = process.cpuUsage();
		const { status } = await post(row.who === "everyone" ? guest : admin, row, type, body);
		const { user, system } = process.cpuUsage(started);
		expect([row.path, type, status < 500]).toEqual([row.path, type, true]);
		return (user + system) / 1_000;
	};
	const slow: string[] = [];
	for (const { row, type } of ways) {
		for (const letters of worst) {
			const isSlow = async () => {
				const whole = await spent(row, type, letters, LONGEST[type]);
				return whole > 60 && whole > 2.7 * (await spent(row, type, letters, LONGEST[type] / 2));
			};
			// What else the process does may have fallen into the first time.
			let times = 0;
			while (times < 3 && (await isSlow())) times += 1;
			if (times === 3) slow.push(`${row.method} ${row.path} as ${type}: ${JSON.stringify(letters)}`);
		}
	}
	expect(slow).toEqual([]);
});
