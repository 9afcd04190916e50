import type { ShownAnswer } from "../../programmes/shown-answers.ts";
import { EntryAnswer, EntryAnswers } from "../entries/entry-details.tsx";

/** What an entry says. @param rows as `inPairs` makes them: a text in two languages is one row */
export function ReviewTexts({ rows }: { rows: readonly (readonly ShownAnswer[])[] }) {
	const parts: (readonly ShownAnswer[])[] = [];
	let single: ShownAnswer[] = [];
	for (const row of rows) {
		if (row.length === 1) {
			if (single.length === 0) parts.push(single);
			single.push(...row);
		} else {
			parts.push(row);
			single = [];
		}
	}
	return (
		<>
			{parts.map((part) => {
				const isPair = rows.includes(part);
				return isPair ? (
					<dl key={part[0]?.name} className="details side-by-side">
						{part.map((answer) => (
							<EntryAnswer key={answer.name} answer={answer} />
						))}
					</dl>
				) : (
					<EntryAnswers key={part[0]?.name} answers={part} />
				);
			})}
		</>
	);
}
