import { describe, expect, it } from "vitest";
import { inPieces } from "../../server/services/limits/pieces.ts";
import { openPortal } from "../support/portal.ts";

describe("what is refused", () => {
	it.each(["/assets/none.js", "/e/none.js", "/cards/none.png", "/uploads/none.jpg"])(
		"%s gets a small answer, counted like a page",
		async (path) => {
			const portal = await openPortal({ RATE_LIMIT_SCALE: "0.01" });
			const answer = await portal.agent().get(path);
			expect([answer.status, Buffer.byteLength(answer.text ?? "") < 1_000]).toEqual([404, true]);
			const statuses: number[] = [];
			for (let n = 0; n < 8; n += 1) statuses.push((await portal.agent().get(path)).status);
			// Six pages a minute at this scale.
			expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429, 429]);
		},
	);

	it.each([
		["a method that nothing here takes", "put", {}, 405],
		["a form from another site", "post", { Origin: "https://other.example" }, 403],
		["a host that is not one", "get", { Host: "x y" }, 400],
	] as const)("for %s is counted like a page", async (_, method, headers, status) => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "0.01" });
		const statuses: number[] = [];
		for (let n = 0; n < 8; n += 1) statuses.push((await portal.agent()[method]("/hangzhou").set(headers)).status);
		expect(statuses).toEqual([...Array(6).fill(status), 429, 429]);
	});

	it("for a bearer token that nobody has is counted first", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "0.05" });
		const statuses: number[] = [];
		for (let n = 0; n < 5; n += 1) {
			statuses.push((await portal.agent().get("/api/entries").set("Authorization", "Bearer x.y.z")).status);
		}
		expect(statuses).toEqual([401, 401, 401, 429, 429]);
	});
});

it("long answers at once take turns: the loop runs others after each turn of one", async () => {
	let [inTurn, most, goesOn] = [0, 0, true];
	const watch = () => {
		most = Math.max(most, inTurn);
		inTurn = 0;
		if (goesOn) setImmediate(watch);
	};
	setImmediate(watch);
	const long = "x".repeat(20_000);
	function* texts() {
		for (let n = 0; n < 20; n += 1) {
			inTurn += 1;
			yield long;
		}
	}
	const read = async () => {
		let bytes = 0;
		for await (const piece of inPieces(texts())) bytes += piece.length;
		return bytes;
	};
	expect(await Promise.all(Array.from({ length: 30 }, read))).toEqual(Array(30).fill(400_000));
	goesOn = false;
	expect(most).toBeLessThanOrEqual(2);
});
