import { useAllTexts } from "../../all-texts.ts";
import type { Programme } from "../../programmes/define.ts";
import { marks } from "../../programmes/marks.ts";
import { JoinedLinks } from "../layout/joined-links.tsx";

/** Says which answers an entry lacks, before it is edited, each with a link to its question. */
export function LackingAnswers({ programme, names }: { programme: Programme; names: readonly string[] }) {
	const { t, locale } = useAllTexts();
	const fields = programme.fields.filter(({ name }) => names.includes(name));
	if (fields.length === 0) return null;
	return (
		<p className="banner">
			{t("entry.incomplete", { fields: "" })}
			<JoinedLinks
				links={fields.map(({ name, label }) => ({ href: `#f-${name}`, text: label[locale] }))}
				by={marks[locale].item}
			/>
		</p>
	);
}
