import { registryOf } from "../../../app/programmes/registry.ts";
import { generalCalls } from "../../../app/programmes/templates.ts";
import type { Runtime } from "../runtime.ts";
import { createCallDefinitions } from "./call-definitions.ts";
import { createCallEditing } from "./call-editing.ts";
import { createCallList } from "./call-list.ts";
import { createCallPublishing } from "./call-publishing.ts";

/**
 * The forms of calls as organisers make them.
 * @param isFree whether no page of the portal has an address
 */
export function createCallForms(runtime: Runtime, { isFree }: { isFree: (path: string) => boolean }) {
	const registry = registryOf(generalCalls);
	const definitions = createCallDefinitions(runtime, { isFree });
	return {
		/** The calls that new ones are made from. */
		templates: () => registry.all,
		...createCallEditing(runtime, definitions),
		...createCallPublishing(runtime, definitions),
		...createCallList(runtime, definitions),
	};
}
