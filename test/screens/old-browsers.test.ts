import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { openPortal } from "../support/portal.ts";

/** Selectors that browsers of 2019 do not know; they drop the whole rule. */
const RECENT = /:is\(|:where\(|:has\(|:not\([^)]*,/;

it("old browsers keep every rule that says how a field looks", async () => {
	const portal = await openPortal();
	const page = parse((await portal.agent().get("/hangzhou").expect(200)).text);
	const style = page.querySelector("style")?.textContent ?? "";
	// Inside `@supports` the browser has confirmed that it knows the selector.
	const asked = /@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g;
	expect(style.match(asked)).not.toBeNull();
	const selectors = [...style.replace(asked, "").matchAll(/([^{}]+)\{/g)].map(([, selector = ""]) => selector);
	const fields = selectors.filter(
		(one) => /\b(?:input|select|textarea)\b|\.field\b/.test(one) && !one.includes(":before"),
	);
	expect(fields.length).toBeGreaterThan(8);
	expect(fields.filter((selector) => RECENT.test(selector))).toEqual([]);
});
