import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "../components/error-summary.tsx";
import { FormToken } from "../components/form-token.tsx";
import { TextField } from "../components/text-field.tsx";
import { GoOn } from "../components/way-back.tsx";
import type { RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { verifyForm } from "../schemas/auth.ts";
import { useTranslation } from "../translation.tsx";

export const handle = { keeps: [] } satisfies RouteHandle;

/** The page behind the mail that proves an address. Opening it changes nothing: scanners open links before people do. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get("token") ?? "";
	const own = context.services.accounts.isOwnLink(context.actor, token);
	const title = pageTitle(context.t, context.brand, context.t("verify.title"));
	return { token, own, title: context.page.hasProblems ? context.t("problems.pageTitle", { title }) : title };
}

export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, t } = context;
	const { token, password } = verifyForm.safeParse(form).data ?? { token: "", password: "" };
	const outcome = await services.accounts.verifyMailbox(actor, token, password);
	if (outcome !== "wrong password") return { done: outcome === "done" };
	return context.sendBack(handle.keeps, { problems: [{ field: "password", message: t("verify.wrong") }] });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
	{ title: page?.title },
	{ name: "robots", content: "noindex" },
];

export default function VerifyPage() {
	const { token, own } = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>();
	const { t } = useTranslation();
	const failed = result && "problems" in result ? result : undefined;
	const done = result && "done" in result ? result.done : undefined;
	return (
		<div className="narrow">
			<ErrorSummary problems={failed?.problems ?? []} headline={failed?.headline} />
			<h1>{t("verify.title")}</h1>
			{done !== undefined ? (
				<>
					<p className={done ? "banner" : "banner wrong"} role={done ? "status" : "alert"}>
						{t(done ? "verify.done" : "verify.bad")}
					</p>
					<p className="actions">
						<GoOn to="" />
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
								problems={failed?.problems ?? []}
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
