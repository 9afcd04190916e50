import type { Problem } from "../../programmes/problems.ts";
import { useTranslation } from "../../translation.tsx";

interface Props {
	problems: readonly Problem[];
	headline?: string;
	/** The question that the headline names, if any. */
	headlineField?: string | undefined;
	/** What the messages mean. */
	note?: string | undefined;
}

/** First thing on a page with problems. The form's action ends in `#errors`, which moves focus here without script. */
export function ErrorSummary({ problems, headline, headlineField, note }: Props) {
	const { t } = useTranslation();
	if (problems.length === 0 && !headline) return null;
	return (
		<div id="errors" className="summary" tabIndex={-1} role="alert" aria-labelledby="errors-title">
			<h2 id="errors-title">{t("problems.title")}</h2>
			{headline && <p data-about={headlineField && `#f-${headlineField}`}>{headline}</p>}
			{problems.length > 0 && (
				<ul>
					{problems.map(({ field, message }) => (
						<li key={field}>
							<a href={`#f-${field}`}>{message}</a>
						</li>
					))}
				</ul>
			)}
			{note && <p className="hint">{note}</p>}
		</div>
	);
}
