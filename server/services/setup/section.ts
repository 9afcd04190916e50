import type { Translate } from "../../../app/i18n.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import type { SetupDocument } from "../../../app/schemas/setup.ts";
import type { Orm } from "../../../db/client.ts";
import type { LogoOfDocument } from "./logo-section.ts";

/** What is wrong with a document, and where. */
export interface SetupFault {
	/** JSON pointer (RFC 6901). */
	pointer: string;
	message: string;
}

/** What a document would do to a part of the set-up. With a fault nothing is done. */
export interface Planned {
	faults: SetupFault[];
	/** Every difference, as a sentence. */
	changes: string[];
	/** Makes it so, in the transaction of the plan. */
	apply(): void;
}

/** Of one plan. */
export interface Planning {
	tx: Orm;
	t: Translate;
	locale: Locale;
	/** Null: the operator. */
	actorId: number | null;
	at: number;
	/** The logo of the document, where it has one. */
	logo: LogoOfDocument;
}

/** A part of the set-up: reads what is there, and plans what a document changes. */
export interface Section<Name extends keyof SetupDocument> {
	/** Other parts of the document that its plan looks at. */
	needs: readonly (keyof SetupDocument)[];
	read(tx: Orm): SetupDocument[Name];
	plan(planning: Planning, document: SetupDocument): Planned;
}

/** `/calls/0/definition`. */
export const pointerTo = (...path: readonly (string | number | symbol)[]): string =>
	path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Faults for every value that comes twice. */
export function repeated<Item>(
	items: readonly Item[],
	keyOf: (item: Item) => string,
	fault: (index: number, key: string) => SetupFault,
): SetupFault[] {
	const seen = new Set<string>();
	return items.flatMap((item, index) => {
		const key = keyOf(item);
		const isTwice = seen.has(key);
		seen.add(key);
		return isTwice ? [fault(index, key)] : [];
	});
}
