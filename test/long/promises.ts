import { access } from "./promises-access.ts";
import { faults } from "./promises-faults.ts";
import { input } from "./promises-input.ts";
import { load } from "./promises-load.ts";
import { screens } from "./promises-screens.ts";

/** All promises of RELIABILITY.md with their tests. */
export interface Promised {
	/** A letter for the kind (R faults, L load, F bad input, A access and privacy, S screens) and a number. */
	id: string;
	words: string;
	/** Test files, each with prefixes of the test names that count; none: the whole file. */
	tests: readonly (readonly [file: string, ...names: string[]])[];
	/** The part of the benchmarks that measures it, in place of tests. */
	bench?: string;
	/** What is promised but not measured. */
	lacks?: string;
}

export const promises: readonly Promised[] = [...faults, ...load, ...input, ...access, ...screens];
