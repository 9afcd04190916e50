import type { Problem } from "../programmes/problems.ts";
import { useRoot } from "../root.tsx";
import { useTranslation } from "../translation.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { FormToken } from "./form-token.tsx";
import { TextField } from "./text-field.tsx";

interface Failed {
	problems: Problem[];
	email: string;
	remember: boolean;
}

export function LoginForm({ failed, back, github }: { failed: Failed | undefined; back: string; github: boolean }) {
	const { t } = useTranslation();
	const user = useRoot()?.user;
	const problems = failed?.problems ?? [];
	if (user) return <SignedIn email={user.email || t("dashboard.anonymous")} />;
	return (
		<>
			<ErrorSummary problems={problems} />
			<h1>{t("login.heading")}</h1>
			<form method="post" action="/login#errors" noValidate>
				{back && <input type="hidden" name="return" value={back} />}
				<TextField
					name="email"
					type="email"
					label={t("login.emailLabel")}
					autoComplete="username"
					value={failed?.email}
					problems={problems}
				/>
				<TextField
					name="password"
					type="password"
					label={t("login.passwordLabel")}
					autoComplete="current-password"
					problems={problems}
				/>
				<label className="tick">
					<input type="checkbox" name="remember" value="1" defaultChecked={failed?.remember ?? true} />
					{t("login.remember")}
				</label>
				<div className="actions">
					<button className="primary" type="submit">
						{t("login.submit")}
					</button>
					{github && (
						<a className="button" href="/api/auth/github">
							{t("login.github")}
						</a>
					)}
				</div>
			</form>
			<p className="actions">
				<a href="/forgot-password">{t("login.forgot")}</a> <a href="/login?modal=register">{t("login.register")}</a>
			</p>
		</>
	);
}

function SignedIn({ email }: { email: string }) {
	const { t } = useTranslation();
	return (
		<>
			<h1>{t("login.heading")}</h1>
			<p>{t("login.signedInAs", { email })}</p>
			<form method="post" action="/logout" className="actions">
				<FormToken />
				<a className="button primary" href="/dashboard">
					{t("login.continue")}
				</a>
				<button type="submit">{t("site.logOut")}</button>
			</form>
		</>
	);
}
