import { programmeOf } from "../../programmes/index.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";

interface Props {
	category: string;
	fields: readonly string[];
	/** Where there is no room to name the answers: only its tooltip does. */
	isShort?: true;
}

/** Says that an entry was let through, and which answers it lacks. */
export function IncompleteMark({ category, fields, isShort }: Props) {
	const { t, locale } = useTranslation();
	// A programme may have lost a question since.
	const lacking = programmeOf(category).fields.filter(({ name }) => fields.includes(name));
	if (lacking.length === 0) return null;
	const names = lacking.map(({ label }) => label[locale]);
	const whole = t("entry.incomplete", { fields: names.join(marks[locale].item) });
	return (
		<span className="mark-incomplete" title={isShort && whole}>
			{isShort ? t("need.incomplete") : whole}
		</span>
	);
}
