import type { Volume } from "../portal.ts";

/** A command of the operator. */
export interface Verb {
	/** One or two words. */
	name: string;
	/** Names of what must follow. */
	takes: readonly string[];
	/** Words that may stand anywhere behind it. */
	options?: readonly string[];
	help: string;
	/** @returns the exit code */
	run(volume: Volume, given: readonly string[], options: ReadonlySet<string>): Promise<number>;
}
