import { useAllTexts } from "../../all-texts.ts";
import { HTML_LANG } from "../../i18n.ts";
import { REPLY_TO } from "../../mails/text-controls.ts";
import type { broadcastsPage } from "../../pages/broadcasts.server.ts";
import type { Problem } from "../../programmes/problems.ts";
import type { Values } from "../../programmes/question-values.ts";
import { Line, Prose } from "../calls/call-controls.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { FormPreferences } from "../layout/preferences.tsx";
import { SentenceSpace } from "../layout/space.tsx";

interface Props {
	page: ReturnType<typeof broadcastsPage>;
	/** What the fields hold, by name. */
	values: Values;
	problems: readonly Problem[];
}

/** The text of a broadcast in both languages, and where answers go. */
export function BroadcastForm({ page, values, problems }: Props) {
	const { t } = useAllTexts();
	const typed = { values, problems };
	return (
		<form method="post" action={`${page.path}#errors`} aria-label={t("broadcast.text")} noValidate>
			<FormToken />
			<p className="hint">
				{t("broadcast.languageHint")}
				<SentenceSpace />
				<a href="#placeholders">{t("mailTexts.placeholderTitle")}</a>
			</p>
			<div className="side-by-side">
				{page.languages.map(({ language, controls: { subject, body } }) => (
					<div key={language}>
						<Line {...typed} name={subject} label={t(`mailTexts.controls.${subject}`)} lang={HTML_LANG[language]} />
						<Prose
							{...typed}
							name={body}
							label={t(`mailTexts.controls.${body}`)}
							lang={HTML_LANG[language]}
							rows={12}
						/>
					</div>
				))}
			</div>
			<Line {...typed} name={REPLY_TO} label={t("broadcast.replyTo")} hint={t("broadcast.replyToHint")} />
			<div className="actions">
				<button
					className={page.isWritten ? undefined : "primary"}
					type="submit"
					name="do.keep"
					value={t("broadcast.keep")}
				>
					{t("broadcast.keep")}
				</button>
			</div>
			<FormPreferences />
		</form>
	);
}
