import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressProblems, chosenPasswordProblems } from "../accounts/problems.ts";
import { useAllTexts } from "../all-texts.ts";
import { AddressField } from "../components/accounts/address-field.tsx";
import { NewPassword } from "../components/accounts/new-password.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { FormPreferences } from "../components/layout/preferences.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { LONGEST_ADDRESS } from "../programmes/email.ts";
import { setupForm } from "../schemas/auth.ts";

export const handle = { keeps: { email: LONGEST_ADDRESS } } satisfies RouteHandle;

export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get("token") ?? "";
	const { services, t } = context;
	const title = pageTitle(context, t("setup.title"));
	const open = services.administrators.isSetupOpen(token);
	return { token, open, ownPreferences: open, title };
}

/** Makes the holder of the one-time link the first administrator, and logs them in. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, t, form, device, locale } = context;
	const given = setupForm.safeParse(form).data ?? setupForm.parse({});
	const problems = [...addressProblems(t, given.email), ...chosenPasswordProblems(t, given)];
	if (problems.length > 0) return context.sendBack(handle.keeps, { problems });
	const account = await services.administrators.completeSetup(actor, given);
	const options = { kind: "cookie", remember: false, device, locale } as const;
	await context.signIn(await services.signIn.open(account, options, "setup link"));
	throw seeOther("/admin");
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function SetupPage() {
	const { token, open } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
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
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<h1>{t("setup.title")}</h1>
			<p className="lead">{t("setup.lead")}</p>
			<form method="post" action={`/setup?token=${encodeURIComponent(token)}#errors`} noValidate>
				<FormToken />
				<input type="hidden" name="token" value={token} />
				<AddressField value={failed?.values.email} problems={problems} />
				<NewPassword
					label={t("login.passwordLabel")}
					hint={t("register.hint")}
					missing={t("login.password")}
					isAgain={failed !== undefined}
					problems={problems}
				/>
				<div className="actions">
					<button className="primary" type="submit">
						{t("setup.submit")}
					</button>
				</div>
				<FormPreferences />
			</form>
		</div>
	);
}
