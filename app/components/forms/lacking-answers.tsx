import { Fragment } from "react";
import { useAllTexts } from "../../all-texts.ts";
import type { Programme } from "../../programmes/define.ts";
import { marks } from "../../programmes/marks.ts";

/** Says which answers an entry lacks, before it is edited, each with a link to its question. */
export function LackingAnswers({ programme, names }: { programme: Programme; names: readonly string[] }) {
	const { t, locale } = useAllTexts();
	const fields = programme.fields.filter(({ name }) => names.includes(name));
	if (fields.length === 0) return null;
	return (
		<p className="banner">
			{t("entry.incomplete", { fields: "" })}
			{fields.map(({ name, label }, index) => (
				<Fragment key={name}>
					{index > 0 && marks[locale].item}
					<a href={`#f-${name}`}>{label[locale]}</a>
				</Fragment>
			))}
		</p>
	);
}
