import type { TypedText } from "../../programmes/shown-again.ts";
import { useTranslation } from "../../translation.tsx";
import { langOf } from "./text-language.ts";

/** What was typed into a form that cannot be shown again, to be copied. */
export function TypedTexts({ texts }: { texts: readonly TypedText[] }) {
	const { t, locale } = useTranslation();
	if (texts.length === 0) return null;
	return (
		<section aria-labelledby="h-typed">
			<h2 id="h-typed">{t("notFound.typed")}</h2>
			<p className="lead">{t("notFound.typedLead")}</p>
			<dl className="details">
				{texts.map(({ name, text }, at) => (
					<div key={name}>
						<dt>{t("notFound.typedText", { number: at + 1 })}</dt>
						<dd lang={langOf(text, locale)}>{text}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
