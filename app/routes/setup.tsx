import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SHORTEST_PASSWORD } from "../accounts/password.ts";
import { ErrorSummary } from "../components/error-summary.tsx";
import { FormToken } from "../components/form-token.tsx";
import { TextField } from "../components/text-field.tsx";
import { pageTitle, seeOther } from "../http.ts";
import { isEmail, type Problem } from "../programmes/problems.ts";
import { setupForm } from "../schemas/auth.ts";
import { useTranslation } from "../translation.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get("token") ?? "";
	const { services, t, brand } = context;
	context.replyHeaders.set("Cache-Control", "no-store");
	const plain = pageTitle(t, brand, t("setup.title"));
	const title = context.page.hasProblems ? t("problems.pageTitle", { title: plain }) : plain;
	return { token, open: services.administrators.isSetupOpen(token), title };
}

/** Makes whoever holds the one-time link the first administrator, and signs them in. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, t, form, device, page } = context;
	const given = setupForm.safeParse(form).data ?? { token: "", email: "", password: "", confirm: "" };
	const problems: Problem[] = [];
	if (!isEmail(given.email)) problems.push({ field: "email", message: t("login.email") });
	if (given.password.length < SHORTEST_PASSWORD) problems.push({ field: "password", message: t("setup.short") });
	else if (given.password !== given.confirm) problems.push({ field: "confirm", message: t("setup.mismatch") });
	if (problems.length > 0) {
		page.hasProblems = true;
		return data({ problems, email: given.email }, { status: 422 });
	}
	const account = await services.administrators.completeSetup(given.token, given.email, given.password);
	context.signIn(
		await services.signIn.open(account, { kind: "cookie", remember: false, device, locale: context.locale }),
	);
	throw seeOther("/admin/proposals");
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
	{ title: page?.title },
	{ name: "robots", content: "noindex" },
];

export default function SetupPage() {
	const { token, open } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useTranslation();
	const problems = failed?.problems ?? [];
	if (!open) {
		return (
			<>
				<h1>{t("setup.spentTitle")}</h1>
				<p>{t("setup.spent")}</p>
			</>
		);
	}
	return (
		<div className="narrow">
			<ErrorSummary problems={problems} />
			<h1>{t("setup.title")}</h1>
			<p className="lead">{t("setup.lead")}</p>
			<form method="post" action={`/setup?token=${encodeURIComponent(token)}#errors`} noValidate>
				<FormToken />
				<input type="hidden" name="token" value={token} />
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
					hint={t("setup.hint")}
					autoComplete="new-password"
					problems={problems}
				/>
				<TextField
					name="confirm"
					type="password"
					label={t("setup.confirm")}
					autoComplete="new-password"
					problems={problems}
				/>
				<div className="actions">
					<button className="primary" type="submit">
						{t("setup.submit")}
					</button>
				</div>
			</form>
		</div>
	);
}
