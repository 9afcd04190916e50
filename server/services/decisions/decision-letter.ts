import { LETTER_KINDS, type LetterKind } from "../../../app/enumerations.ts";
import { type Status, statusAnnouncedBy } from "../../../app/lifecycle.ts";

/** A mail that tells a decision. */
export type DecisionLetter = LetterKind;

/** Those that tell a decision. */
export const DECISION_LETTERS: readonly DecisionLetter[] = LETTER_KINDS.filter((kind) => statusAnnouncedBy(kind));

/** The mail that announces a status, if any. */
export function letterAnnouncing(status: Status): DecisionLetter | undefined {
	return DECISION_LETTERS.find((kind) => statusAnnouncedBy(kind) === status);
}
