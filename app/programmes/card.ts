import { rulesOfKind } from "../kinds.ts";
import type { Field, FieldKind, Programme } from "./define.ts";

/** Main answers that a card has, where its form is not that of the specification. */
const MOST_ON_CARD = 6;

/** Kinds of fields whose answers are short. */
const SHORT: ReadonlySet<FieldKind> = new Set(["text", "radio", "select", "choices", "track", "switch"]);

const isMain = ({ kind, required, retired, audience, column }: Field) =>
	SHORT.has(kind) && required === true && !retired && audience !== "admin" && column !== "title";

/**
 * Names of the answers on the card of an entry, in their order: those of its kind (specification section 3). A form that
 * does not ask all of these has its own required short questions as well.
 */
export function onCard({ kind, fields }: Programme): string[] {
	const { card } = rulesOfKind(kind);
	const known = card.filter((name) => fields.some((field) => field.name === name));
	if (known.length === card.length) return known;
	const main = fields.filter(isMain).map(({ name }) => name);
	return [...new Set([...known, ...main])].slice(0, Math.max(known.length, MOST_ON_CARD));
}
