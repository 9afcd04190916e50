import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormToken } from "../components/form-token.tsx";
import { pageTitle } from "../http.ts";
import { verifyForm } from "../schemas/auth.ts";
import { useTranslation } from "../translation.tsx";

/** The page behind the mail that proves an address. Opening it changes nothing: scanners open links before people do. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get("token") ?? "";
	return { token, title: pageTitle(context.t, context.brand, context.t("verify.title")) };
}

export async function action({ context }: ActionFunctionArgs) {
	const { token } = verifyForm.safeParse(context.form).data ?? { token: "" };
	return { done: (await context.services.accounts.verifyMailbox(token)) !== undefined };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
	{ title: page?.title },
	{ name: "robots", content: "noindex" },
];

export default function VerifyPage() {
	const { token } = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>();
	const { t } = useTranslation();
	return (
		<div className="narrow">
			<h1>{t("verify.title")}</h1>
			{result ? (
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
				<form method="post" action="/verify">
					<FormToken />
					<input type="hidden" name="token" value={token} />
					<p className="lead">{t("verify.lead")}</p>
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
