import { Form, Link } from "@remix-run/react";
import { Fragment } from "react";
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
	dialog: ReturnType<typeof letterOf>;
	/** Address of the list, to which the parameters of a mail are added. */
	path: string;
	/** What is behind the dialog. */
	back: string;
	report: Report | undefined;
}

/** The exact mail before it is sent, or as it was sent. A script keeps the typed text while another mail is open. */
export function LetterForm({ dialog, path, back, report }: Props) {
	const { t, locale } = useTranslation();
	const { id, letter, language, hindrance, state, words } = dialog;
	const addressOf = (other: { letter?: string; language?: string }) =>
		withParameters(path, { modal: "email", id, letter, ...(language && { language }), ...other });
	const here = addressOf({});
	// Of a mail that was sent or cannot be, its own text.
	const typed = hindrance ? dialog : (report?.typed ?? dialog);
	/** It shows the speaker's private link without its key. */
	const cut = typed.body.includes("?key=…");
	const content = (
		<>
			<p>
				{words.to}
				{marks[locale].colon}
				<strong>
					<Addresses text={dialog.to} />
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
			{dialog.isKept && <p className="hint">{words.isKept}</p>}
			<div className="actions">
				{!hindrance && (
					<button
						className="primary"
						type="submit"
						name="do.send"
						value={words.send}
						data-offline={t("outbox.unanswered")}
					>
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
				{dialog.isKept && (
					<button type="submit" name="do.drop" value={words.drop}>
						{words.drop}
					</button>
				)}
				<Space />
				<Link className="button" to={back} data-close="">
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
							<Link to={addressOf({ letter: kind })} aria-current={kind === letter ? "page" : undefined}>
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
					{dialog.lastError && <> · {dialog.lastError}</>}
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
							<Link to={addressOf({ language: one })} aria-current={one === language ? "page" : undefined}>
								{words.languages[one]}
							</Link>
							<Space />
						</Fragment>
					))}
				</nav>
			)}
			{!hindrance || dialog.isKept ? (
				<Form method="post" action={here} noValidate data-keeps={hindrance ? undefined : here}>
					<FormToken />
					<input type="hidden" name="id" value={id} />
					<input type="hidden" name="letter" value={letter} />
					{content}
				</Form>
			) : (
				content
			)}
		</>
	);
}
