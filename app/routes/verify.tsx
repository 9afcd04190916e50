import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "../components/error-summary.tsx";
import { FormToken } from "../components/form-token.tsx";
import { TextField } from "../components/text-field.tsx";
import { pageTitle } from "../http.ts";
import { verifyForm } from "../schemas/auth.ts";
import { useTranslation } from "../translation.tsx";

/** The page behind the mail that proves an address. Opening it changes nothing: scanners open links before people do. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get("token") ?? "";
	const own = context.services.accounts.isOwnLink(context.actor, token);
	return { token, own, title: pageTitle(context.t, context.brand, context.t("verify.title")) };
}

export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, t } = context;
	const { token, password } = verifyForm.safeParse(form).data ?? { token: "", password: "" };
	const outcome = await services.accounts.verifyMailbox(actor, token, password);
	if (outcome !== "wrong password") return { done: outcome === "done", problems: [] };
	return data({ done: undefined, problems: [{ field: "password", message: t("verify.wrong") }] }, { status: 422 });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
	{ title: page?.title },
	{ name: "robots", content: "noindex" },
];

export default function VerifyPage() {
	const { token, own } = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>();
	const { t } = useTranslation();
	return (
		<div className="narrow">
			<ErrorSummary problems={result?.problems ?? []} />
			<h1>{t("verify.title")}</h1>
			{result?.done !== undefined ? (
				<>
					<p className={result.done ? "banner" : "banner wrong"} role={result.done ? "status" : "alert"}>
						{t(result.done ? "verify.done" : "verify.bad")}
					</p>
					<p className="actions">
						<a className="button primary" href="/dashboard">
							{t("login.continue")}
						</a>
					</p>
				</>
			) : (
				<form method="post" action={`/verify?token=${encodeURIComponent(token)}#errors`} noValidate>
					<FormToken />
					<input type="hidden" name="token" value={token} />
					<p className="lead">{t(own ? "verify.lead" : "verify.leadPassword")}</p>
					{!own && (
						<>
							<TextField
								name="password"
								type="password"
								label={t("login.passwordLabel")}
								autoComplete="current-password"
								problems={result?.problems ?? []}
							/>
							<p className="hint">
								{t("verify.notMe")} <a href="/forgot-password">{t("reset.submit")}</a>
							</p>
						</>
					)}
					<div className="actions">
						<button className="primary" type="submit">
							{t("verify.submit")}
						</button>
					</div>
				</form>
			)}
		</div>
	);
}
