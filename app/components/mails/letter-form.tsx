import { Form, Link } from "@remix-run/react";
import { type FormEvent, Fragment, useEffect } from "react";
import { LETTER_LANGUAGES, MOST_IN_LETTER } from "../../enumerations.ts";
import { DECISION_LETTERS } from "../../lifecycle.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { letterOf } from "../../pages/proposals.server.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { Space } from "../layout/space.tsx";
import { withParameters } from "../lists/list-url.ts";
import { MailNotice } from "./mail-notice.tsx";

interface Props {
	modal: ReturnType<typeof letterOf>;
	/** Address of the list, to which the parameters of a mail are added. */
	path: string;
	/** What is behind the dialog. */
	back: string;
	report: Report | undefined;
}

/** Unsent text, by address: looking at another mail must not lose it. In the browser only. */
const unsent = new Map<string, { subject: string; body: string }>();

/** The exact mail before it is sent, or as it was sent. */
export function LetterForm({ modal, path, back, report }: Props) {
	const { t, locale } = useTranslation();
	const { id, letter, language, hindrance, state, words } = modal;
	const addressOf = (other: { letter?: string; language?: string }) =>
		withParameters(path, { modal: "email", id, letter, ...(language && { language }), ...other });
	const here = addressOf({});
	// Of a sent mail, the text sent.
	const typed = hindrance === "sent" ? modal : (report?.typed ?? (hindrance ? modal : (unsent.get(here) ?? modal)));
	useEffect(() => {
		if (report?.done) unsent.delete(here);
	}, [report, here]);
	const keep = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
		const form = new FormData(currentTarget);
		unsent.set(here, { subject: String(form.get("subject")), body: String(form.get("body")) });
	};
	/** It shows the speaker's private link without its key. */
	const cut = typed.body.includes("?key=…");
	const key = `${here} ${hindrance === "sent"}`;
	const content = (
		<>
			<p>
				{words.to}
				{marks[locale].colon}
				<strong>
					<Addresses text={modal.to} />
				</strong>
			</p>
			<div className="field">
				<label htmlFor="f-subject">{words.subject}</label>
				<input
					id="f-subject"
					name="subject"
					defaultValue={typed.subject}
					readOnly={!!hindrance}
					maxLength={MOST_IN_LETTER.subject}
				/>
			</div>
			<div className="field">
				<label htmlFor="f-body">{words.body}</label>
				{cut && (
					<p className="hint" id="f-body-hint">
						{words.privateLink}
					</p>
				)}
				<textarea
					id="f-body"
					name="body"
					rows={12}
					maxLength={MOST_IN_LETTER.body}
					defaultValue={typed.body}
					readOnly={!!hindrance}
					aria-describedby={cut ? "f-body-hint" : undefined}
				/>
			</div>
			{modal.isKept && <p className="hint">{words.isKept}</p>}
			<div className="actions">
				{!hindrance && (
					<button className="primary" type="submit" name="do.send" value={words.send}>
						{words.send}
					</button>
				)}
				<Space />
				{!hindrance && DECISION_LETTERS.includes(letter) && (
					<button type="submit" name="do.keep" value={words.keep}>
						{words.keep}
					</button>
				)}
				<Space />
				{modal.isKept && (
					<button type="submit" name="do.drop" value={words.drop}>
						{words.drop}
					</button>
				)}
				<Space />
				<Link className="button" to={back} preventScrollReset>
					{t("admin.close")}
				</Link>
			</div>
		</>
	);
	return (
		<>
			{DECISION_LETTERS.includes(letter) && (
				<nav className="tabs" aria-label={words.which}>
					{DECISION_LETTERS.map((kind) => (
						<Fragment key={kind}>
							<Link
								to={addressOf({ letter: kind })}
								aria-current={kind === letter ? "page" : undefined}
								preventScrollReset
								replace
							>
								{words.titles[kind]}
							</Link>
							<Space />
						</Fragment>
					))}
				</nav>
			)}
			{state && (
				<p className="banner" role="status">
					{state === "sent" && <>{words.already} · </>}
					{words.state}
					{modal.lastError && <> · {modal.lastError}</>}
				</p>
			)}
			{hindrance && hindrance !== "sent" && <p className="banner">{words.hindrance}</p>}
			{!hindrance && (
				<>
					<MailNotice beside />
					<p className="hint">{words.lead}</p>
				</>
			)}
			{hindrance !== "sent" && (
				<nav className="tabs" aria-label={words.language}>
					{LETTER_LANGUAGES.map((one) => (
						<Fragment key={one}>
							<Link
								to={addressOf({ language: one })}
								aria-current={one === language ? "page" : undefined}
								preventScrollReset
								replace
							>
								{words.languages[one]}
							</Link>
							<Space />
						</Fragment>
					))}
				</nav>
			)}
			{!hindrance || modal.isKept ? (
				<Form method="post" action={here} key={key} onChange={keep} noValidate>
					<FormToken />
					<input type="hidden" name="id" value={id} />
					<input type="hidden" name="letter" value={letter} />
					{content}
				</Form>
			) : (
				<Fragment key={key}>{content}</Fragment>
			)}
		</>
	);
}
