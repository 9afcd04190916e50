import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "../components/error-summary.tsx";
import { TextField } from "../components/text-field.tsx";
import { pageTitle, seeOther } from "../http.ts";
import { isEmail } from "../programmes/problems.ts";
import { forgotForm } from "../schemas/auth.ts";
import { useTranslation } from "../translation.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t, brand, page } = context;
	const title = pageTitle(t, brand, t("forgot.title"));
	const sent = new URL(request.url).searchParams.has("sent");
	return { sent, title: page.hasProblems ? t("problems.pageTitle", { title }) : title };
}

/** The same answer whether the address is known or not. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, t, form, locale } = context;
	const { email } = forgotForm.safeParse(form).data ?? { email: "" };
	if (!isEmail(email)) {
		context.page.hasProblems = true;
		return data({ problems: [{ field: "email", message: t("login.email") }], email }, { status: 422 });
	}
	await services.recovery.request(email, locale);
	throw seeOther("/forgot-password?sent=1");
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: page?.title }];

export default function ForgotPasswordPage() {
	const { sent } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useTranslation();
	const problems = failed?.problems ?? [];
	return (
		<div className="narrow">
			<ErrorSummary problems={problems} />
			<h1>{t("forgot.title")}</h1>
			{sent ? (
				<p className="banner" role="status">
					{t("forgot.sent")}
				</p>
			) : (
				<>
					<p className="lead">{t("forgot.lead")}</p>
					<form method="post" action="/forgot-password#errors" noValidate>
						<TextField
							name="email"
							type="email"
							label={t("login.emailLabel")}
							autoComplete="username"
							value={failed?.email}
							problems={problems}
						/>
						<div className="actions">
							<button className="primary" type="submit">
								{t("forgot.submit")}
							</button>
						</div>
					</form>
				</>
			)}
			<p className="actions">
				<a href="/login">{t("login.back")}</a>
			</p>
		</div>
	);
}
