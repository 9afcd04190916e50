import { expect } from "vitest";
import { markupFaults } from "./markup.ts";
import type { Screen } from "./screen.ts";
import { type Walk, walk } from "./walk.ts";

/** Walks through these screens: none has a fault, none is left out, and what the server sends without scripts is valid. */
export async function expectRight(screens: readonly Screen[], way: Walk): Promise<void> {
	const { faults, documents } = await walk(screens, way);
	expect(faults).toEqual([]);
	expect(documents).toHaveLength(screens.length);
	if (way.scripts === "off") expect(await markupFaults(documents)).toEqual([]);
}
