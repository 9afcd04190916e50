import { useAllTexts } from "../../all-texts.ts";
import { HTML_LANG } from "../../i18n.ts";
import type { textPage } from "../../pages/mail-texts.server.ts";
import type { Problem } from "../../programmes/problems.ts";
import type { Values } from "../../programmes/question-values.ts";
import { Line, Prose } from "../calls/call-controls.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { FormPreferences } from "../layout/preferences.tsx";
import { SentenceSpace, Space } from "../layout/space.tsx";
import { PlaceholderTable } from "./placeholder-table.tsx";

interface Props {
	mail: ReturnType<typeof textPage>;
	/** What the fields hold, by name. */
	values: Values;
	problems: readonly Problem[];
}

/** The text of a mail in both languages, and what may stand in it. */
export function MailTextForm({ mail, values, problems }: Props) {
	const { t } = useAllTexts();
	const typed = { values, problems };
	const labelOf = (control: "subjectEn" | "bodyEn" | "subjectZh" | "bodyZh") => t(`mailTexts.controls.${control}`);
	const restoreIn = (language: string) => t("mailTexts.restore", { language });
	return (
		<>
			<form method="post" action={`${mail.path}#errors`} aria-label={mail.name} noValidate>
				<FormToken />
				<input type="hidden" name="was" value={values.was ?? mail.was} />
				{mail.languages.map(({ language, name, state, controls }) => (
					<section key={language} aria-labelledby={`h-${language}`}>
						<h2 id={`h-${language}`}>{name}</h2>
						<p className="hint">{state}</p>
						<Line {...typed} name={controls.subject} label={labelOf(controls.subject)} lang={HTML_LANG[language]} />
						<Prose
							{...typed}
							name={controls.body}
							label={labelOf(controls.body)}
							lang={HTML_LANG[language]}
							rows={14}
						/>
					</section>
				))}
				<p className="hint">
					{t("mailTexts.hint")}
					<SentenceSpace />
					<a href="#placeholders">{t("mailTexts.placeholderTitle")}</a>
				</p>
				{mail.example && (
					<Line
						{...typed}
						name={mail.about}
						label={t("mailTexts.about")}
						hint={t("mailTexts.aboutHint", { example: mail.example })}
					/>
				)}
				{/* Enter presses the first button. */}
				<div className="actions">
					<button className="primary" type="submit" name="do.save" value={t("mailTexts.save")}>
						{t("mailTexts.save")}
					</button>
					<Space />
					<button type="submit" name="do.preview" value={t("mailTexts.preview")}>
						{t("mailTexts.preview")}
					</button>
				</div>
				<div className="actions">
					{mail.languages.map(
						({ language, name, restore }) =>
							restore && (
								<button key={language} type="submit" className="danger" name={restore} value={restoreIn(name)}>
									{restoreIn(name)}
								</button>
							),
					)}
				</div>
				<FormPreferences />
			</form>
			<PlaceholderTable rows={mail.placeholders} />
		</>
	);
}
