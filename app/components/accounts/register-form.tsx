import { LOGIN_AFTER, withReturn } from "../../accounts/return-path.ts";
import { useAllTexts } from "../../all-texts.ts";
import type { SentBack } from "../../handle.ts";
import { useRoot } from "../../root-data.ts";
import { ErrorSummary } from "../forms/error-summary.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { TextField } from "../forms/text-field.tsx";
import { LinkedWord } from "../layout/linked-word.tsx";
import { FormPreferences } from "../layout/preferences.tsx";
import { Space } from "../layout/space.tsx";
import { AddressField } from "./address-field.tsx";
import { NewPassword } from "./new-password.tsx";
import { ReturnField } from "./return-url.tsx";

/**
 * The register dialog's content; on a page of its own it stands in an open dialog, since the specification's message
 * says to close one. After success it says what to do next.
 */
export function RegisterForm({ done, failed, returnPath }: { done?: boolean; failed?: SentBack; returnPath: string }) {
	const { t } = useAllTexts();
	const problems = failed?.problems ?? [];
	const toLogin = withReturn("/login", returnPath);
	return (
		<dialog open className="narrow" aria-label={t("register.title")}>
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<h1>{t("register.title")}</h1>
			{done ? (
				<Registered toLogin={withReturn(LOGIN_AFTER, returnPath)} />
			) : (
				<form
					method="post"
					action="/register#errors"
					noValidate
					data-offline={t("register.offline")}
					data-failed={t("register.failed")}
					data-problems={t("problems.title")}
					data-sending={t("form.sending")}
				>
					<FormToken />
					<ReturnField returnPath={returnPath} />
					<TextField
						name="name"
						type="text"
						label={t("register.name")}
						autoComplete="name"
						value={failed?.values.name}
						missing={t("register.nameEmpty")}
						problems={problems}
					/>
					<AddressField value={failed?.values.email} problems={problems} />
					<NewPassword
						label={t("login.passwordLabel")}
						hint={t("register.hint")}
						isAgain={failed !== undefined}
						missing={t("login.password")}
						problems={problems}
					/>
					<div className="actions">
						<button className="primary" type="submit">
							{t("register.submit")}
						</button>
						<Space />
						<a className="button" href={toLogin}>
							{t("register.instead")}
						</a>
						{failed && (
							<>
								<Space />
								<a href={withReturn("/forgot-password", returnPath)}>{t("login.forgot")}</a>
							</>
						)}
					</div>
					<FormPreferences />
				</form>
			)}
		</dialog>
	);
}

/** The specification's message, what the mailbox is for, and the way on. */
function Registered({ toLogin }: { toLogin: string }) {
	const { t } = useAllTexts();
	const { mailLeaves, brand } = useRoot() ?? {};
	const support = brand?.support ?? "";
	return (
		<>
			<div className="banner" role="status" tabIndex={-1}>
				<p>{t("register.done")}</p>
				<p>
					{mailLeaves ? (
						t("register.mail")
					) : (
						<LinkedWord text={t("register.mailSaved", { support })} word={support} to={`mailto:${support}`} />
					)}
				</p>
			</div>
			{mailLeaves && <p className="hint">{t("register.noMail")}</p>}
			<p className="actions">
				<a className="button primary" href={toLogin}>
					{t("register.close")}
				</a>
			</p>
		</>
	);
}
