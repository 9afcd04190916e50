import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressProblems } from "../accounts/problems.ts";
import { withReturn } from "../accounts/return-path.ts";
import { useAllTexts } from "../all-texts.ts";
import { AddressField } from "../components/accounts/address-field.tsx";
import { ReturnField } from "../components/accounts/return-url.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { LinkedWord } from "../components/layout/linked-word.tsx";
import { FormPreferences } from "../components/layout/preferences.tsx";
import { Space } from "../components/layout/space.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { LONGEST_ADDRESS } from "../programmes/email.ts";
import { LONGEST_RETURN } from "../programmes/shown-again.ts";
import { useRoot } from "../root-data.ts";
import { forgotForm } from "../schemas/auth.ts";

export const handle = {
	island: "account",
	keeps: { email: LONGEST_ADDRESS, return: LONGEST_RETURN },
} satisfies RouteHandle;

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const search = new URL(request.url).searchParams;
	const sent = search.has("sent");
	const shown = { sent, ownPreferences: !sent, returnPath: search.get("return") ?? "" };
	return { ...shown, title: pageTitle(context, t("forgot.title")) };
}

/** The same answer whether the address is known or not. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, t, form, locale, device } = context;
	const given = forgotForm.safeParse(form).data ?? forgotForm.parse({});
	const problems = addressProblems(t, given.email);
	if (problems.length > 0) return context.sendBack(handle.keeps, { problems });
	await services.passwordReset.request(given.email, locale, device);
	throw seeOther(withReturn("/forgot-password?sent=1", given.return));
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ForgotPasswordPage() {
	const page = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const returnPath = failed?.values.return ?? page.returnPath;
	const { t } = useAllTexts();
	const { mailLeaves, brand } = useRoot() ?? {};
	const support = brand?.support ?? "";
	const toOrganisers = (text: string) => <LinkedWord text={text} word={support} to={`mailto:${support}`} />;
	const problems = failed?.problems ?? [];
	return (
		<div className="narrow">
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<h1>{t("forgot.title")}</h1>
			{page.sent ? (
				<>
					<p className="banner" role="status">
						{mailLeaves ? t("forgot.sent") : toOrganisers(t("forgot.sentSaved", { support }))}
					</p>
					{mailLeaves && <p className="hint">{t("forgot.noMail")}</p>}
				</>
			) : (
				<>
					<p className="lead">{mailLeaves ? t("forgot.lead") : toOrganisers(t("forgot.leadSaved", { support }))}</p>
					<form
						method="post"
						action="/forgot-password#errors"
						noValidate
						data-offline={t("forgot.offline")}
						data-failed={t("forgot.failed")}
						data-problems={t("problems.title")}
					>
						<FormToken />
						<ReturnField returnPath={returnPath} />
						<AddressField value={failed?.values.email} problems={problems} />
						<div className="actions">
							<button className="primary" type="submit">
								{t(mailLeaves ? "forgot.submit" : "forgot.submitSaved")}
							</button>
						</div>
						<FormPreferences />
					</form>
				</>
			)}
			<p className="actions">
				<a href={withReturn("/login", returnPath)}>{t("login.back")}</a>
				{page.sent && (
					<>
						<Space />
						<a href={withReturn("/forgot-password", returnPath)}>{t("reset.again")}</a>
					</>
				)}
			</p>
		</div>
	);
}
