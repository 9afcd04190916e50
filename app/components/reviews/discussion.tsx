import { useAllTexts } from "../../all-texts.ts";
import type { discussionPage } from "../../pages/discussion.server.ts";
import type { Problem } from "../../programmes/problems.ts";
import type { Values } from "../../programmes/question-values.ts";
import { COMMENT, TELL } from "../../reviews/review-controls.ts";
import { Prose } from "../calls/call-controls.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { LinkedText } from "../layout/linked-text.tsx";
import { Space } from "../layout/space.tsx";
import { langOf } from "../layout/text-language.ts";
import { MailNotice } from "../mails/mail-notice.tsx";

type Page = Extract<ReturnType<typeof discussionPage>, { view: "open" }>;

interface Props {
	page: Page;
	values: Values;
	problems: readonly Problem[];
}

/** What the committee says of an entry, and a form to say something. */
export function Discussion({ page, values, problems }: Props) {
	const { t, locale } = useAllTexts();
	const { path, comments, earlier, newest } = page;
	return (
		<>
			{comments.length === 0 && <p className="empty">{t("discussion.none")}</p>}
			{(earlier || newest) && (
				<p className="page-links">
					{earlier && <a href={earlier}>{t("discussion.earlier")}</a>}
					<Space />
					{newest && <a href={newest}>{t("discussion.newest")}</a>}
				</p>
			)}
			<dl className="details">
				{comments.map(({ id, by, at, text, isOwn, note }) => (
					<div key={id}>
						<dt>
							<strong lang={langOf(by, locale)}>{by}</strong>
							<div>{at}</div>
							{note && <div>{note}</div>}
						</dt>
						<dd>
							<div lang={langOf(text, locale)}>
								<LinkedText text={text} />
							</div>
							{isOwn && (
								<form method="post" action={path} noValidate>
									<FormToken />
									<button type="submit" name="do.delete" value={id}>
										{t("discussion.delete")}
									</button>
								</form>
							)}
						</dd>
					</div>
				))}
			</dl>
			{page.note && <p className="banner">{page.note}</p>}
			{page.canWrite && <CommentForm page={page} values={values} problems={problems} />}
			{page.close && (
				<form method="post" action={path} noValidate>
					<FormToken />
					<p>
						<button type="submit" name={`do.${page.close}`} value="1">
							{t(`discussion.${page.close}`)}
						</button>
						<Space />
						<span className="hint">{t("discussion.closeHint")}</span>
					</p>
				</form>
			)}
		</>
	);
}

function CommentForm({ page, values, problems }: Props) {
	const { t, locale } = useAllTexts();
	return (
		<form method="post" action={`${page.path}#errors`} aria-labelledby="h-say" noValidate>
			<h2 id="h-say">{t("discussion.say")}</h2>
			<FormToken />
			<Prose
				{...{ values, problems }}
				name={COMMENT}
				label={t("discussion.comment")}
				hint={t("discussion.hint")}
				rows={4}
			/>
			{page.others.length > 0 && (
				<fieldset className="field">
					<legend>{t("discussion.tell")}</legend>
					<p className="hint">{t("discussion.tellHint")}</p>
					<MailNotice beside />
					<div className="options options-inline">
						{page.others.map(({ value, label }) => (
							<span key={value}>
								<input
									type="checkbox"
									id={`f-tell-${value}`}
									name={TELL}
									value={value}
									defaultChecked={values[TELL]?.split(" ").includes(value)}
								/>
								<label htmlFor={`f-tell-${value}`} lang={langOf(label, locale)}>
									{label}
								</label>{" "}
							</span>
						))}
					</div>
				</fieldset>
			)}
			<p className="actions">
				<button className="primary" type="submit" name="do.comment" value={t("discussion.send")}>
					{t("discussion.send")}
				</button>
			</p>
		</form>
	);
}
