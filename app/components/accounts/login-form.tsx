import { withReturn } from "../../accounts/return-path.ts";
import { useAllTexts } from "../../all-texts.ts";
import type { SentBack } from "../../handle.ts";
import { useRoot } from "../../root-data.ts";
import { ErrorSummary } from "../forms/error-summary.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { TextField } from "../forms/text-field.tsx";
import { FormPreferences } from "../layout/preferences.tsx";
import { Space } from "../layout/space.tsx";
import { AddressField } from "./address-field.tsx";
import { GoOn, ReturnField } from "./return-url.tsx";

interface Props {
	failed: SentBack | undefined;
	/** Where it is known whose login it is. */
	email: string;
	/** The page to open after the login. */
	returnPath: string;
	github: boolean;
	/** Stands above the calls, with the primary button. */
	isFirst: boolean;
}

export function LoginForm({ failed, email, returnPath, github, isFirst }: Props) {
	const { t } = useAllTexts();
	const user = useRoot()?.user;
	const problems = failed?.problems ?? [];
	const Heading = isFirst ? "h1" : "h2";
	if (user)
		return (
			<>
				<Heading id="log-in">{t("account.title")}</Heading>
				<p>{t("login.signedInAs", { email: user.email || t("site.anonymous") })}</p>
				<form method="post" action="/logout" className="actions" noValidate>
					<FormToken />
					<GoOn to={returnPath} />
					<Space />
					<button type="submit">{t("site.logOut")}</button>
				</form>
			</>
		);
	return (
		<>
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<Heading id="log-in">{t("login.heading")}</Heading>
			<form
				method="post"
				action="/login#errors"
				noValidate
				data-failed={t("login.failed")}
				data-problems={t("problems.title")}
			>
				<ReturnField returnPath={returnPath} />
				<AddressField value={failed ? failed.values.email : email} problems={problems} />
				<TextField
					name="password"
					type="password"
					label={t("login.passwordLabel")}
					autoComplete="current-password"
					missing={t("login.password")}
					problems={problems}
				/>
				<label className="tick">
					<input type="checkbox" name="remember" value="1" defaultChecked={failed?.values.remember !== ""} />
					{t("login.remember")}
				</label>
				<div className="actions">
					<button className="primary" type="submit">
						{t("login.submit")}
					</button>
					{github && (
						<a className="button" href={withReturn("/api/auth/github", returnPath)}>
							{t("login.github")}
						</a>
					)}
				</div>
				<p className="actions">
					<a href={withReturn("/forgot-password", returnPath)}>{t("login.forgot")}</a>
					<Space />
					<a href={withReturn("/login?modal=register", returnPath)}>{t("login.register")}</a>
				</p>
				<FormPreferences />
			</form>
		</>
	);
}
