/** How good a new password is: one point for each rule that holds (specification section 5). */

export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 128;
export const LEAST_STRENGTH = 3;

export const STRENGTH_RULES = ["length", "upper", "lower", "digit", "symbol"] as const;
export type StrengthRule = (typeof STRENGTH_RULES)[number];

/** Letters of every script count: Ä is upper case, and a Han character is a letter without case. */
const TESTS: Record<StrengthRule, RegExp> = {
	length: /^[\s\S]{8,}$/u,
	upper: /\p{Lu}/u,
	lower: /\p{Ll}/u,
	digit: /\p{Nd}/u,
	symbol: /[^\p{L}\p{N}\s]/u,
};

export function rulesMet(password: string): StrengthRule[] {
	return STRENGTH_RULES.filter((rule) => TESTS[rule].test(password));
}

/** 0 to 5. */
export function strengthOf(password: string): number {
	return rulesMet(password).length;
}

/** Key of the word for a score: the specification has five words for the scores 1 to 5; nothing typed reads like 1. */
export function strengthWord(score: number): 1 | 2 | 3 | 4 | 5 {
	return Math.min(5, Math.max(1, score)) as 1 | 2 | 3 | 4 | 5;
}
