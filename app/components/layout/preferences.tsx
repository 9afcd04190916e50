import { Fragment } from "react";
import { LANGUAGE_BUTTON, THEME_BUTTON, THEMES, type Theme } from "../../enumerations.ts";
import { HTML_LANG } from "../../i18n.ts";
import { marks } from "../../programmes/marks.ts";
import { useRoot } from "../../root-data.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { Space } from "./space.tsx";

const LANGUAGES = [
	{ locale: "en", name: "English" },
	{ locale: "zh", name: "中文" },
] as const;

/** Where the choices are on every page: who makes one comes back to them. */
export const PREFERENCES = "preferences";

/** Language and theme as links and a form: both work without scripts and return to the same page. */
export function Preferences({ theme, path }: { theme: Theme; path: string }) {
	const { t, locale } = useTranslation();
	return (
		<div className="preferences" id={PREFERENCES}>
			<nav aria-label={t("site.language")}>
				{LANGUAGES.map(({ locale: language, name }) => (
					// Here and below, spaces separate the choices where there are no styles.
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
						</button>
						<Space />
					</Fragment>
				))}
			</form>
		</div>
	);
}

/**
 * The same at the end of a form with typed text, as buttons of that form: what was typed comes back in the other language
 * or theme. Styles draw them where the others are, in the footer. Its page has `ownPreferences` in what its loader returns,
 * and no others. After a press the address ends as the form's action does, in `#errors`, unless it led elsewhere; where
 * there are none, that brings the reader back to these buttons instead of the top of the page.
 */
export function FormPreferences() {
	const { t, locale } = useTranslation();
	const { theme = "system", choseLook = false } = useRoot() ?? {};
	return (
		<div className="preferences" id={choseLook ? "errors" : PREFERENCES}>
			<span>
				{LANGUAGES.map(({ locale: language, name }) => (
					<Fragment key={language}>
						<button
							type="submit"
							className="theme-choice"
							name={`${LANGUAGE_BUTTON}${language}`}
							value={name}
							aria-pressed={language === locale}
						>
							<span lang={HTML_LANG[language]}>{name}</span>
						</button>
						<Space />
					</Fragment>
				))}
			</span>{" "}
			<span>
				{THEMES.map((option) => (
					<Fragment key={option}>
						<button
							type="submit"
							className="theme-choice"
							name={`${THEME_BUTTON}${option}`}
							value={t(`site.themes.${option}`)}
							aria-label={`${t("site.theme")}${marks[locale].colon}${t(`site.themes.${option}`)}`}
							aria-pressed={option === theme}
						>
							{t(`site.themes.${option}`)}
						</button>
						<Space />
					</Fragment>
				))}
			</span>
		</div>
	);
}

function withLanguage(path: string, locale: string): string {
	const [pathname, search] = path.split("?");
	const parameters = new URLSearchParams(search);
	parameters.set("lang", locale);
	return `${pathname}?${parameters}`;
}
