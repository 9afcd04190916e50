import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { newPasswordProblems } from "../accounts/problems.ts";
import { useAllTexts } from "../all-texts.ts";
import { NewPassword } from "../components/accounts/new-password.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { TextField } from "../components/forms/text-field.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { changeForm } from "../schemas/auth.ts";

export const handle = { keeps: {} } satisfies RouteHandle;

/** The account of the person logged in: password, data export, erasure. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { services, actor, t } = context;
	return {
		email: actor.user?.email ?? "",
		hasPassword: services.reauthentication.wayOf(actor) === "password",
		changed: new URL(request.url).searchParams.has("changed"),
		title: pageTitle(context, t("account.title")),
	};
}

/** Changes the password. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, device, locale, t } = context;
	const given = changeForm.safeParse(form).data ?? changeForm.parse({});
	const problems = newPasswordProblems(t, { ...given, email: actor.user?.email ?? "" });
	if (given.current === "") problems.unshift({ field: "current", message: t("account.currentEmpty") });
	if (problems.length === 0 && !(await services.passwordReset.change(actor, given, { device, locale }))) {
		problems.push({ field: "current", message: t("account.wrongCurrent") });
	}
	if (problems.length > 0) return context.sendBack(handle.keeps, { problems });
	throw seeOther("/account?changed=1");
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function AccountPage() {
	const { email, hasPassword, changed } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const problems = failed?.problems ?? [];
	return (
		<div className="narrow">
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<h1>{t("account.title")}</h1>
			<p className="lead">{email || t("site.anonymous")}</p>
			{changed && !failed && (
				<p className="banner" role="status">
					{t("account.changed")}
				</p>
			)}
			<h2>{t("account.password")}</h2>
			{hasPassword ? (
				<form method="post" action="/account#errors" noValidate>
					<FormToken />
					<input type="hidden" name="email" value={email} autoComplete="username" />
					<TextField
						name="current"
						type="password"
						label={t("account.current")}
						autoComplete="current-password"
						problems={problems}
					/>
					<NewPassword
						label={t("reset.new")}
						hint={t("account.newHint")}
						missing={t("reset.empty")}
						isAgain={failed !== undefined}
						problems={problems}
					/>
					<div className="actions">
						<button type="submit">{t("account.change")}</button>
					</div>
				</form>
			) : (
				<>
					<p>{t("account.noPassword")}</p>
					{email && (
						<p className="actions">
							<a className="button" href="/forgot-password">
								{t("account.setPassword")}
							</a>
						</p>
					)}
				</>
			)}
			<h2>{t("account.copy")}</h2>
			<p>{t("account.copyLead")}</p>
			<p className="actions">
				<a className="button" href="/account/copy">
					{t("account.download")}
				</a>
			</p>
			<h2>{t("account.erase")}</h2>
			<p>{t("account.eraseLead")}</p>
			<p className="actions">
				<a className="button danger" href="/account/erase">
					{t("account.eraseStart")}
				</a>
			</p>
		</div>
	);
}
