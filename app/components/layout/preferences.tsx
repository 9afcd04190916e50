import { Fragment } from "react";
import { THEMES, type Theme } from "../../enumerations.ts";
import { HTML_LANG } from "../../i18n.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";

const LANGUAGES = [
	{ locale: "en", name: "English" },
	{ locale: "zh", name: "中文" },
] as const;

/** Language as links, theme as a form: both work without scripts and come back to the same page. */
export function Preferences({ theme, path }: { theme: Theme; path: string }) {
	const { t, locale } = useTranslation();
	return (
		<div className="preferences">
			<nav aria-label={t("site.language")}>
				{LANGUAGES.map(({ locale: language, name }) => (
					// Here and below a space keeps the choices apart where there are no styles.
					<Fragment key={language}>
						{language === locale ? (
							<span aria-current="true">{name}</span>
						) : (
							<a href={withLanguage(path, language)} lang={HTML_LANG[language]} hrefLang={HTML_LANG[language]}>
								{name}
							</a>
						)}{" "}
					</Fragment>
				))}
			</nav>
			<form method="post" action="/preferences" aria-label={t("site.theme")} noValidate>
				<FormToken />
				<input type="hidden" name="back" value={path} />
				{THEMES.map((option) => (
					<Fragment key={option}>
						<button type="submit" className="theme-choice" name="theme" value={option} aria-pressed={option === theme}>
							{t(`site.themes.${option}`)}
						</button>{" "}
					</Fragment>
				))}
			</form>
		</div>
	);
}

function withLanguage(path: string, locale: string): string {
	const [pathname, search] = path.split("?");
	const parameters = new URLSearchParams(search);
	parameters.set("lang", locale);
	return `${pathname}?${parameters}`;
}
