import type { EntryKind } from "../../kinds.ts";
import type { Answers } from "../../programmes/answers.ts";
import type { Audience, Field } from "../../programmes/define.ts";
import { programmeOf } from "../../programmes/index.ts";
import { marks } from "../../programmes/marks.ts";
import { isWebAddress } from "../../programmes/problems.ts";
import { takesPortrait } from "../../programmes/uploads.ts";
import { useTranslation } from "../../translation.tsx";
import { langOf } from "../layout/text-language.ts";
import { Portrait } from "./portrait.tsx";

export interface ShownEntry {
	category: string;
	kind: EntryKind;
	answers: Answers;
	photo: string | null;
	/** Address of its file, if that is a work. */
	work?: string | undefined;
	/** In pixels, where it is known. */
	photoSize?: { width: number; height: number } | undefined;
	/** Label of the chosen track; none when the id is unknown. */
	track?: string;
}

const RANK: Record<Audience, number> = { public: 0, owner: 1, admin: 2 };

/** All answers of an entry that `audience` may see, in the programme's order. */
export function EntryDetails({ entry, audience }: { entry: ShownEntry; audience: Audience }) {
	const fields = programmeOf(entry.category, entry).fields.filter((field) => RANK[field.audience] <= RANK[audience]);
	return (
		<>
			{entry.photo && takesPortrait(fields) && (
				<Portrait photo={entry.photo} size={entry.photoSize} name={String(entry.answers.name)} />
			)}
			<EntryAnswers entry={entry} fields={fields} />
		</>
	);
}

/** Answers of an entry to some questions. Those nobody answered are left out. */
export function EntryAnswers({ entry, fields }: { entry: ShownEntry; fields: readonly Field[] }) {
	const { t, locale } = useTranslation();
	return (
		<dl className="details">
			{fields.map((field) => {
				const text = answerText(field);
				const link =
					field.kind === "photo" ? entry.work : field.kind === "url" && isWebAddress(text) ? text : undefined;
				return text ? (
					<div key={field.name}>
						<dt>{field.label[locale]}</dt>
						<dd lang={field.kind === "textarea" ? langOf(text, locale) : undefined}>
							{link ? (
								<a href={link} rel="noreferrer nofollow">
									{text}
								</a>
							) : (
								text
							)}
						</dd>
					</div>
				) : null;
			})}
		</dl>
	);

	function answerText(field: Field): string {
		const answer = entry.answers[field.name];
		switch (field.kind) {
			case "photo":
				return field.work && entry.work ? t("entry.download") : "";
			case "consent":
				if (answer === undefined && field.column === undefined) return "";
				return answer === undefined
					? t("entry.consentUnasked")
					: t(answer ? "entry.consentGiven" : "entry.consentMissing");
			case "track":
				return entry.track ?? t("entry.trackMissing");
			case "radio":
			case "select":
			case "choices":
			case "switch": {
				const chosen = typeof answer === "string" ? [answer] : Array.isArray(answer) ? answer : [];
				const labels = chosen.map((value) => field.options.find((one) => one.value === value)?.label[locale] ?? value);
				return labels.join(marks[locale].item);
			}
			case "copy":
				return "";
			default:
				return typeof answer === "string" ? answer : "";
		}
	}
}
