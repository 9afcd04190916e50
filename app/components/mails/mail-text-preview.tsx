import { useAllTexts } from "../../all-texts.ts";
import { HTML_LANG, LOCALES } from "../../i18n.ts";
import type { Outcome } from "../../pages/mail-texts.server.ts";

/** The texts as the mails that they make. */
export function MailTextPreview({ preview }: { preview: NonNullable<Outcome["preview"]> }) {
	const { t } = useAllTexts();
	const { reference, letters } = preview;
	return (
		<section aria-labelledby="h-preview">
			<h2 id="h-preview">{t("mailTexts.preview")}</h2>
			<p className="banner" role="status">
				{reference ? t("mailTexts.previewOf", { reference }) : t("mailTexts.previewOfExample")}
			</p>
			{LOCALES.map((locale) => (
				<div key={locale} lang={HTML_LANG[locale]}>
					<p>
						<strong>{letters[locale].subject}</strong>
					</p>
					<pre>{letters[locale].body}</pre>
				</div>
			))}
		</section>
	);
}
