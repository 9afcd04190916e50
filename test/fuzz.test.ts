import { describe, expect, it } from "vitest";
import { fuzz } from "./support/fuzzing.ts";
import { openPortal } from "./support/portal.ts";

describe.each([["visitor"], ["administrator"]])("whatever a %s sends", (who) => {
	it("to whatever address is answered below 500, and calls answer with JSON", async () => {
		const portal = await openPortal();
		await fuzz(who === "visitor" ? portal.agent() : await portal.admin(), 600);
		expect(portal.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
	});
});
