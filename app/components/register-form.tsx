import type { Problem } from "../programmes/problems.ts";
import { useTranslation } from "../translation.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { TextField } from "./text-field.tsx";

/** The register dialog's content; without scripts a page of its own. After success its fields are empty again. */
export function RegisterForm(props: { done?: boolean; problems?: readonly Problem[]; name?: string; email?: string }) {
	const { t } = useTranslation();
	const problems = props.problems ?? [];
	return (
		<>
			<ErrorSummary problems={problems} />
			<h1>{t("register.title")}</h1>
			{props.done && (
				<div className="banner" role="status">
					<p>{t("register.done")}</p>
					<p>{t("register.mail")}</p>
				</div>
			)}
			<form method="post" action="/register#errors" noValidate>
				<TextField
					name="name"
					type="text"
					label={t("register.name")}
					autoComplete="name"
					value={props.name}
					problems={problems}
				/>
				<TextField
					name="email"
					type="email"
					label={t("login.emailLabel")}
					autoComplete="username"
					value={props.email}
					problems={problems}
				/>
				<TextField
					name="password"
					type="password"
					label={t("login.passwordLabel")}
					hint={t("setup.hint")}
					autoComplete="new-password"
					problems={problems}
				/>
				<TextField
					name="confirm"
					type="password"
					label={t("register.confirm")}
					autoComplete="new-password"
					problems={problems}
				/>
				<div className="actions">
					<button className="primary" type="submit">
						{t("register.submit")}
					</button>
					<a className="button" href="/login">
						{t("register.close")}
					</a>
				</div>
			</form>
		</>
	);
}
