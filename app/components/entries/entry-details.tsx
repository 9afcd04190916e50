import type { EntryKind } from "../../kinds.ts";
import type { ShownAnswer } from "../../programmes/shown-answers.ts";
import { useTranslation } from "../../translation.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { langOf } from "../layout/text-language.ts";
import { Portrait } from "./portrait.tsx";

export interface ShownEntry {
	category: string;
	kind: EntryKind;
	/** Of its person. */
	name: string;
	answers: readonly ShownAnswer[];
	photo: string | null;
	/** In pixels, where it is known. */
	photoSize?: { width: number; height: number } | undefined;
}

/** All that is shown of an entry, in the programme's order. */
export function EntryDetails({ entry }: { entry: ShownEntry }) {
	return (
		<>
			{entry.photo && <Portrait photo={entry.photo} size={entry.photoSize} name={entry.name} />}
			<EntryAnswers answers={entry.answers} />
		</>
	);
}

export function EntryAnswers({ answers }: { answers: readonly ShownAnswer[] }) {
	return (
		<dl className="details">
			{answers.map((answer) => (
				<EntryAnswer key={answer.name} answer={answer} />
			))}
		</dl>
	);
}

/** One of them, in a list of definitions. */
export function EntryAnswer({ answer: { label, text, part, link } }: { answer: ShownAnswer }) {
	const { locale } = useTranslation();
	return (
		<div>
			<dt>{label}</dt>
			<dd lang={part === "text" ? langOf(text, locale) : undefined}>
				{link ? (
					<a href={link} rel="noreferrer nofollow">
						{text}
					</a>
				) : part === "text" ? (
					text
				) : (
					<Addresses text={text} />
				)}
			</dd>
		</div>
	);
}
