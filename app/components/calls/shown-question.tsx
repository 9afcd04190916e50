import { useAllTexts } from "../../all-texts.ts";
import { HTML_LANG, LOCALES } from "../../i18n.ts";
import type { Field, Locale } from "../../programmes/define.ts";
import { TranslationContext, textsIn } from "../../translation.tsx";
import { FormField } from "../forms/field.tsx";
import type { FormState } from "../forms/programme-form.tsx";

const LANGUAGES: Record<Locale, string> = { en: "English", zh: "中文" };

interface Props {
	/** The form it stands in, in each language. */
	states: Record<Locale, FormState>;
	field: Field;
}

/** A question as visitors would see it, in both languages beside each other. */
export function ShownQuestion({ states, field }: Props) {
	const { t } = useAllTexts();
	return (
		<section id="shown" aria-labelledby="h-shown">
			<h2 id="h-shown">{t("callPage.shown")}</h2>
			<div className="side-by-side">
				{LOCALES.map((locale) => (
					<div key={locale} className="field" lang={HTML_LANG[locale]}>
						<h3 className="hint">{LANGUAGES[locale]}</h3>
						<TranslationContext.Provider value={textsIn(locale)}>
							{/* A name of its own: the page has controls of the same names. */}
							<FormField
								programme={states[locale].programme}
								field={{ ...field, name: `shown-${locale}` }}
								state={states[locale]}
							/>
						</TranslationContext.Provider>
					</div>
				))}
			</div>
		</section>
	);
}
