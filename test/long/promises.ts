import { access } from "./promises-access.ts";
import { faults } from "./promises-faults.ts";
import { input } from "./promises-input.ts";
import { load } from "./promises-load.ts";
import { screens } from "./promises-screens.ts";

/** Every promise of the product about faults, load, input, access and screens, with its tests. */
export interface Promised {
	/** A letter for the kind (R faults, L load, F bad input, A access and privacy, S screens) and a number. */
	id: string;
	words: string;
	/** Files of tests; behind each, the beginnings of the names that count. Without names all of the file counts. */
	tests: readonly (readonly [file: string, ...names: string[]])[];
	/** The part of the benchmarks that measures it, in place of tests. */
	bench?: string;
	/** What is promised and measured by nothing. */
	lacks?: string;
}

export const promises: readonly Promised[] = [...faults, ...load, ...input, ...access, ...screens];
