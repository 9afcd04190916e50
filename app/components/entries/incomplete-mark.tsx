import { programmeOf } from "../../programmes/index.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";

/** Says that an entry was let through, and which answers it lacks. */
export function IncompleteMark({ category, fields }: { category: string; fields: readonly string[] }) {
	const { t, locale } = useTranslation();
	// A programme may have lost a question since.
	const lacking = programmeOf(category).fields.filter(({ name }) => fields.includes(name));
	if (lacking.length === 0) return null;
	const names = lacking.map(({ label }) => label[locale]);
	const list = names.join(marks[locale].item);
	return <span className="mark-incomplete">{t("entry.incomplete", { fields: list })}</span>;
}
