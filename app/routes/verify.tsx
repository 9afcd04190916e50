import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LOGIN_AFTER } from "../accounts/return-path.ts";
import { useAllTexts } from "../all-texts.ts";
import { GoOn } from "../components/accounts/return-url.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { TextField } from "../components/forms/text-field.tsx";
import { SentenceSpace } from "../components/layout/space.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { useRoot } from "../root-data.ts";
import { verifyForm } from "../schemas/auth.ts";

export const handle = { keeps: {} } satisfies RouteHandle;

/** The page behind the mail that proves an address. Opening it changes nothing: scanners open links before people do. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const search = new URL(request.url).searchParams;
	const token = search.get("token") ?? "";
	const link = context.services.accounts.lookAtLink(context.actor, token);
	const isDone = search.has("done");
	const shown = { token, link, isDone, title: pageTitle(context, context.t("verify.title")) };
	return data(shown, { status: link || isDone ? 200 : 404 });
}

export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, device, t } = context;
	const { token, password } = verifyForm.safeParse(form).data ?? { token: "", password: "" };
	const outcome = await services.accounts.verifyMailbox(actor, token, password, device);
	if (outcome === "done") throw seeOther("/verify?done=1");
	if (outcome !== "wrong password") return data({ done: false }, { status: 404 });
	const message = t(password === "" ? "login.password" : "verify.wrong");
	return context.sendBack(handle.keeps, { problems: [{ field: "password", message }] });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function VerifyPage() {
	const { token, link, isDone } = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>();
	const { t } = useAllTexts();
	const user = useRoot()?.user;
	const failed = result && "problems" in result ? result : undefined;
	const isBad = result !== undefined && "done" in result;
	const done = isDone || (isBad || !(link || failed) ? false : undefined);
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
						{user ? (
							<GoOn to="" />
						) : (
							<a className="button primary" href={LOGIN_AFTER}>
								{t("login.submit")}
							</a>
						)}
					</p>
				</>
			) : (
				<form method="post" action={`/verify?token=${encodeURIComponent(token)}#errors`} noValidate>
					<FormToken />
					<input type="hidden" name="token" value={token} />
					<p className="lead">{t(link === "own" ? "verify.lead" : "verify.leadPassword")}</p>
					{link !== "own" && (
						<>
							<TextField
								name="password"
								type="password"
								label={t("login.passwordLabel")}
								autoComplete="current-password"
								problems={failed?.problems ?? []}
							/>
							<p className="hint">
								{t("verify.notMe")}
								<SentenceSpace />
								<a href="/forgot-password">{t("verify.setPassword")}</a>
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
