import { jsonOf } from "../../server/services/limits/pieces.ts";
import type { TestPortal } from "./portal.ts";

/** The copy of a person's data as a file has it; undefined where nothing is stored. */
export function personalCopy({ services }: TestPortal, address: string, { notes }: { notes: boolean }) {
	const found = services.personalData.copyOf({ address }, { notes });
	return found && JSON.parse([...jsonOf(found.copy)].join(""));
}
